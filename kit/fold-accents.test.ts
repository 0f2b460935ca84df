import { expect, test } from "vitest";

import { foldAccents, slugOf } from "./fold-accents.ts";

test.each([
  ["Équipe", "equipe"],
  ["ÇA, LÀ-BAS", "ca, la-bas"],
  ["Nguye\u0302\u0303n", "nguyen"],
  ["cœur", "cœur"],
  ["a^b · c", "a^b · c"],
  ["", ""],
])("%s is typed %s", (text, expected) => {
  expect(foldAccents(text)).toBe(expected);
});

test.each([
  ["Écrire, relire", "ecrire-relire"],
  ["« Zêta »", "zeta"],
  ["🦊", ""],
])("%s is addressed as %s", (text, expected) => {
  expect(slugOf(text)).toBe(expected);
});
