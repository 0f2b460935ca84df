import { expect, test } from "vitest";

import { trimmed } from "#kit/trimmed.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();

/** Every code point of 16 bits that a text may hold, and the planes of emoji and of tags. */
const codes = Array.from({ length: 0xe1100 }, (_, index) => index + 1).filter(
  (code) => (code < 0xd800 || code > 0xdfff) && (code < 0x20000 || code > 0xdffff),
);
const around = (code: number) => `${String.fromCodePoint(code)}a b${String.fromCodePoint(code)}`;

test("The database and the rest of the product trim the same characters, at both ends", async () => {
  const { rows } = await db.inspect<{ code: number }>(
    `select code from unnest($1::int[]) as every (code)
     where private.trimmed(chr(code) || 'a b' || chr(code)) = 'a b' order by code`,
    [codes],
  );
  const inDatabase = rows.map(({ code }) => code);
  expect(inDatabase).toEqual(codes.filter((code) => trimmed(around(code)) === "a b"));
  expect(inDatabase).toEqual(expect.arrayContaining([0x200b, 0x202e, 0x2060, 0x2800, 0x3164, 0xfe0f, 0xe0001]));
});

test("A character that is not trimmed stays where it is, at both ends and in the middle", async () => {
  const texts = codes.filter((code) => trimmed(around(code)) !== "a b").map(around);
  expect(texts.filter((text) => trimmed(text) !== text)).toEqual([]);
  const { rows } = await db.inspect(
    "select 1 from unnest($1::text[]) as every (text) where private.trimmed(text) is distinct from text",
    [texts],
  );
  expect(rows).toEqual([]);
});

test("Any run of invisible characters is trimmed, and alone it is no answer", async () => {
  const unseen = String.fromCodePoint(...codes.filter((code) => trimmed(around(code)) === "a b"));
  for (const text of [unseen, unseen + unseen, "", `${unseen}a${unseen}b${unseen}`]) {
    const { rows } = await db.inspect("select coalesce(private.trimmed($1), '') as trimmed", [text]);
    expect(rows).toEqual([{ trimmed: trimmed(text) }]);
  }
});

test("What joins letters and emoji stays inside an answer", async () => {
  const { rows } = await db.inspect("select private.trimmed($1) as trimmed", ["\u200f👩🏽‍⚖️ می‌خواهم\u2060"]);
  expect(rows).toEqual([{ trimmed: "👩🏽‍⚖️ می‌خواهم" }]);
});
