import { expect, test } from "vitest";

import { createRefusedKeys } from "./refused-keys.ts";

function keysAt(start: number) {
  const clock = { elapsedMs: start };
  return { clock, keys: createRefusedKeys(() => clock.elapsedMs) };
}

test("A refused key is refused for as long as it was told, and not a moment longer", () => {
  const { clock, keys } = keysAt(5000);
  keys.remember("a", 3);
  const told = [0, 1, 1999, 2999, 3000].map((later) => {
    clock.elapsedMs = 5000 + later;
    return keys.secondsLeft("a");
  });
  expect(told).toEqual([3, 3, 2, 1, undefined]);
});

test("Another key is not refused, and neither is one that was forgotten", () => {
  const { keys } = keysAt(0);
  keys.remember("a", 60);
  expect(keys.secondsLeft("b")).toBeUndefined();
  keys.forget("a");
  expect(keys.secondsLeft("a")).toBeUndefined();
});

test("Of more keys than are kept, the oldest refusal goes first; a new refusal makes a key young again", () => {
  const { keys } = keysAt(0);
  for (let number = 0; number < 10_000; number += 1) keys.remember(`key ${number}`, 60);
  keys.remember("key 0", 60);
  keys.remember("one more", 60);
  expect([0, 1, 2, 9999].map((number) => keys.secondsLeft(`key ${number}`))).toEqual([60, undefined, 60, 60]);
});
