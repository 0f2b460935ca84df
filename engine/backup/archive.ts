import { createHash, type Hash } from "node:crypto";

import * as z from "zod";

/**
 * What is in a backup, before it is compressed and encrypted: lines of JSON.
 *
 * ```text
 * {"format":"ariane-backup", …}            header
 * {"table":"public.books","columns":[…]}   then its rows, each an array with the text of every column, in that order
 * ["0b7c…","2026-11-23 02:00:00+00",null]
 * {"rows":1,"sha256":"…"}                  of the lines of those rows, newlines included
 * {"sequences":[…]}
 * {"end":true,"tables":31,"rows":1,"bytes":…,"sha256":"…","mac":"…"}  of everything before
 * ```
 *
 * Values are PostgreSQL's own texts under `textSettings`, so both engines write the same ones. Without the last line
 * the file was truncated. Version 1 had no `mac` (`authentication.ts`).
 */
export const formatVersion = 2;

/** In bytes. Longer than any row can be: an event of 1 MiB, each of its characters escaped twice, is 7 MiB. */
const longestLineBytes = 32 * 1024 ** 2;

const beginningShape = z.object({ format: z.literal("ariane-backup"), version: z.number() });

const headerShape = z.object({
  format: z.literal("ariane-backup"),
  version: z.union([z.literal(1), z.literal(formatVersion)]),
  id: z.uuid(),
  /** Instant of the snapshot, ISO 8601 in UTC. */
  at: z.iso.datetime(),
  engine: z.enum(["embedded", "postgres"]),
  databaseVersion: z.string(),
  /** Those applied, by version: the schema that the rows fit in. */
  migrations: z.array(z.string()),
});
export type Header = z.infer<typeof headerShape>;

const tableShape = z.object({ table: z.string(), columns: z.array(z.string()) });
export type ArchivedTable = z.infer<typeof tableShape>;

const tableEndShape = z.object({ rows: z.number(), sha256: z.string() });
export type TableSum = z.infer<typeof tableEndShape>;

const sequenceShape = z.object({ name: z.string(), lastValue: z.string(), isCalled: z.boolean() });
export type SequenceState = z.infer<typeof sequenceShape>;

const sequencesShape = z.object({ sequences: z.array(sequenceShape) });

const endShape = z.object({
  end: z.literal(true),
  tables: z.number(),
  rows: z.number(),
  bytes: z.number(),
  sha256: z.string(),
  mac: z.string().optional(),
});
export type ArchiveEnd = z.infer<typeof endShape>;

export type ArchivePart =
  | { kind: "header"; header: Header }
  | { kind: "table"; table: ArchivedTable }
  /** Some rows of the table, each as it is in the file. */
  | { kind: "rows"; rows: string[] }
  | { kind: "tableEnd"; table: ArchivedTable; sum: TableSum }
  | { kind: "sequences"; sequences: SequenceState[] }
  | { kind: "end"; end: ArchiveEnd };

/** The file is not what was written: cut off, or changed. */
export class DamagedArchive extends Error {}

/** A file of something else, or of a later format. */
export class ForeignArchive extends Error {}

export function writeLine(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

/** Counts and hashes the rows of one table. */
export function createTableSum() {
  const hash: Hash = createHash("sha256");
  let rows = 0;
  return {
    add(lines: readonly string[]): Buffer {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(""));
      hash.update(bytes);
      rows += lines.length;
      return bytes;
    },
    read: (): TableSum => ({ rows, sha256: hash.copy().digest("hex") }),
  };
}

/**
 * The parts of an archive, in its order, each table's rows counted and hashed on the way.
 *
 * @throws DamagedArchive where something is missing or changed; ForeignArchive for another file
 */
export async function* readParts(chunks: AsyncIterable<Buffer>): AsyncGenerator<ArchivePart> {
  let table: ArchivedTable | undefined;
  let sum = createTableSum();
  let hasHeader = false;
  let isOver = false;
  const totals = { tables: 0, rows: 0 };
  const everything = createHash("sha256");

  for await (const { rows, line } of groupLines(chunks)) {
    if (isOver) throw new DamagedArchive("Something follows the last line.");
    if (rows) {
      if (!table) throw new DamagedArchive("Rows of no table.");
      everything.update(sum.add(rows));
      yield { kind: "rows", rows };
      continue;
    }
    const part = readControlLine(line, hasHeader);
    hasHeader = true;
    if (part.kind !== "end") everything.update(`${line}\n`);
    if (part.kind === "table") {
      if (table) throw new DamagedArchive(`${table.table} has no end.`);
      ({ table } = part);
      sum = createTableSum();
    }
    if (part.kind === "tableEnd") {
      const { rows: count, sha256 } = sum.read();
      if (!table || part.sum.rows !== count || part.sum.sha256 !== sha256) {
        throw new DamagedArchive(`${table?.table ?? "A table"} has other rows than were written.`);
      }
      totals.tables += 1;
      totals.rows += count;
      yield { ...part, table };
      table = undefined;
      continue;
    }
    if (part.kind === "end") {
      isOver = true;
      const { tables, rows: count, sha256 } = part.end;
      const isRight = tables === totals.tables && count === totals.rows && sha256 === everything.digest("hex");
      if (table || !isRight) {
        throw new DamagedArchive("The last line says something else than what is before it.");
      }
    }
    yield part;
  }
  if (!isOver) throw new DamagedArchive("The last line is missing.");
}

type ControlPart = Exclude<ArchivePart, { kind: "rows" | "tableEnd" }> | { kind: "tableEnd"; sum: TableSum };

function readControlLine(line: string, hasHeader: boolean): ControlPart {
  const value = parseJson(line);
  if (!hasHeader) {
    const beginning = beginningShape.safeParse(value);
    if (!beginning.success) throw new ForeignArchive("it does not begin like one.");
    if (beginning.data.version > formatVersion) throw new ForeignArchive("a newer version wrote it, install that one.");
    const header = headerShape.safeParse(value);
    if (!header.success) throw new DamagedArchive("The header says something else than was written.");
    return { kind: "header", header: header.data };
  }
  const table = tableShape.safeParse(value);
  if (table.success) return { kind: "table", table: table.data };
  const end = endShape.safeParse(value);
  if (end.success) return { kind: "end", end: end.data };
  const sum = tableEndShape.safeParse(value);
  if (sum.success) return { kind: "tableEnd", sum: sum.data };
  const sequences = sequencesShape.safeParse(value);
  if (sequences.success) return { kind: "sequences", ...sequences.data };
  throw new DamagedArchive("A line that is none of ours.");
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

type Group = { rows: string[]; line?: undefined } | { rows?: undefined; line: string };

/**
 * Rows that come together, and the lines between them one by one. Memory holds a chunk and a line, which is bounded.
 */
async function* groupLines(chunks: AsyncIterable<Buffer>): AsyncGenerator<Group> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  for await (const chunk of chunks) {
    const end = chunk.lastIndexOf(newline);
    if (end < 0) {
      rest.push(chunk);
      restBytes += chunk.length;
      if (restBytes > longestLineBytes) throw new DamagedArchive("A line is longer than any that is written.");
      continue;
    }
    const text = Buffer.concat([...rest, chunk.subarray(0, end)]).toString();
    rest = [chunk.subarray(end + 1)];
    restBytes = chunk.length - end - 1;
    let rows: string[] = [];
    for (const line of text.split("\n")) {
      if (line.startsWith("[")) {
        rows.push(line);
        continue;
      }
      if (rows.length > 0) yield { rows };
      rows = [];
      yield { line };
    }
    if (rows.length > 0) yield { rows };
  }
  if (rest.some(({ length }) => length > 0)) throw new DamagedArchive("The last line is cut off.");
}

const newline = 0x0a;
