import { readFileSync, statSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { readCaptions } from "#server/media/read-captions.ts";
import { readFilmSeconds } from "#server/media/read-film.ts";

import { callRecordings, films, lengthInWords } from "./media.ts";

const media = "app/assets/media";
const kilobytesOf = (file: string) => statSync(`${media}/${file}`).size / 1024;

describe.each(callRecordings)("The recording « $title »", ({ id, turns }) => {
  test("says from its first words that an artificial intelligence speaks", () => {
    expect(turns[0]?.by).toBe("assistant");
    expect(turns[0]?.text).toContain("une intelligence artificielle");
  });

  test("has a transcript in the order of time, without brand", () => {
    const times = turns.map(({ atSeconds }) => atSeconds);

    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(turns.filter(({ text }) => /ariane/i.test(text))).toEqual([]);
  });

  test("exists in two formats, each under 350 KB", () => {
    for (const format of ["ogg", "mp3"]) expect(kilobytesOf(`appel-${id}.${format}`)).toBeLessThan(350);
  });
});

describe.each(Object.entries(films))("The film %s", (name, { length }) => {
  test("holds in 1 MB, its picture in 25 KB", () => {
    for (const format of ["webm", "mp4"]) expect(kilobytesOf(`${name}.${format}`)).toBeLessThan(1024);
    expect(kilobytesOf(`${name}.avif`)).toBeLessThan(25);
  });

  test("is as long as is said beside it", () => {
    expect(length).toBe(lengthInWords(readFilmSeconds(readFileSync(`${media}/${name}.mp4`)) ?? 0));
  });

  test("has captions in WebVTT that say that voices are made by an AI, and hold no brand", () => {
    const captions = readFileSync(`${media}/${name}.vtt`, "utf8");

    expect(readCaptions(captions)?.at(-1)?.atSeconds).toBeLessThan(Number.parseInt(length, 10));
    expect(captions).toContain("Voix générées par une IA");
    expect(readCaptions(captions)?.[0]?.text).toContain("une intelligence artificielle");
    expect(captions).not.toMatch(/ariane/i);
  });
});
