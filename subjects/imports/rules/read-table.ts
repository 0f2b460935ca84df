import { failed, ok, type Result } from "#kit/result.ts";

import { importLimits } from "./limits.ts";

/** `line`: of the file, as a spreadsheet counts them; the headers are in the first. */
export type TableLine = { line: number; cells: string[] };
export type ImportTable = { headers: string[]; lines: TableLine[]; separator: string; encoding: Encoding };
export type TableProblem = "tooLarge" | "tooLong" | "empty" | "noTable" | "spreadsheet";
type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

const separators = [";", ",", "\t"];
/** Of the line of titles, as far as it is looked at for what separates them. */
const longestHead = 20_000;

/** A file of values as a French spreadsheet, or any other, writes it. */
export function readTable(bytes: Uint8Array<ArrayBuffer>): Result<ImportTable, TableProblem> {
  if (bytes.length > importLimits.bytes) return failed("tooLarge");
  if (isSpreadsheet(bytes)) return failed("spreadsheet");
  const encoding = encodingOf(bytes);
  // « sep=; » is for Excel alone.
  const text = new TextDecoder(encoding).decode(bytes).replace(/^sep=.\r?\n/i, "");
  const separator = separatorOf(text);
  const [headers = [], ...rest] = cellsOf(text, separator);
  const lines = rest
    .map((cells, place) => ({ line: place + 2, cells: cells.map((cell) => cell.replaceAll("\0", "")) }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (headers.every((header) => header.trim() === "")) return failed("empty");
  if (lines.length === 0) return failed("empty");
  if (headers.length < 2 && !/@|\d{9}/.test(lines[0]?.cells[0] ?? "")) return failed("noTable");
  if (lines.length > importLimits.lines) return failed("tooLong");
  return ok({ headers: headers.map((header) => header.trim()), lines, separator, encoding });
}

/** XLSX, ODS and XLS: what they hold is no text. */
function isSpreadsheet([first, second]: Uint8Array): boolean {
  return (first === 0x50 && second === 0x4b) || (first === 0xd0 && second === 0xcf);
}

/** What is no UTF-8 was written by a French Excel. */
function encodingOf(bytes: Uint8Array<ArrayBuffer>): Encoding {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return "utf-16le";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  // Without its mark: every other byte of a first line in Latin letters is empty.
  if (first !== 0 && second === 0) return "utf-16le";
  if (first === 0 && second !== 0) return "utf-16be";
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return "utf-8";
  } catch {
    return "windows-1252";
  }
}

/** The one that cuts the headers into most columns. */
function separatorOf(text: string): string {
  const counted = separators.map((separator) => {
    const [{ length } = []] = cellsOf(text.slice(0, longestHead), separator);
    return { separator, length };
  });
  return counted.sort((one, other) => other.length - one.length)[0]?.separator ?? ";";
}

/** Source: RFC 4180; a quote within a cell that begins without one is a letter, as spreadsheets have it. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let isQuoted = false;
  for (let place = 0; place < text.length; place++) {
    const letter = text[place] ?? "";
    const next = text[place + 1];
    if (isQuoted && letter === '"' && next === '"') {
      cell += letter;
      place++;
    } else if (letter === '"' && (isQuoted || cell === "")) {
      isQuoted = !isQuoted;
    } else if (isQuoted || (letter !== separator && letter !== "\n" && letter !== "\r")) {
      cell += letter;
    } else if (letter === separator) {
      row.push(cell);
      cell = "";
    } else {
      rows.push([...row, cell]);
      row = [];
      cell = "";
      if (letter === "\r" && next === "\n") place++;
    }
  }
  return cell === "" && row.length === 0 ? rows : [...rows, [...row, cell]];
}
