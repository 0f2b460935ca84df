import { expect, test } from "vitest";

import { readVisitSource, sourceOf } from "./visit-source.ts";

test.each([
  [undefined, "direct"],
  [{ referrer: "www.google.fr" }, "recherche"],
  [{ referrer: "www.google.co.uk" }, "recherche"],
  [{ referrer: "mail.google.com" }, "courriel"],
  [{ referrer: "www.linkedin.com" }, "reseaux"],
  [{ referrer: "notgoogle.evil.example" }, "autre"],
  [{ referrer: "google.evil.example.com" }, "autre"],
  [{ utm_medium: "CPC", referrer: "www.google.fr" }, "publicite"],
  [{ utm_medium: "email", utm_source: "lettre" }, "courriel"],
  [{ utm_medium: "carrier pigeon" }, "autre"],
  [{ utm_source: "salon" }, "autre"],
] as const)("A visit with %j counts as %s", (touch, source) => {
  expect(sourceOf(touch)).toBe(source);
});

test("What a browser sends is one of the list, whatever it sends", () => {
  expect(readVisitSource(undefined)).toBe("direct");
  expect(readVisitSource("reseaux")).toBe("reseaux");
  for (const other of ["", "Direct", "__proto__", "a".repeat(5000)]) expect(readVisitSource(other)).toBe("autre");
});
