import { readdirSync, readFileSync, statSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { readCaptions, turnsOf } from "#server/media/read-captions.ts";
import { readFilmSeconds } from "#server/media/read-film.ts";
import { readSound } from "#server/media/read-sound.ts";

import { films, lengthInWords } from "./media.ts";

const media = "app/assets/media";
const kilobytesOf = (file: string) => statSync(`${media}/${file}`).size / 1024;
const captionsOf = (name: string) => readFileSync(`${media}/${name}.vtt`, "utf8");
const sounds = readdirSync(media).flatMap((file) => /^(.+)\.mp3$/.exec(file)?.[1] ?? []);

describe.each(sounds)("The recording %s", (name) => {
  const cues = readCaptions(captionsOf(name)) ?? [];

  test("is said to be an AI's in its captions, whose first words are the assistant's", () => {
    expect(captionsOf(name)).toContain("Voix générées par une IA");
    expect(cues[0]?.speaker).toMatch(/^L’assistante?$/);
  });

  test("has its words in the order of time, within its length, and no brand", async () => {
    const times = cues.flatMap(({ atSeconds, untilSeconds }) => [atSeconds, untilSeconds]);
    const sound = await readSound(readFileSync(`${media}/${name}.mp3`));

    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times.at(-1)).toBeLessThanOrEqual(sound?.durationSeconds ?? 0);
    expect(captionsOf(name)).not.toMatch(/ariane/i);
  });

  test("exists in two formats, the first the lighter one, each under 250 KB", () => {
    expect(kilobytesOf(`${name}.ogg`)).toBeLessThan(kilobytesOf(`${name}.mp3`));
    expect(kilobytesOf(`${name}.mp3`)).toBeLessThan(250);
  });
});

test.each(sounds.filter((name) => !name.startsWith("voix-")))(
  "The recording %s says from its first words that an artificial intelligence speaks",
  (name) => {
    expect(turnsOf(readCaptions(captionsOf(name)) ?? [])[0]?.text).toContain("une intelligence artificielle");
  },
);

describe.each(Object.entries(films))("The film %s", (name, { length }) => {
  test("holds in 1 MB, its picture in 25 KB", () => {
    for (const format of ["webm", "mp4"]) expect(kilobytesOf(`${name}.${format}`)).toBeLessThan(1024);
    expect(kilobytesOf(`${name}.avif`)).toBeLessThan(25);
  });

  test("is as long as is said beside it", () => {
    expect(length).toBe(lengthInWords(readFilmSeconds(readFileSync(`${media}/${name}.mp4`)) ?? 0));
  });

  test("has captions in WebVTT that say that voices are made by an AI, and hold no brand", () => {
    const captions = captionsOf(name);

    expect(readCaptions(captions)?.at(-1)?.atSeconds).toBeLessThan(Number.parseInt(length, 10));
    expect(captions).toContain("Voix générées par une IA");
    expect(readCaptions(captions)?.[0]?.text).toContain("une intelligence artificielle");
    expect(captions).not.toMatch(/ariane/i);
  });
});
