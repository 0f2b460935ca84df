import { expect, test } from "vitest";

import { siteSections } from "./site-sections.ts";
import { saySketch, sketchOf } from "./site-sketches.ts";

test("Each part of the screen has its picture, and says what is lit in words too", () => {
  expect(Object.keys(sketchOf).toSorted()).toEqual(Object.keys(siteSections).toSorted());
  for (const lit of Object.values(sketchOf)) expect(lit.length).toBeGreaterThan(0);
  expect(saySketch(["prices", "mail"])).toBe("Se voit ici\u00a0: les prix et les e-mails.");
});
