import { readdirSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { shareImageOfCover, shareImageOfPage } from "#domain/site/share-image.ts";

import { shareImages } from "../content/share-images.ts";
import { drawPictures } from "./share-images.ts";

const pictures = drawPictures();
const covers = readdirSync("app/assets/covers").map((file) => file.replace(".svg", ""));

/** A PNG file starts with its signature; its width and height follow. */
function sizeOf(picture: Buffer | undefined): [number, number] | undefined {
  if (picture?.subarray(1, 4).toString() !== "PNG") return undefined;
  return [picture.readUInt32BE(16), picture.readUInt32BE(20)];
}

test.each([...Object.keys(shareImages).map(shareImageOfPage), ...covers.map(shareImageOfCover)])(
  "%s is a PNG of 1200 by 630, light enough for messengers",
  (name) => {
    expect(sizeOf(pictures.get(name))).toEqual([1200, 630]);
    expect(pictures.get(name)?.length).toBeLessThan(150_000);
  },
);

test("Icons have their sizes", () => {
  for (const size of [180, 192, 512]) expect(sizeOf(pictures.get(`icones/${size}.png`))).toEqual([size, size]);
});

test("Nothing of a configuration is drawn: no brand, no number, no letter in a cover", () => {
  const words = Object.values(shareImages).flatMap(({ title, caption }) => [...title, caption]);

  expect(words.filter((text) => /ariane|\{|@|\d{2} \d{2}/i.test(text))).toEqual([]);
  for (const cover of covers) expect(readFileSync(`app/assets/covers/${cover}.svg`, "utf8")).not.toContain("<text");
});

test("Titles hold in two lines of 26 characters", () => {
  const lines = Object.values(shareImages).flatMap(({ title }) => [...title]);

  expect(lines.filter((line) => line.length > 26)).toEqual([]);
});
