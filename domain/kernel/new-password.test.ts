import { expect, test } from "vitest";

import { readNewPassword } from "./new-password.ts";

test.each([
  ["", false, "missing"],
  ["        ", false, undefined],
  ["1234567", false, "tooShort"],
  ["12345678", false, undefined],
  ["12345678901", true, "tooShort"],
  ["123456789012", true, undefined],
  ["😀".repeat(7), false, "tooShort"],
  ["😀".repeat(128), false, undefined],
  ["a".repeat(129), true, "tooLong"],
])("%j, administrator %s: %s", (typed, isAdministrator, problem) => {
  const read = readNewPassword(typed, { isAdministrator });
  expect(read).toEqual(problem === undefined ? { ok: true, value: typed } : { ok: false, problem });
});
