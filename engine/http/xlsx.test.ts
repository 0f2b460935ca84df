import { inflateRawSync } from "node:zlib";

import { expect, test } from "vitest";

import type { CsvRow } from "./csv.ts";
import { answerXlsx, type SheetColumn } from "./xlsx.ts";

/** Each part under its name, from the directory at the end of the archive. */
function unzip(archive: Buffer): Record<string, string> {
  const parts: Record<string, string> = {};
  let entry = archive.readUInt32LE(archive.length - 6);
  while (archive.readUInt32LE(entry) === 0x02014b50) {
    const [size, nameLength, extra] = [20, 28, 30].map((at, index) =>
      index === 0 ? archive.readUInt32LE(entry + at) : archive.readUInt16LE(entry + at),
    ) as [number, number, number];
    const start = archive.readUInt32LE(entry + 42);
    const data = start + 30 + archive.readUInt16LE(start + 26) + archive.readUInt16LE(start + 28);
    const name = archive.toString("utf8", entry + 46, entry + 46 + nameLength);
    parts[name] = inflateRawSync(archive.subarray(data, data + size)).toString();
    entry += 46 + nameLength + extra;
  }
  return parts;
}

const columns: SheetColumn[] = [
  { head: "Nom", kind: "text" },
  { head: "Créé le", kind: "instant" },
  { head: "Montant", kind: "number" },
];

async function* some(rows: CsvRow[]): AsyncGenerator<CsvRow[]> {
  yield rows;
}

const sheetOf = async (rows: CsvRow[]) => {
  const response = answerXlsx({ name: "a.xlsx", columns, rows: some(rows) });
  const parts = unzip(Buffer.from(await response.arrayBuffer()));
  return { response, parts, sheet: parts["xl/worksheets/sheet1.xml"] ?? "" };
};

test("The file has the parts that a workbook needs, and its name", async () => {
  const { response, parts } = await sheetOf([]);
  expect(Object.keys(parts).toSorted()).toEqual([
    "[Content_Types].xml",
    "_rels/.rels",
    "xl/_rels/workbook.xml.rels",
    "xl/styles.xml",
    "xl/workbook.xml",
    "xl/worksheets/sheet1.xml",
  ]);
  expect(response.headers.get("content-disposition")).toBe('attachment; filename="a.xlsx"');
});

test("A telephone stays a text with its zero and its plus, an instant is a date, an amount a number", async () => {
  const { sheet } = await sheetOf([
    ["+33639984107", "2026-11-20 09:12", "597.5"],
    ["0639984107", null, ""],
  ]);
  const cells = [...sheet.matchAll(/<c r="(\w+)" s="(\d)"[^>]*>(.*?)<\/c>/g)].map((match) => match.slice(1, 4));
  const text = (value: string) => `<is><t xml:space="preserve">${value}</t></is>`;
  expect(cells).toEqual([
    ["A1", "1", text("Nom")],
    ["B1", "1", text("Créé le")],
    ["C1", "1", text("Montant")],
    ["A2", "1", text("+33639984107")],
    ["B2", "2", `<v>${46_346 + (9 * 60 + 12) / 1440}</v>`],
    ["C2", "0", "<v>597.5</v>"],
    ["A3", "1", text("0639984107")],
  ]);
});

test("Whatever was typed is text: nothing is run, and nothing breaks the file", async () => {
  const { sheet } = await sheetOf([["=2+5 <b>&\u0000\u0001\uD800_x0041_\r\n ", "hier", "12,5"]]);
  expect(sheet).toContain("=2+5 &lt;b&gt;&amp;\uFFFD_x005F_x0041_&#13;\n ");
  expect(sheet).toContain(">hier<");
  expect(sheet).toContain(">12,5<");
  expect(sheet).not.toMatch(/<f>/);
});

test("Who leaves on the way ends the reading of the rows, and rows that fail break the file off", async () => {
  let [isBegun, isEnded] = [false, false];
  async function* endless(): AsyncGenerator<CsvRow[]> {
    try {
      isBegun = true;
      for (;;) yield Array.from({ length: 100 }, () => [crypto.randomUUID(), null, null]);
    } finally {
      isEnded = true;
    }
  }
  const reader = answerXlsx({ name: "a.xlsx", columns, rows: endless() }).body!.getReader();
  while (!isBegun) await reader.read();
  await reader.cancel();
  await expect.poll(() => isEnded).toBe(true);

  async function* failing(): AsyncGenerator<CsvRow[]> {
    yield [["a", null, null]];
    throw new Error("The right ended.");
  }
  await expect(answerXlsx({ name: "a.xlsx", columns, rows: failing() }).arrayBuffer()).rejects.toThrow("right ended");
});
