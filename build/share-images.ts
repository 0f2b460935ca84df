import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { Resvg } from "@resvg/resvg-js";

import { shareImageOfCover, shareImageOfPage, shareImageSize } from "#domain/site/share-image.ts";

import type { ShareImage } from "../content/offers/offer-in-full.ts";
import { shareImages } from "../content/share-images.ts";
import { colors } from "../design/tokens.ts";

/** Static cuts of the site's font: what draws here reads no variable one. */
const fontFiles = ["special-gothic-title.ttf", "special-gothic-text.ttf"].map((name) => join("build/fonts", name));
const options = { font: { fontFiles, loadSystemFonts: false, defaultFontFamily: "Special Gothic Text" } };

/** The share of a cover that is 1200 × 630: its middle. */
const coverCut = { left: -43, width: 1286, height: 675 };

/** Icons of the manifest and of telephones' home screens, by size. */
const iconSizes = [180, 192, 512];

/** Every picture made at build, by name: one for each page that is shared, one for each article's cover, the icons. */
export function drawPictures(): Map<string, Buffer> {
  const pages = Object.entries(shareImages).map(
    ([path, image]) => [shareImageOfPage(path), drawShareImage(image)] as const,
  );
  const coversFolder = "app/assets/covers";
  const covers = readdirSync(coversFolder).map((file) => {
    const cover = readFileSync(join(coversFolder, file), "utf8");
    return [shareImageOfCover(basename(file, ".svg")), drawCover(cover)] as const;
  });
  const icon = readFileSync("app/assets/favicon.svg", "utf8");
  const icons = iconSizes.map((size) => [`icones/${size}.png`, drawIcon(icon, size)] as const);
  return new Map([...pages, ...covers, ...icons]);
}

/** Two lines of title whose full stop is a jack; its cord leaves for the board. */
function drawShareImage({ title, caption }: ShareImage): Buffer {
  const size = Math.min(124, ...title.map((line) => (124 * 900) / widthOf(line, 124)));
  const [first, second] = [316, 316 + size * 0.935];
  const stop = { x: 68 + widthOf(title[1], size) + size * 0.16, y: second - size * 0.1 };
  const board = { x: 1080, y: 525 };
  const slack = `C${stop.x + (board.x - stop.x) * 0.4} ${stop.y + 95} ${board.x} ${stop.y + 30} ${board.x} ${board.y - 24}`;

  return draw(
    [
      `<path fill="${colors["line-800"]}" d="M0 0h1200v630H0z"/>`,
      `<path d="${boardJacks()}" stroke="${colors["line-rule"]}" stroke-width="20"/>`,
      `<path d="M${stop.x} ${stop.y}${slack}" stroke="${colors.signal}" stroke-width="13"/>`,
      `<circle cx="${stop.x}" cy="${stop.y}" r="16" fill="${colors.signal}"/>`,
      `<circle cx="${board.x}" cy="${board.y}" r="24" fill="${colors["line-900"]}" stroke="${colors.signal}" stroke-width="7"/>`,
      `<circle cx="${board.x}" cy="${board.y}" r="9" fill="${colors.signal}"/>`,
      titleLine(title[0], first, size),
      titleLine(title[1], second, size),
      `<text x="72" y="560" fill="${colors["on-line-2"]}" font-family="Special Gothic Text" font-size="34" letter-spacing="-.5">${caption}</text>`,
    ].join(""),
  );
}

function boardJacks(): string {
  const rows = [45, 105, 165, 465, 525, 585];
  const columns = [840, 900, 960, 1020, 1080, 1140];
  return rows.flatMap((y) => columns.map((x) => `M${x} ${y}h0`)).join("");
}

function titleLine(text: string, y: number, size: number): string {
  return `<text x="68" y="${y}" fill="${colors.white}" font-family="Special Gothic Title" font-size="${size}" letter-spacing="${size * -0.044}">${text}</text>`;
}

function widthOf(text: string, size: number): number {
  const box = new Resvg(wrap(titleLine(text, 200, size)), options).getBBox();
  if (!box) throw new Error(`Nothing is drawn for « ${text} ».`);
  return box.x + box.width - 68;
}

function drawCover(cover: string): Buffer {
  const { left, width, height } = coverCut;
  const { width: targetWidth, height: targetHeight } = shareImageSize;
  const root = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${left} 0 ${width} ${height}" width="${targetWidth}" height="${targetHeight}" preserveAspectRatio="xMidYMid slice" fill="none" stroke-linecap="round" stroke-linejoin="round">`;
  return new Resvg(cover.replace(/^<svg[^>]*>/, root), options).render().asPng();
}

/** On a ground of its own, with the margin that round masks cut. */
function drawIcon(icon: string, size: number): Buffer {
  const placed = icon.replace("<svg ", '<svg x="8" y="7" width="32" height="32" ');
  const ground = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 48 48"><path fill="${colors.canvas}" d="M0 0h48v48H0z"/>${placed}</svg>`;
  return new Resvg(ground, { fitTo: { mode: "width", value: size } }).render().asPng();
}

function draw(content: string): Buffer {
  return new Resvg(wrap(content), options).render().asPng();
}

function wrap(content: string): string {
  const { width, height } = shareImageSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke-linecap="round">${content}</svg>`;
}
