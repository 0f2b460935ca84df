import { expect, test } from "vitest";

import { accessibilityStatus, isInsideEuropeanArea } from "./legal-identity.ts";

test("Without an audit the site does not conform, whatever it does well", () => {
  expect(accessibilityStatus(undefined)).toBe("non");
});

test.each([
  [0, "non"],
  [49.9, "non"],
  [50, "partiellement"],
  [99.9, "partiellement"],
  [100, "totalement"],
])("An audit that finds %s %% of the criteria met gives « %s conforme »", (ratePercent, status) => {
  expect(accessibilityStatus(ratePercent)).toBe(status);
});

test.each([
  ["FR", true],
  ["NO", true],
  ["GB", false],
  ["CH", false],
  ["US", false],
  ["fr", false],
  ["", false],
])("%j is inside the European Economic Area: %s", (country, isInside) => {
  expect(isInsideEuropeanArea(country)).toBe(isInside);
});
