import { setImmediate as nextTurn } from "node:timers/promises";

import { streamChunks } from "./stream-chunks.ts";

/**
 * Files for a spreadsheet, as a French Excel and LibreOffice open them with a double click: RFC 4180 with a byte order
 * mark, `;` between cells, CRLF after each line, every cell quoted.
 *
 * A spreadsheet runs what begins like a formula, quoted or not (OWASP, "CSV injection"). Such a cell gets one more
 * apostrophe in front; so does a cell that begins with apostrophes before such a sign. Undoing is taking one away from
 * each cell that has one and would still be a formula without all of them: nothing else is changed, and nothing lost.
 * So is a cell of digits that a spreadsheet would shorten: it takes the zero off a telephone number typed without spaces,
 * and rounds what has more than fifteen digits.
 *
 * Ours rather than `csv-stringify`, whose `escape_formulas` leaves `'=1` as it is, so that it reads as `=1` does.
 */

/** Empty when null. */
export type CsvRow = readonly (string | null)[];

export type CsvFile = {
  /** `leads-2026-11-23.csv`: letters, digits, dots and dashes only. */
  name: string;
  /** Names of the columns; they leave before the first row is there. */
  head: readonly string[];
  /** Some at a time, as they are read: a turn of the event loop for each would cost more than to write it. */
  rows: AsyncIterable<Iterable<CsvRow>>;
};

/** Most cells begin so, and are taken for nothing else. */
const plain = /^[A-Za-z]/;
/** Some spreadsheets trim before they look, so white space hides nothing. */
const misread = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠]|\s*(?:0\d+|\d{16,})\s*$)/;

/** In characters, some thirty leads: what is gathered before it is sent, and before everything else has its turn. */
const chunkLength = 16 * 1024;

/** Streams the file at the pace of its reader (`streamChunks`). */
export function answerCsv({ name, head, rows }: CsvFile): Response {
  return new Response(streamChunks(encode(head, rows)), {
    headers: {
      "content-type": "text/csv; charset=utf-8",
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
}

async function* encode(
  head: readonly string[],
  rows: CsvFile["rows"],
): AsyncGenerator<Uint8Array, undefined, undefined> {
  const encoder = new TextEncoder();
  yield encoder.encode(`\uFEFF${writeLine(head)}`);
  let lines = "";
  for await (const some of rows) {
    for (const row of some) {
      lines += writeLine(row);
      if (lines.length < chunkLength) continue;
      yield encoder.encode(lines);
      lines = "";
      // Rows that are there already would otherwise keep the process from everything else, the reading of the next ones
      // included, which takes six turns of the database: with 128 KB at a time an export was a fifth slower.
      await nextTurn();
    }
  }
  if (lines) yield encoder.encode(lines);
  return undefined;
}

function writeLine(row: CsvRow): string {
  let line = "";
  for (const cell of row) line += line === "" ? writeCell(cell) : `;${writeCell(cell)}`;
  return `${line}\r\n`;
}

function writeCell(cell: string | null): string {
  // Most cells of a row are empty.
  if (cell === null || cell === "") return '""';
  const doubled = cell.includes('"') ? cell.replaceAll('"', '""') : cell;
  return `"${neutralise(doubled)}"`;
}

function neutralise(cell: string): string {
  return !plain.test(cell) && misread.test(cell) ? `'${cell}` : cell;
}
