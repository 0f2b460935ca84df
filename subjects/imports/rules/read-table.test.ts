import { expect, test } from "vitest";

import { importLimits } from "./limits.ts";
import { readTable } from "./read-table.ts";

const utf8 = (text: string) => new TextEncoder().encode(text);
const utf16 = (text: string) => Uint8Array.from(Array.from(text).flatMap((letter) => [letter.charCodeAt(0), 0]));
/** As Windows writes French: one byte for each letter. */
const windows = (text: string) => Uint8Array.from(text, (letter) => (letter === "€" ? 0x80 : letter.charCodeAt(0)));

const text = 'Prénom;Société\r\nÉlodie;"Café; Roux ""& fils"""\r\n;\r\nZoé;Là\r\n';
const table = {
  headers: ["Prénom", "Société"],
  lines: [
    { line: 2, cells: ["Élodie", 'Café; Roux "& fils"'] },
    { line: 4, cells: ["Zoé", "Là"] },
  ],
};

test.each([
  ["UTF-8", utf8(text), "utf-8"],
  ["UTF-8 with its mark", utf8(`\uFEFF${text}`), "utf-8"],
  ["UTF-8 under Excel's own line", utf8(`sep=;\r\n${text}`), "utf-8"],
  ["UTF-16", utf16(`\uFEFF${text}`).with(0, 0xff).with(1, 0xfe), "utf-16le"],
  ["UTF-16 without its mark", utf16(text), "utf-16le"],
  ["Windows-1252", windows(text), "windows-1252"],
])("A file in %s is read, blank lines left out and counted", (_, bytes, encoding) => {
  expect(readTable(Uint8Array.from(bytes))).toEqual({ ok: true, value: { ...table, separator: ";", encoding } });
});

test.each([";", ",", "\t"])("Columns may be separated by %j", (separator) => {
  const read = readTable(utf8(`Nom${separator}E-mail\nRoux${separator}a@exemple.fr`));
  expect(read).toMatchObject({ value: { separator, lines: [{ cells: ["Roux", "a@exemple.fr"] }] } });
});

test("What begins like a formula, or holds markup, is text", () => {
  const read = readTable(utf8("Nom;Note\n=cmd|' /C calc'!A0;<img src=x onerror=alert(1)>\0"));
  expect(read).toMatchObject({
    value: { lines: [{ cells: ["=cmd|' /C calc'!A0", "<img src=x onerror=alert(1)>"] }] },
  });
});

test.each([
  ["nothing", utf8(""), "empty"],
  ["headers alone", utf8("Nom;E-mail\n;\n"), "empty"],
  ["a text", utf8("Bonjour\nVoici mes clients"), "noTable"],
  ["a workbook", Uint8Array.from([0x50, 0x4b, 3, 4]), "spreadsheet"],
  ["more lines than an import takes", utf8(`a;b\n${"1;2\n".repeat(importLimits.lines + 1)}`), "tooLong"],
  ["more bytes", new Uint8Array(importLimits.bytes + 1), "tooLarge"],
])("Of %s no table is made", (_, bytes, problem) => {
  expect(readTable(Uint8Array.from(bytes))).toEqual({ ok: false, problem });
});
