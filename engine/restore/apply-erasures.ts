import { readFile } from "node:fs/promises";

import * as z from "zod";

import type { Database, Tx } from "#engine/db/database.ts";

const erasureShape = z.object({
  at: z.iso.datetime(),
  subject: z.string(),
  salt: z.string(),
  hash: z.string(),
});

/** A line of the list beside the backups: the salted hash of an erased row's id. */
export type Erasure = z.infer<typeof erasureShape>;

const perTransaction = 50;
const hashesPerQuestion = 5000;

/**
 * The list beside the backups. A last line that was cut off by a full disk or a kill was never acknowledged, and is not
 * counted.
 *
 * @throws in one sentence when the file that was named is not there, or is no such list
 */
export async function readErasures(file: string | undefined, steps: ErasureStep[]): Promise<Erasure[]> {
  const subjects = new Set(steps.map(({ subject }) => subject));
  if (file === undefined) return [];
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new Error(`There is no list of erasures ${file}.`, { cause });
  });
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line, index) => {
    const erasure = erasureShape.safeParse(parseJson(line));
    if (!erasure.success || !subjects.has(erasure.data.subject))
      throw new Error(`Line ${index + 1} of ${file} is no erasure: put the list back as it was.`);
    return erasure.data;
  });
}

function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/** What the list may name. */
export type ErasureStep = {
  /** In the lines of the list. */
  subject: string;
  table: string;
  /** What is hashed, where it is not `id`. */
  column?: string;
  /** Looked up before anything goes: its ids are told to every `erase`. */
  isKnownFirst?: boolean;
  /** @returns how many rows went. Without it, the subject only says something of another. */
  erase?: (tx: Tx, id: string, known: KnownErasures) => Promise<number>;
};

/** Ids on the list, by the subjects that are known first. */
export type KnownErasures = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Repeats the erasures on a restored database, step by step. Ids are never reused, so erasures younger and older than
 * the backup are applied alike.
 *
 * @returns how many rows the steps say that they erased
 */
export async function applyErasures(db: Database, steps: ErasureStep[], erasures: Erasure[]): Promise<number> {
  let count = 0;
  const find = ({ subject, table, column = "id" }: ErasureStep) =>
    findErased(
      db,
      table,
      column,
      erasures.filter((erasure) => erasure.subject === subject),
    );
  const known = new Map<string, ReadonlySet<string>>();
  for (const step of steps.filter(({ isKnownFirst }) => isKnownFirst)) {
    known.set(step.subject, new Set(await find(step)));
  }
  for (const step of steps) {
    const { erase } = step;
    if (!erase) continue;
    const ids = [...(known.get(step.subject) ?? (await find(step)))];
    for (let start = 0; start < ids.length; start += perTransaction) {
      const some = ids.slice(start, start + perTransaction);
      await db.asServer(async (tx) => {
        for (const id of some) count += await erase(tx, id, known);
      });
    }
  }
  return count;
}

/** The ids of a table that are on the list. Lines of one database share their salt: each is one look at the table. */
async function findErased(db: Database, table: string, column: string, erasures: Erasure[]): Promise<string[]> {
  const bySalt = Map.groupBy(erasures, ({ salt }) => salt);
  const found = new Set<string>();
  for (const [salt, lines] of bySalt) {
    const hashes = [...new Set(lines.map(({ hash }) => hash))];
    for (let start = 0; start < hashes.length; start += hashesPerQuestion) {
      const { rows } = await db.asServer((tx) =>
        tx.query<{ id: string }>(
          `select ${column} as id from ${table}
           where encode(sha256(convert_to($1 || ${column}::text, 'UTF8')), 'hex') = any ($2::text[])`,
          [salt, hashes.slice(start, start + hashesPerQuestion)],
        ),
      );
      for (const { id } of rows) found.add(id);
    }
  }
  return [...found];
}
