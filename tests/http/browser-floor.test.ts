import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { findYoungerMethods } from "./younger-methods.ts";

/** Used only after a look whether they are there, or there well enough. */
const asked = new Map([
  [
    "AbortSignal.timeout",
    "in every browser of the floor: before Chrome 124 its error has another name, which no code reads",
  ],
  ["startViewTransition", "of React and its router: where a page asks for a transition, which none of ours does"],
  ["exitFullscreen", "where an element fills the screen (app/islands/video-facade.tsx)"],
  ["checkVisibility", "of Base UI, which asks whether it is a function"],
  ["toArray", "React's own, of children"],
  ["PublicKeyCredential.parseCreationOptionsFromJSON", "of auth-js, which asks whether it is a function"],
  ["PublicKeyCredential.parseRequestOptionsFromJSON", "of auth-js, which asks whether it is a function"],
]);

test.for([
  ["list.toSorted()", "toSorted"],
  ["URL.canParse(text)", "URL.canParse"],
  ["AbortSignal.any([one, other])", "AbortSignal.any"],
  ["text.toWellFormed()", "toWellFormed"],
  ["new Intl.DurationFormat()", "Intl.DurationFormat"],
  ["/(?<=a)b/.test(text)", "(?<="],
  ["new RegExp(`(?<!a)b`)", "(?<="],
  ["new RegExp('(?<!a)b')", "(?<="],
] as const)("%s is younger than the oldest browser that we serve", ([script, name]) => {
  expect(findYoungerMethods(script)).toEqual([name]);
});

test("What every browser of the floor has, and what is asked for first, is let through", () => {
  const script =
    "list.at(-1); list.findLast(isEven); Object.hasOwn(a, 'b'); /(?<name>a)/u.test(text); list.toSorted?.()";
  expect(findYoungerMethods(script)).toEqual([]);
});

test("No file that browsers are given calls a method younger than the oldest of them", () => {
  const scripts = globSync("dist/client/**/*.js");
  const found = scripts.flatMap((file) =>
    findYoungerMethods(readFileSync(file, "utf8")).flatMap((name) => (asked.has(name) ? [] : [`${file}: ${name}`])),
  );
  expect(found).toEqual([]);
  expect(scripts.length).toBeGreaterThan(50);
});
