import fc from "fast-check";
import { expect, test } from "vitest";

import { mailableEmails } from "#tests/support/email-examples.ts";

import { canonicalEmail, cleanEmail, mailableAddress } from "./email-address.ts";

test.each(mailableEmails)("%j is written to as %j", (typed, address) => {
  expect(mailableAddress(typed) ?? null).toBe(address);
});

test("The form of a form is itself, and an unreachable address never has the form of a reachable one", () => {
  const letters = fc.constantFrom(...Array.from("aZéÉİK@@..-,\u200b\u0301ß例1x"));
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 20 }), (typed) => {
      const form = canonicalEmail(typed);
      expect(canonicalEmail(form)).toBe(form);
      expect(mailableAddress(form) === undefined).toBe(mailableAddress(typed) === undefined);
    }),
  );
});

test("A text made to be slow to read takes no time", () => {
  const startedAtMs = performance.now();
  for (const text of ["@".repeat(60_000), `${"a".repeat(60_000)}@`, `a@${"a-".repeat(30_000)}`]) {
    expect(mailableAddress(text)).toBeUndefined();
  }
  expect(performance.now() - startedAtMs).toBeLessThan(1000);
});

test("What is kept is what was typed: case and letters stay", () => {
  expect(cleanEmail(" \u202aYann@PÂTISSERIE.example\u202c ")).toBe("Yann@PÂTISSERIE.example");
});
