import { expect, test } from "vitest";

import { sayableFirstName } from "./first-name.ts";

test.each(["Yann", "Marie-Hélène", "N’Guessan", "D'Artagnan", "Jean Paul Émile", "Léa", "محمد", "李"])(
  "%s is a first name",
  (name) => {
    expect(sayableFirstName(`  ${name} `)).toBe(name);
  },
);

test("A name written in separate marks is the same name", () => {
  expect(sayableFirstName("Le\u0301a")).toBe("Léa");
});

test.each([
  "",
  " ",
  "-",
  "<b>Yann</b>",
  "Yann & fils",
  "evil.example",
  "https://evil.example",
  "Gagnez 500",
  "Yann\r\nBcc: a@exemple.fr",
  "\u202eYann",
  "Yann\u2066",
  "Yann 🎉",
  "a".repeat(31),
  "a".repeat(200),
  "Votre compte est bloqué",
  undefined,
  null,
  7,
  {},
])("%j is not said to anybody", (typed) => {
  expect(sayableFirstName(typed)).toBeUndefined();
});

test("No text, however long, holds the reader up", () => {
  const startedAt = performance.now();
  sayableFirstName(`${"a".repeat(299)}!`);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
