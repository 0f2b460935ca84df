import { expect, test } from "vitest";

import { suggestEmail } from "./email-typo.ts";

test.each([
  ["yann@gmial.com", "yann@gmail.com"],
  ["Yann.K@GMAL.com", "Yann.K@gmail.com"],
  ["yann@gmaill.com", "yann@gmail.com"],
  ["yann@gmail.con", "yann@gmail.com"],
  ["yann@gmail.co", "yann@gmail.com"],
  ["yann@gmail.fr", "yann@gmail.com"],
  [" yann@gmail.cmo ", "yann@gmail.com"],
  ["yann@hotmial.fr", "yann@hotmail.fr"],
  ["yann@ornge.fr", "yann@orange.fr"],
  ["yann@laposte.ne", "yann@laposte.net"],
])("%j was probably %s", (typed, meant) => {
  expect(suggestEmail(typed)).toBe(meant);
});

test.each([
  "yann@gmail.com",
  "yann@hotmail.fr",
  "yann@mail.com",
  "yann@ymail.com",
  "yann@kerbrat.fr",
  "yann@free.fr",
  "yann@free.com",
  "yann@yahoo.de",
  "yann@gmail",
  "yann@",
  "gmial.com",
  "a@b@gmial.com",
  "",
  "<b>@constructor",
  "yann@__proto__",
  `${"a".repeat(10_000)}@gmial.com`,
])("%j is left as it is", (typed) => {
  expect(suggestEmail(typed)).toBeUndefined();
});
