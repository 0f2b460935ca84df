import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { barCount, readSound } from "./read-sound.ts";

const recording = (id: string) => readFileSync(`app/assets/media/appel-${id}.mp3`);

test("A recording's length and loudness are those of its own samples", async () => {
  const sound = await readSound(recording("rendez-vous"));

  expect(sound?.durationSeconds).toBeCloseTo(35.1, 1);
  expect(sound?.loudness).toHaveLength(barCount);
  expect(Math.max(...(sound?.loudness ?? []))).toBe(100);
  // The pause before the caller answers.
  expect(sound?.loudness[21]).toBeLessThan(5);
});

test("Two recordings are drawn with two waves", async () => {
  const [one, other] = await Promise.all([readSound(recording("rendez-vous")), readSound(recording("question"))]);

  expect(one?.loudness).not.toEqual(other?.loudness);
});

test.each([
  ["a page", Buffer.from("<!doctype html><title>404</title>")],
  ["nothing", Buffer.alloc(0)],
  ["another kind of sound", readFileSync("app/assets/media/appel-question.ogg")],
  ["more than a call", Buffer.alloc(5 * 1024 * 1024, 0xff)],
])("%s is no recording", async (_, bytes) => {
  expect(await readSound(bytes)).toBeUndefined();
});
