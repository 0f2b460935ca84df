import { readFileSync, statSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { callRecordings } from "./media.ts";

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

test("The film holds in 1.5 MB, its picture in 25 KB", () => {
  for (const format of ["webm", "mp4"]) expect(kilobytesOf(`presentation.${format}`)).toBeLessThan(1536);
  expect(kilobytesOf("presentation.avif")).toBeLessThan(25);
});

test("Captions of the film are WebVTT, say that voices are made by an AI, and hold no brand", () => {
  const captions = readFileSync(`${media}/presentation.vtt`, "utf8");

  expect(captions).toMatch(/^WEBVTT\n/);
  expect(captions).toContain("Voix générées par une IA");
  expect(captions).toContain("une intelligence artificielle");
  expect(captions).not.toMatch(/ariane/i);
});
