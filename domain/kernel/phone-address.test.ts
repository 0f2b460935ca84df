import { expect, test } from "vitest";

import { phoneNumbers } from "#tests/support/phone-numbers.ts";

import { internationalNumber, phoneAddress } from "./phone-address.ts";

test.each(phoneNumbers)("%s is %s", (typed, e164) => {
  expect(internationalNumber(typed) ?? null).toBe(e164);
});

test("A link dials the number from anywhere, and what is no number as it stands", () => {
  expect(phoneAddress("+262 (0)692 39 80 43")).toBe("tel:+262692398043");
  expect(phoneAddress("39 49")).toBe("tel:3949");
});
