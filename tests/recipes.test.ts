import { describe, expect, test } from "vitest";

import { filesOf, follow, readSource, recipes } from "./support/recipes.ts";

test("There is a recipe for each change that comes again", () => {
  expect(recipes.map(({ name }) => name)).toEqual([
    "add-a-migration",
    "add-a-question",
    "add-a-screen",
    "add-a-status",
    "add-an-endpoint",
    "add-an-offer",
    "add-an-order-field",
  ]);
});

describe.each(recipes)("The recipe $name", (recipe) => {
  test("fits the sources of today", () => {
    for (const [file, text] of follow(recipe.steps, readSource))
      expect([file, text]).not.toEqual([file, readSource(file)]);
  });

  test("says how many files it writes", () => {
    expect(filesOf(recipe)).toHaveLength(recipe.stated);
  });
});

test("All of them can be followed, one after the other", () => {
  const written = new Map<string, string>();
  for (const { steps } of recipes) {
    for (const [file, text] of follow(steps, (name) => written.get(name) ?? readSource(name))) written.set(file, text);
  }
  expect(written.size).toBeGreaterThan(recipes.length);
});
