import type { CsvRow } from "./csv.ts";
import { streamChunks } from "./stream-chunks.ts";
import { zip } from "./zip.ts";

/**
 * Files for a spreadsheet with a type for each cell: ECMA-376, one sheet, its text in the cells. A text is a text,
 * whatever it begins with: nothing is run, and no digit is lost. Zipped as it is written (`zip.ts`), so that the rows
 * that are read are all that is held.
 *
 * Ours rather than a library: those that write as they read stand on archivers of a dozen packages, and the others hold
 * the whole sheet.
 */

export type SheetColumn = {
  head: string;
  /** An instant is « 2026-11-23 09:12 », a number has a point. */
  kind: "text" | "instant" | "number";
};

export type XlsxFile = {
  /** `list-2026-11-23.xlsx`: letters, digits, dots and dashes only. */
  name: string;
  columns: readonly SheetColumn[];
  /** Some at a time. */
  rows: AsyncIterable<readonly CsvRow[]>;
};

const styles = { text: 1, instant: 2, number: 0 } as const;

const xml = (text: string) => `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`;
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const relations = "http://schemas.openxmlformats.org/package/2006/relationships";
const office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const content = "application/vnd.openxmlformats-officedocument.spreadsheetml";

/** All but the sheet. */
const parts: Record<string, string> = {
  "[Content_Types].xml": xml(
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">` +
      `<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>` +
      `<Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/>` +
      `<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${content}.worksheet+xml"/></Types>`,
  ),
  "_rels/.rels": xml(
    `<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ),
  "xl/workbook.xml": xml(
    `<workbook xmlns="${main}" xmlns:r="${office}">` +
      `<sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ),
  "xl/_rels/workbook.xml.rels": xml(
    `<Relationships xmlns="${relations}">` +
      `<Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/>` +
      `<Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ),
  "xl/styles.xml": xml(
    `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy hh:mm"/></numFmts>` +
      `<fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders>` +
      `<cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/>` +
      `<xf numFmtId="164" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ),
};

/** Streams the file at the pace of its reader (`streamChunks`). */
export function answerXlsx({ name, columns, rows }: XlsxFile): Response {
  const entries = Object.entries(parts).map(([name, text]) => ({ name, text: [text] }));
  const sheet = { name: "xl/worksheets/sheet1.xml", text: writeSheet(columns, rows) };
  return new Response(streamChunks(zip([...entries, sheet])), {
    headers: {
      "content-type": `${content}.sheet`,
      "content-disposition": `attachment; filename="${name}"`,
    },
  });
}

async function* writeSheet(
  columns: readonly SheetColumn[],
  rows: AsyncIterable<readonly CsvRow[]>,
): AsyncGenerator<string, undefined, undefined> {
  const names = columns.map((_, index) => columnName(index));
  const writeRow = (row: CsvRow, number: number, kindOf: (index: number) => SheetColumn["kind"]) => {
    const cells = row.map((cell, index) => writeCell(cell, `${names[index]}${number}`, kindOf(index)));
    return `<row r="${number}">${cells.join("")}</row>`;
  };

  yield xml(
    `<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0">` +
      `<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`,
  );
  yield writeRow(
    columns.map(({ head }) => head),
    1,
    () => "text",
  );
  let number = 2;
  for await (const some of rows) {
    yield some.map((row, place) => writeRow(row, number + place, (index) => columns[index]?.kind ?? "text")).join("");
    number += some.length;
  }
  yield "</sheetData></worksheet>";
  return undefined;
}

/** Empty when null. */
function writeCell(cell: string | null, place: string, kind: SheetColumn["kind"]): string {
  if (cell === null || cell === "") return "";
  const value = kind === "instant" ? daysSince1899(cell) : kind === "number" ? Number(cell) : Number.NaN;
  if (Number.isFinite(value)) return `<c r="${place}" s="${styles[kind]}"><v>${value}</v></c>`;
  const text = `<is><t xml:space="preserve">${escapeText(cell)}</t></is>`;
  return `<c r="${place}" s="${styles.text}" t="inlineStr">${text}</c>`;
}

const dayMs = 86_400_000;
const daysTo1970 = 25_569;

/** As a spreadsheet counts: the clock of « 2026-11-23 09:12 », in no zone. */
function daysSince1899(instant: string): number {
  return Date.parse(`${instant.replace(" ", "T")}Z`) / dayMs + daysTo1970;
}

/** A, B, … Z, AA. */
function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26));
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter;
}

const marks: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", "\r": "&#13;" };

/** What XML cannot hold is left out; a text that looks like an escape of the format is one no more. */
function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9A-Fa-f]{4}_)/g, "_x005F_")
    .replaceAll(/(?![\t\n\r])[\p{Cc}\uFFFE\uFFFF]/gu, "")
    .replaceAll(/[&<>\r]/g, (mark) => marks[mark] ?? mark);
}
