import * as fc from "fast-check";
import { expect, test } from "vitest";

import { answerCsv, type CsvRow, writeCsvRows } from "./csv.ts";

/** As RFC 4180 says, with `;`: this reader knows nothing of the writer. */
function readCsv(text: string): string[][] {
  const cell = /"((?:[^"]|"")*)"(;|\r\n)/gy;
  const lines: string[][] = [];
  let line: string[] = [];
  let readTo = 0;
  for (let found = cell.exec(text); found; found = cell.exec(text)) {
    line.push((found[1] ?? "").replaceAll('""', '"'));
    if (found[2] === "\r\n") {
      lines.push(line);
      line = [];
    }
    readTo = cell.lastIndex;
  }
  expect(text.slice(readTo)).toBe("");
  return lines;
}

/** The undoing that `csv.ts` describes. */
function restoreCell(written: string): string {
  const number = String.raw`0\d+|\d{16,}|\d{1,2}[-/]\d{1,2}([-/]\d{2,4})?|\d{4}[-/]\d{1,2}|\d+([.,]\d+)?[eE][+-]?\d+`;
  const misread = new RegExp(String.raw`^'+(?:[\t\r\n]|\s*[=+\-@＝＋－＠]|\s*(?:${number})\s*$)`);
  return misread.test(written) ? written.slice(1) : written;
}

function openFile(lines: AsyncIterable<Uint8Array>) {
  return answerCsv({ name: "noms.csv", head: ["Nom"], lines });
}

async function* atOnce(rows: readonly CsvRow[]) {
  yield writeCsvRows(rows);
}

async function write(rows: readonly CsvRow[], head = ["Nom"]): Promise<string> {
  const bytes = await answerCsv({ name: "noms.csv", head, lines: atOnce(rows) }).bytes();
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

const anyCell = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.stringMatching(/^'{0,2}\s?0?[0-9]{0,18}$/),
  fc.stringMatching(/^['\s]{0,3}[=+\-@＝＋－＠\t\r\n;"']{0,3}[a-zé0-9";\r\n]{0,5}$/),
);

test("A file begins with the mark, separates by semicolons, ends lines by CRLF and quotes every cell", async () => {
  expect(await write([["Zoé", null, 'a;b "c"\r\nd']], ["Prénom", "Société", "Message"])).toBe(
    '\uFEFF"Prénom";"Société";"Message"\r\n"Zoé";"";"a;b ""c""\r\nd"\r\n',
  );
});

test.each([
  "=1+1",
  "+33612345678",
  "-1",
  "@SUM(A1)",
  "\tx",
  "\rx",
  "\nx",
  "＝1",
  "＋1",
  "－1",
  "＠x",
  " =1",
  "'=1",
  "''@a",
  "0639982016",
  "'00",
  "1234567890123456",
  "10-12",
  "1/2",
  "10/12/26",
  "2026-11",
  "3e5",
  "1,5E3",
])("%j is no formula, no date and no other number once written, and can be had back", async (cell) => {
  const written = readCsv((await write([[cell]])).slice(1))[1]?.[0];
  expect(written).toBe(`'${cell}`);
  expect(restoreCell(`'${cell}`)).toBe(cell);
});

test.each([
  "l’été",
  "'hier",
  "a=1",
  "",
  "''",
  "0",
  "50",
  "123456789012345",
  "06 12 34 56 78",
  "Zoé - Paris",
  "0-500",
  "2026-11-23",
  "10-12 h",
])("%j is left as it is", async (cell) => {
  expect(readCsv((await write([[cell]])).slice(1))[1]).toEqual([cell]);
});

test("Whatever the cells hold, another reader finds them again, and none begins like a formula", async () => {
  const table = fc.array(fc.tuple(anyCell, anyCell, anyCell), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(table, async (rows) => {
      const [, ...lines] = readCsv((await write(rows, ["a", "b", "c"])).slice(1));
      expect(lines.map((line) => line.map(restoreCell))).toEqual(rows);
      for (const cell of lines.flat()) expect(cell).not.toMatch(/^[=+\-@＝＋－＠\t\r]/);
    }),
  );
});

test("The names of the columns leave before the first row is there", async () => {
  const { promise: never } = Promise.withResolvers<undefined>();
  async function* late() {
    await never;
    yield writeCsvRows([["x"]]);
  }
  const reader = openFile(late()).body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toBe('"Nom"\r\n');
});

test("Rows are asked for at the reader's pace, and no more once the reader left", async () => {
  let made = 0;
  let ended = false;
  async function* endless() {
    try {
      for (;;) {
        made += 1;
        yield writeCsvRows([["x".repeat(1024)]]);
      }
    } finally {
      ended = true;
    }
  }
  const reader = openFile(endless()).body!.getReader();
  for (let reads = 0; reads < 3; reads += 1) await reader.read();
  await reader.cancel();
  expect(made).toBeLessThan(400);
  expect(ended).toBe(true);
});

test("An error of the rows breaks the file off", async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield writeCsvRows([["x"]]);
    throw new Error("the database is gone");
  }
  await expect(openFile(broken()).text()).rejects.toThrow("the database is gone");
});
