import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { findPasswordWeaknesses } from "./password-rules.ts";

const owner = {
  email: "claire.delmas@exemple.example",
  guessableWords: ["Comptoir", "epicerie"],
  isAdministrator: false,
};
const listed = readFileSync(new URL("common-passwords.txt", import.meta.url), "utf8")
  .trim()
  .split("\n");

test.each([
  ["8 characters", "Tilleul7", []],
  ["8 characters of two bytes", "éèàùçêîô", []],
  ["8 emoji", "🌲🌳🌴🌵🌷🌸🌹🌺", []],
  ["128 characters", "Tilleul-".repeat(16), []],
  ["words and spaces", "un tilleul au bord de l'eau", []],
  ["7 characters", "Tilleul", ["length"]],
  ["129 characters", "Tilleul-".repeat(16) + "x", ["length"]],
  ["nothing", "", ["length"]],
  ["a listed one in capitals", "PASSWORD", ["pwned"]],
  ["the name of the site with signs", "*Comptoir*2026", ["pwned"]],
  ["the name of the site with an accent", "Cômptoir-123", ["pwned"]],
  ["a word of the trade", "Épicerie1", ["pwned"]],
  ["their own address", "claire.delmas@exemple.example", ["pwned"]],
  ["the name in their address", "Claire.Delmas", ["pwned"]],
  ["two signs in turn", "abababab", ["pwned"]],
])("%s", (_, password, weaknesses) => {
  expect(findPasswordWeaknesses(password, owner)).toEqual(weaknesses);
});

test("An administrator's has 12 characters at least", () => {
  const administrator = { ...owner, isAdministrator: true };
  expect(findPasswordWeaknesses("Tilleul-124", administrator)).toEqual(["length"]);
  expect(findPasswordWeaknesses("Tilleul-1245", administrator)).toEqual([]);
});

test("Every listed password is refused, in any case", () => {
  expect(listed.length).toBeGreaterThan(10_000);
  const accepted = listed.filter((password) => findPasswordWeaknesses(password.toUpperCase(), owner).length === 0);
  console.log(`S-14: ${listed.length} common passwords, ${accepted.length} accepted`);
  expect(accepted).toEqual([]);
});
