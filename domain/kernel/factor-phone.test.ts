import { expect, test } from "vitest";

import { nameOfPhone, readFactorPhone } from "./factor-phone.ts";

test.each([
  ["06 39 98 20 16", "+33639982016"],
  ["06.39.98.20.16", "+33639982016"],
  [" +33 6 39 98 20 16 ", "+33639982016"],
  ["+1 (415) 555-0132", "+14155550132"],
])("%s is sent as %s", (typed, phone) => {
  expect(readFactorPhone({ factorPhone: typed })).toEqual({ ok: true, value: { factorPhone: phone } });
});

test.each([
  ["", "missing"],
  ["  ", "missing"],
  ["06 39", "malformed"],
  ["0639982016x7", "malformed"],
  ["+0639982016", "malformed"],
  ["6".repeat(10_000), "malformed"],
])("%s is %s", (typed, problem) => {
  expect(readFactorPhone({ factorPhone: typed })).toEqual({ ok: false, problem: { factorPhone: problem } });
});

test("A phone is called by its end alone", () => {
  expect(nameOfPhone("+33639982016")).toBe("Téléphone …2016");
});
