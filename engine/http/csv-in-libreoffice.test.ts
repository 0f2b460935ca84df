import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { answerCsv, writeCsvRows } from "./csv.ts";

/** What LibreOffice itself takes for formulas, numbers and dates, with every column set to « Standard ». */
const misread = [
  ..."=+-@＝＋－＠".split("").flatMap((sign) => [`${sign}1+1`, ` ${sign}1`, `'${sign}1`, `\t${sign}1`]),
  "\tx",
  "\rx",
  "\nx",
  "=cmd|' /C calc'!A0",
  `=HYPERLINK("http://exemple.example")`,
  "{=1+1}",
  "\u00a0=1+1",
  "\ufeff=1+1",
  "0639982016",
  "00012",
  "12345678901234567890",
];
const texts = ["l’été", "'hier", "a=1", "06 39 98 20 16", 'Zoé ; « Paris », "Lyon"', "deux\nlignes"];

// LibreOffice is not on every machine, so npm test leaves this to npm run prove S-19.
fullTest(
  "LibreOffice opens a file with no formula, every text as it was written, and dates as dates",
  async () => {
    const cells = await openInLibreOffice([...misread, ...texts, "2026-11-23 09:12", "50"]);
    expect(cells.filter(({ isFormula }) => isFormula)).toEqual([]);
    const kinds = cells.map(({ kind }) => kind);
    expect(kinds).toEqual([...Array.from({ length: misread.length + texts.length }, () => "string"), "date", "float"]);
    const shown = cells.map(({ text }) => text);
    expect(shown.slice(misread.length, misread.length + texts.length)).toEqual(texts);
    for (const kept of ["0639982016", "00012", "12345678901234567890"]) expect(shown).toContain(`'${kept}`);
  },
  120_000,
);

type Cell = { kind: string; isFormula: boolean; text: string };

/** The first column, below its name, of the sheet that a double click opens on a French system. */
async function openInLibreOffice(column: string[]): Promise<Cell[]> {
  const folder = mkdtempSync(join(tmpdir(), "libreoffice-"));
  try {
    const lines = (async function* () {
      yield writeCsvRows(column.map((cell) => [cell]));
    })();
    writeFileSync(join(folder, "leads.csv"), await answerCsv({ name: "leads.csv", head: ["Nom"], lines }).bytes());
    // Semicolons, quotes, UTF-8, from the first line, French, quoted cells are not texts by right, special numbers are looked for.
    const reading = "CSV:59,34,76,1,,1036,false,true";
    const options = ["--headless", "--convert-to", "fods", `--infilter=${reading}`, "--outdir", folder];
    execFileSync("soffice", [`-env:UserInstallation=file://${folder}/profile`, ...options, join(folder, "leads.csv")]);
    return readCells(readFileSync(join(folder, "leads.fods"), "utf8")).slice(1);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Of a flat OpenDocument sheet. */
function readCells(sheet: string): Cell[] {
  const body = sheet.slice(sheet.indexOf("<table:table "));
  return [...body.matchAll(/<table:table-cell([^>]*)>(.*?)<\/table:table-cell>/gs)].map(
    ([, names = "", inside = ""]) => ({
      kind: /office:value-type="(\w+)"/.exec(names)?.[1] ?? "none",
      isFormula: names.includes("table:formula"),
      text: [...inside.matchAll(/<text:p>(.*?)<\/text:p>/gs)].map(([, line = ""]) => decode(line)).join("\n"),
    }),
  );
}

function decode(text: string): string {
  return text
    .replace(/<[^>]+>/g, "")
    .replaceAll("&quot;", '"')
    .replaceAll("&apos;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}
