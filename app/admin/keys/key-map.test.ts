import fc from "fast-check";
import { expect, test } from "vitest";

import { actionOf, isCharacter, keyEntries, keyMap, type Press } from "./key-map.ts";

const plain: Press = { key: "", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
const strokes = keyEntries.flatMap(([action, entry]) => entry.strokes.map((stroke) => ({ action, stroke })));
const pressOf = ({ key, shift, mod }: (typeof strokes)[number]["stroke"]): Press => ({
  ...plain,
  key,
  shiftKey: shift ?? false,
  ctrlKey: mod ?? false,
});

test("Each key does what the help says of it, and no two entries share one", () => {
  expect(strokes.map(({ stroke }) => actionOf(pressOf(stroke), true))).toEqual(strokes.map(({ action }) => action));
});

test("Turned off, no key of one character does anything, and the others still do", () => {
  for (const { action, stroke } of strokes) {
    expect([stroke, actionOf(pressOf(stroke), false)]).toEqual([stroke, isCharacter(stroke) ? undefined : action]);
  }
  const anyCharacter = fc.record({
    key: fc.string({ unit: "grapheme", minLength: 1, maxLength: 1 }),
    shiftKey: fc.boolean(),
  });
  fc.assert(fc.property(anyCharacter, (typed) => actionOf({ ...plain, ...typed }, false) === undefined));
});

test("A press without a key, as a browser tells what it fills in by itself, asks for nothing", () => {
  expect(actionOf({ ...plain, key: undefined } as unknown as Press, true)).toBeUndefined();
});

test.for<[Partial<Press>, string | undefined]>([
  // With capitals locked.
  [{ key: "J" }, "next"],
  [{ key: "X" }, "select"],
  [{ key: "X", shiftKey: true }, "selectRange"],
  // Where « ? » and « / » are typed with Shift, and where they are not.
  [{ key: "?", shiftKey: true }, "help"],
  [{ key: "?" }, "help"],
  [{ key: "/", shiftKey: true }, "search"],
  [{ key: "K", ctrlKey: true }, "palette"],
  [{ key: "k", metaKey: true }, "palette"],
  // What the browser, or AltGr, means by them.
  [{ key: "s", ctrlKey: true }, undefined],
  [{ key: "p", metaKey: true }, undefined],
  [{ key: "j", altKey: true }, undefined],
  [{ key: "k", ctrlKey: true, altKey: true }, undefined],
  [{ key: "k", ctrlKey: true, shiftKey: true }, undefined],
  [{ key: "J", shiftKey: true }, undefined],
  [{ key: "Escape", shiftKey: true }, undefined],
])("%j asks for %s", ([press, action]) => {
  expect(actionOf({ ...plain, ...press }, true)).toBe(action);
});

test("The contract's keys are there", () => {
  const keys = Object.values(keyMap).flatMap((entry) => entry.strokes.map(({ key }) => key));
  expect(keys).toEqual(expect.arrayContaining(["j", "k", "Enter", "Escape", "s", "p", "e", "x", "/", "n", "?"]));
});
