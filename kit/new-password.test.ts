import { expect, test } from "vitest";

import { type PasswordRules, readNewPassword } from "./new-password.ts";

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

test.each([
  [{ leastLength: 6, requirements: "" }, "bruyer", undefined],
  [{ leastLength: 16, requirements: "" }, "Bruyère-Matin-5", "tooShort"],
  [{ leastLength: 8, requirements: "letters_digits" }, "bruyeres", "tooPlain"],
  [{ leastLength: 8, requirements: "letters_digits" }, "bruyere5", undefined],
  [{ leastLength: 8, requirements: "lower_upper_letters_digits" }, "bruyere5", "tooPlain"],
  [{ leastLength: 8, requirements: "lower_upper_letters_digits" }, "Bruyere5", undefined],
  [{ leastLength: 8, requirements: "lower_upper_letters_digits_symbols" }, "Bruyere5", "tooPlain"],
  [{ leastLength: 8, requirements: "lower_upper_letters_digits_symbols" }, "Bruyere-5", undefined],
] as [PasswordRules, string, string | undefined][])("Configured as %j: %j is %s", (rules, typed, problem) => {
  const read = readNewPassword(typed, { isAdministrator: false, rules });
  expect(read).toEqual(problem === undefined ? { ok: true, value: typed } : { ok: false, problem });
});

test("An administrator's has 12 characters at least, whatever is configured", () => {
  const rules: PasswordRules = { leastLength: 6, requirements: "" };
  expect(readNewPassword("12345678901", { isAdministrator: true, rules })).toEqual({ ok: false, problem: "tooShort" });
});
