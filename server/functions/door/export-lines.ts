import { functionProblems } from "#content/shared/function-problems.ts";
import type { exportConferenceCall, exportJournalCall, exportNewsletterCall } from "#subjects/leads/contract/files.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { ok } from "#kit/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { checkAdministrator, type UnverifiedCaller } from "#engine/auth/administration/administrator.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { DbRow, Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { answerCsv, type CsvRow, writeCsvRows } from "#engine/http/csv.ts";

/** Few enough for a short transaction and little memory. */
export const linesPerBatch = 1000;

type FileContract = typeof exportConferenceCall | typeof exportJournalCall | typeof exportNewsletterCall;

type LineExport<Filters, Line extends DbRow> = {
  /** What the file is called, before the day. */
  name: string;
  head: readonly string[];
  /** Of the screen's address. */
  readFilters: (params: URLSearchParams, context: ServerContext) => Filters;
  /** The filters without personal data, for the audit log. */
  describe: (filters: Filters) => Record<string, unknown>;
  /** At most {@link linesPerBatch}, after that line. */
  read: (tx: Tx, filters: Filters, after: Line | undefined) => Promise<Line[]>;
  write: (line: Line, context: ServerContext) => CsvRow;
};

/**
 * A file of all lines that a screen shows under `{"query"}`, its address, in the order of the screen.
 *
 * Read batch by batch in short transactions, each of which asks again whether the caller still may: a right that ends
 * breaks the file off. The audit log has its line before the first one leaves.
 */
export function exportLines<Filters, Line extends DbRow>(contract: FileContract, declared: LineExport<Filters, Line>) {
  const [action] = contract.audit;
  return administratorFunction(contract, {
    sentences: functionProblems,
    async act(tx, { context, caller, now }, { query }) {
      const filters = declared.readFilters(new URLSearchParams(query), context);
      const detail = { filters: declared.describe(filters) };
      await writeAudit(tx, { actor: caller.userId, action, detail });
      return ok({ context, caller, filters, day: dayInParis(now) });
    },
    answer: ({ day, ...asked }) =>
      answerCsv({ name: `${declared.name}-${day}.csv`, head: declared.head, lines: readLines(declared, asked) }),
  });
}

type Asked<Filters> = { context: ServerContext; caller: UnverifiedCaller; filters: Filters };

async function* readLines<Filters, Line extends DbRow>(
  { read, write }: LineExport<Filters, Line>,
  { context, caller, filters }: Asked<Filters>,
): AsyncGenerator<Uint8Array> {
  let last: Line | undefined;
  let isMore = true;
  while (isMore) {
    const after = last;
    const lines = await context.db.asServer(async (tx) => {
      const allowed = await checkAdministrator(tx, caller);
      if (!allowed.ok) throw new Error(`The right to export ended: ${allowed.problem.code}.`);
      return read(tx, filters, after);
    });
    yield writeCsvRows(lines.map((line) => write(line, context)));
    last = lines.at(-1);
    isMore = lines.length === linesPerBatch;
  }
}

const instant = new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Paris", dateStyle: "short", timeStyle: "medium" });

/** « 2026-11-23 09:12:04 », in Paris: a spreadsheet of any language reads it as an instant. */
export function formatInParis(at: Date | null): string | null {
  return at && instant.format(at);
}
