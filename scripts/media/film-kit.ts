// What films are drawn with, frame by frame: the site's jacks, cords, lamps and letters. No brand in them.
import { readFileSync } from "node:fs";

import { colors } from "#design/tokens.ts";

export const filmSize = { width: 1280, height: 720, framesPerSecond: 25 };

export type DrawnFilm = {
  /** Seconds of the last picture, once everything is said. */
  outroSeconds: number;
  /** @param at seconds from the start */
  frame(script: FilmScript, at: number): string;
  /** The picture, left free at the top and the foot of its left half: a button and a title are set over it. */
  poster(): string;
};

export type FilmScript = {
  durationSeconds: number;
  /** When each turn is said. */
  times: { from: number; to: number }[];
  /** Loudness of the soundtrack, 0 to 1, for each frame. */
  loudness: number[];
};

export type Point = { x: number; y: number };

export const colours = {
  ground: colors["line-800"],
  deep: colors["line-900"],
  hole: colors["line-hole"],
  rule: colors["line-rule"],
  green: colors["line-600"],
  pale: colors["line-300"],
  text: colors["on-line"],
  secondary: colors["on-line-2"],
  signal: colors.signal,
};

export const titleTop = 318;

export function filmPage(): string {
  const font = readFileSync("app/assets/special-gothic-latin.woff2").toString("base64");
  return `<!doctype html><meta charset="utf-8"><style>
@font-face{font-family:"Special Gothic";src:url(data:font/woff2;base64,${font});font-weight:400 700;font-stretch:75% 100%}
body{margin:0;background:${colours.ground}}svg{display:block}
text{font-family:"Special Gothic";font-weight:600;fill:${colours.text}}
text.title{font-size:112px;letter-spacing:-.045em}.said{font-size:50px;letter-spacing:-.02em;font-stretch:92%}
.small{font-size:24px;font-weight:500;fill:${colours.secondary}}.action{font-size:30px;letter-spacing:-.01em}
</style><body></body>`;
}

export function frame(content: string): string {
  const { width, height } = filmSize;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" fill="none" stroke-linecap="round"><path fill="${colours.ground}" d="M0 0h${width}v${height}H0z"/>${content}</svg>`;
}

export function jackField(opacity: number): string {
  const dots: string[] = [];
  for (let x = 720; x <= 1240; x += 80) {
    for (let y = 70; y <= 670; y += 80) dots.push(`M${x} ${y}h0`);
  }
  const path = dots.join("");
  return group(
    opacity,
    `<path d="${path}" stroke="${colours.rule}" stroke-width="22"/><path d="${path}" stroke="${colours.hole}" stroke-width="9"/>`,
  );
}

/** @param drawn how much of the path, 0 to 1 */
export function cord(path: string, drawn: number, colour: string = colours.signal): string {
  if (drawn === 0) return "";
  return `<path d="${path}" stroke="${colour}" stroke-width="15" pathLength="1" stroke-dasharray="${drawn} 2"/>`;
}

export function jack({ x, y }: Point, colour: string): string {
  return [
    `<circle cx="${x}" cy="${y}" r="26" fill="${colours.deep}" stroke="${colour}" stroke-width="8"/>`,
    `<circle cx="${x}" cy="${y}" r="10" fill="${colour}"/>`,
  ].join("");
}

/** The lamp of a line that rings: three waves from a moment on, none after another. */
export function rings({ x, y }: Point, at: number, from: number, until: number): string {
  const waves = [0, 0.55, 1.1].map((delay) => {
    const progress = Math.min(1, Math.max(0, (at - from - delay) / 0.9));
    const isRinging = progress > 0 && progress < 1 && at < until;
    return isRinging
      ? `<circle cx="${x}" cy="${y}" r="${30 + progress * 70}" stroke="${colours.signal}" stroke-width="5" opacity="${1 - progress}"/>`
      : "";
  });
  return waves.join("");
}

export function title(lines: string[], opacity: number, y: number, size = 112): string {
  const set = lines.map(
    (line, row) => `<text class="title" style="font-size:${size}px" x="66" y="${y + row * size}">${line}</text>`,
  );
  return group(opacity, set.join(""));
}

/** The full stop of a title is a jack: its cord goes to a line of the board. */
export function stopCord(stop: Point, end: Point, drawn: number): string {
  const path = `M${stop.x} ${stop.y}C930 ${stop.y + 30} ${end.x} 620 ${end.x} ${end.y}`;
  return `<circle cx="${stop.x}" cy="${stop.y}" r="15" fill="${colours.signal}"/>${cord(path, drawn)}`;
}

/** Bars of the voice, from the soundtrack itself: the latest on the right. */
export function wave(at: number, loudness: number[], { colour, seed, y }: { colour: string; seed: number; y: number }) {
  const now = Math.round(at * filmSize.framesPerSecond);
  const bars = Array.from({ length: 46 }, (_, index) => {
    const height = 4 + 52 * (loudness[now - (45 - index)] ?? 0) * (0.75 + 0.25 * Math.sin(index * 2.4 + seed));
    return `M${78 + index * 11} ${y - height / 2}v${height}`;
  });
  return `<path d="${bars.join("")}" stroke="${colour}" stroke-width="5"/>`;
}

/** The jack of something that is done, and what it is. */
export function actionRow({ x, y }: Point, label: string, done: number): string {
  return `<circle cx="${x}" cy="${y}" r="13" fill="${colours.hole}" stroke="${done > 0 ? colours.pale : colours.rule}" stroke-width="5"/><circle cx="${x}" cy="${y}" r="${7 * done}" fill="${colours.pale}"/><text class="action" x="${x + 34}" y="${y + 10}" opacity="${0.35 + 0.65 * done}">${label}</text>`;
}

export function group(opacity: number, content: string): string {
  return opacity <= 0 ? "" : `<g opacity="${opacity}">${content}</g>`;
}

/** 0 before `from`, 1 after `to`. */
export function between(at: number, from: number, to: number): number {
  return Math.min(1, Math.max(0, (at - from) / (to - from)));
}

export function easeOut(progress: number): number {
  return 1 - (1 - progress) ** 3;
}
