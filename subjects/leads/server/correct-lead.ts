import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import { unsoldVolumeIn } from "#subjects/funnel/rules/counts.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { type DeskOutcome, readRefusal } from "#server/functions/door/outcomes.ts";

type Correction = DeskOutcome & { before: Record<string, unknown>; after: Record<string, unknown>; updated_at: string };

/**
 * `POST /correct-lead`: puts right what a contact is and answered: `{"lead_id", "set"}`, under the names of
 * `admin_dashboard`; empty is no answer. What stood there is kept in the history, and is answered as `before`.
 */
export const correctLead = administratorFunction(wire.correctLeadCall, {
  sentences: deskProblems,
  async act(tx, { caller }, { lead_id: leadId, set, seen_at: seen }) {
    const unsold = unsoldVolumeIn(set);
    if (unsold !== undefined) return failed({ status: 400, code: "volume_not_sold", field: unsold } as const);
    const { rows } = await tx.query<{ outcome: Correction }>("select private.correct_lead($1, $2, $3, $4) as outcome", [
      leadId,
      JSON.stringify(set),
      seen ?? null,
      caller.userId,
    ]);
    const outcome = rows[0]?.outcome ?? { code: "unknown_lead", before: {}, after: {}, updated_at: "" };
    const { before, after, updated_at } = outcome;
    return readRefusal(wire.correctLeadCall, outcome) ?? ok({ before, after, updated_at });
  },
  answer: (corrected) => corrected,
});
