import { expect, test } from "vitest";

import { readCompanyWords } from "./company-search.ts";

test.each([
  ["Menuiserie Kerbrat", "Menuiserie Kerbrat"],
  ["  Menuiserie \n Kerbrat\u00a0", "Menuiserie Kerbrat"],
  ["732 829 320", "732829320"],
  ["732.829.320", "732829320"],
  ["732 829 320 00074", "732829320"],
  ["3 Suisses", "3 Suisses"],
  ["a\u0000b\ud800c", "a b c"],
])("%j is looked up as %j", (typed, words) => {
  expect(readCompanyWords(typed)).toBe(words);
});

test.each(["", "ab", "  a  ", "\u0000\u0001\u0002", "x".repeat(121), "x".repeat(100_000)])(
  "what begins with %.6j is too short or too long, and is looked up nowhere",
  (typed) => {
    expect(readCompanyWords(typed)).toBeUndefined();
  },
);
