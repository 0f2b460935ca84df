import { expect, test } from "vitest";

import { readCode } from "./second-factor.ts";

test.each(["123456", "123 456", " 12 34 56\u00a0"])("The code %j is taken without its spaces", (code) => {
  expect(readCode({ code })).toEqual({ ok: true, value: { code: "123456" } });
});

test.each([
  ["", "missing"],
  ["  ", "missing"],
  [undefined, "missing"],
  ["12345", "malformed"],
  ["1234567", "malformed"],
  ["12345a", "malformed"],
  ["１２３４５６", "malformed"],
])("The code %j is %s", (code, problem) => {
  expect(readCode({ code })).toEqual({ ok: false, problem: { code: problem } });
});
