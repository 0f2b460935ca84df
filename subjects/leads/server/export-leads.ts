import { setImmediate as nextTurn } from "node:timers/promises";

import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/leads/contract/files.ts";
import { dayInParis, dayOfSite } from "#kit/civil-date.ts";
import { ok } from "#kit/result.ts";
import { readLeadFilters, writeLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { type AuditLine, writeAudit } from "#server/audit/write-audit.ts";
import { checkAdministrator, type UnverifiedCaller } from "#engine/auth/administration/administrator.ts";
import type { ServerContext } from "#server/context/context.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { answerCsv, type CsvRow, writeCsvRows } from "#engine/http/csv.ts";
import { answerXlsx } from "#engine/http/xlsx.ts";

import { type LeadBatch, type LeadCursor, type LeadSelection, readLeadBatch } from "./lead-batches.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";

import { createSheetWriter, sheetColumns } from "./lead-sheet.ts";

/**
 * Written in a millisecond; then everything else has its turn, and with it the reading of the next batch, which takes
 * six of them. What is written is let go of: rows that are held for a whole batch cost more to collect.
 */
const leadsAtOnce = 100;

type Export = { context: ServerContext; caller: UnverifiedCaller; selection: LeadSelection };

/**
 * `POST /export-leads`: the leads that the list shows under `{"query"}`, its address and in
 * its order, or those of `{"ids"}`, as a file for a spreadsheet: `"format"` is `csv` (`engine/http/csv.ts`), or
 * `xlsx` (`engine/http/xlsx.ts`).
 *
 * Read batch by batch in short transactions, each of which asks again whether the caller still may: a right that ends
 * breaks the file off. The audit log has a line when it starts and one when it ends, with how many leads left.
 */
export const exportLeads = administratorFunction(wire.exportLeadsCall, {
  sentences: functionProblems,
  async act(tx, { context, caller, now }, asked) {
    const day = dayInParis(now);
    const selection: LeadSelection =
      asked.ids === undefined
        ? { filters: readLeadFilters(new URLSearchParams(asked.query)), today: day }
        : { ids: asked.ids };
    await writeAudit(tx, describeExport("leads.export_started", { context, caller, selection }, {}));
    return ok({ context, caller, selection, day, format: asked.format ?? "csv" });
  },
  answer({ day, format, ...asked }) {
    const name = `leads-${day}.${format}`;
    const rows = readRows(asked);
    return format === "xlsx"
      ? answerXlsx({ name, columns: sheetColumns, rows })
      : answerCsv({ name, head: sheetColumns.map(({ head }) => head), lines: writeLines(rows) });
  },
});

async function* writeLines(rows: AsyncGenerator<CsvRow[]>): AsyncGenerator<Uint8Array> {
  for await (const some of rows) yield writeCsvRows(some);
}

async function* readRows(asked: Export): AsyncGenerator<CsvRow[]> {
  const { settings, now } = asked.context;
  const today = dayOfSite(settings, now());
  const writeRow = createSheetWriter(today, pricesOn(settings.site.offers, today));
  let count = 0;
  let isComplete = false;
  try {
    for await (const { leads } of readBatches(asked)) {
      while (leads.length > 0) {
        const some = leads.splice(0, leadsAtOnce);
        yield some.map(writeRow);
        count += some.length;
        await nextTurn();
      }
    }
    isComplete = true;
  } catch (error) {
    asked.context.log.error({ err: error, count }, "an export broke off");
    throw error;
  } finally {
    await asked.context.db.asServer((tx) =>
      writeAudit(tx, describeExport("leads.exported", asked, { count, is_complete: isComplete })),
    );
  }
}

/** The next batch is read while this one is written. */
async function* readBatches({ context, caller, selection }: Export): AsyncGenerator<LeadBatch> {
  const read = (after?: LeadCursor) =>
    context.db.asServer(async (tx) => {
      const allowed = await checkAdministrator(tx, caller);
      if (!allowed.ok) throw new Error(`The right to export ended: ${allowed.problem.code}.`);
      return readLeadBatch(tx, selection, after);
    });

  let reading: Promise<LeadBatch> | undefined = read();
  try {
    while (reading) {
      const batch: LeadBatch = await reading;
      reading = batch.next && read(batch.next);
      // Awaited in the next round; until then a rejection must not count as unhandled.
      reading?.catch(() => undefined);
      yield batch;
    }
  } finally {
    await reading?.catch(() => undefined);
  }
}

/** Names and codes of the filters; a search may be a person's name and stays out. */
function describeExport(
  action: AuditLine["action"],
  { caller, selection }: Export,
  detail: Record<string, unknown>,
): AuditLine {
  const which = "ids" in selection ? { selected: selection.ids.length } : { filters: codesOf(selection) };
  return { actor: caller.userId, action, detail: { ...which, ...detail } };
}

function codesOf({ filters }: Extract<LeadSelection, { filters: unknown }>): Record<string, string> {
  const said = Object.fromEntries(writeLeadFilters(filters));
  return "recherche" in said ? { ...said, recherche: "…" } : said;
}
