import { importProblems } from "#subjects/imports/words/import-problems.ts";
import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import { consentNoted } from "#subjects/consent/rules/consents.ts";
import * as wire from "#subjects/imports/contract/imports.ts";
import type { ReadOf } from "#domain/wire/contract.ts";
import { addDays, dayInParis } from "#kit/civil-date.ts";
import { failed, ok } from "#kit/result.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { inParis, officeHours } from "#subjects/leads/rules/working-time.ts";
import { unsoldVolumeIn } from "#subjects/funnel/rules/counts.ts";
import { refuseOwner } from "#subjects/leads/server/change-leads.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

type Line = ReadOf<typeof wire.importLeadsCall>["lines"][number];
type Outcome = Pick<wire.LineOutcome, "line" | "code" | "lead_id" | "alike"> & { refused?: string };
type Imported = { code?: "import_differs" | "import_undone" | "import_too_long" } & {
  reached_line: number;
  created: number;
  duplicates: number;
  refused: number;
  results: Outcome[];
};

/**
 * `POST /import-leads`: some lines of a file, under the id that the browser made of it. A repeat changes nothing, and
 * says how far the file was read: there it goes on. `dry_run` does the same work, and keeps none of it.
 */
export const importLeads = administratorFunction(wire.importLeadsCall, {
  sentences: { ...deskProblems, ...importProblems },
  async act(tx, { caller, now }, { lines, dry_run: isDry = false, import_id: id, ...file }) {
    const today = dayInParis(now);
    if (lines.some(({ call_consent: consent }) => consent && consent.given_on > today)) {
      return failed({ status: 400, code: "day_to_come", field: "lines" } as const);
    }
    const isFar = ({ callback_at: day }: Line) => day && (day < addDays(today, -1) || day > addDays(today, 2 * 365));
    if (lines.some(isFar)) return failed({ status: 400, code: "callback_out_of_reach", field: "lines" } as const);

    if (lines.some((line) => unsoldVolumeIn(line) !== undefined)) {
      return failed({ status: 400, code: "volume_not_sold", field: "lines" } as const);
    }
    for (const owner of new Set(lines.map((line) => line.owner))) {
      const unfit = await refuseOwner(tx, owner);
      if (unfit) return unfit;
    }

    const work = () =>
      readLines(
        tx,
        { id: id.toLowerCase(), ...file },
        caller.userId,
        lines.map((line) => stored(line, file.funnel_origin)),
      );
    const { code, results, ...counts } = await (isDry ? withoutTrace(tx, work) : work());
    if (code !== undefined) return failed({ status: 409, code });
    return ok({ ...counts, results: results.map(describe) });
  },
  answer: (imported) => imported,
});

/** As the database reads a line. */
function stored({ call_consent: consent, callback_at: day, ...line }: Line, form: FunnelOrigin) {
  return {
    ...line,
    ...(day && { callback_at: inParis(day, officeHours.opensAt) }),
    ...(consent && { consents: { calls: consentNoted(consent, form) } }),
  };
}

async function readLines(tx: Tx, file: object, author: string, lines: object[]): Promise<Imported> {
  const { rows } = await tx.query<{ imported: Imported }>("select private.import_lines($1, $2, $3) as imported", [
    JSON.stringify(file),
    JSON.stringify(lines),
    author,
  ]);
  if (!rows[0]) throw new Error("No answer about the lines of an import.");
  return rows[0].imported;
}

/** What it did is undone; the answer stays. */
async function withoutTrace<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.runScript("savepoint dry_run");
  const done = await work();
  await tx.runScript("rollback to savepoint dry_run");
  return done;
}

function describe({ refused, ...outcome }: Outcome): wire.LineOutcome {
  if (refused === undefined) return outcome;
  const [code = ""] = refused.split(":");
  const sentences: Record<string, string> = deskProblems;
  return { ...outcome, error: sentences[code] ?? deskProblems.value_malformed };
}
