import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/contacts.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { type DeskOutcome, readRefusal } from "#server/functions/door/outcomes.ts";

type Merge = DeskOutcome & { merge_id?: string; leads?: { lead_id: string; into_lead_id: string }[] };

/**
 * `POST /merge-contacts`: the contacts of the leads in `merge` become that of the lead in `keep`. Leads of the same
 * offer become one, the others go over as they are; every answer, consent, payment, message and line of history is
 * kept. Where one of `merge` has the account, which then reads all of it, `account` names it; else
 * `account_unconfirmed`.
 *
 * `{"undo": merge_id}` parts them again, for ten minutes and until the kept lead is changed.
 */
export const mergeContacts = administratorFunction(wire.mergeContactsCall, {
  sentences: deskProblems,
  async act(tx, { caller }, asked) {
    const { rows } =
      asked.undo === undefined
        ? await tx.query<{ outcome: Merge }>("select private.merge_contacts($1, $2, $3, $4) as outcome", [
            asked.keep,
            asked.merge,
            caller.userId,
            asked.account ?? null,
          ])
        : await tx.query<{ outcome: Merge }>("select private.undo_merge($1, $2) as outcome", [
            asked.undo,
            caller.userId,
          ]);
    const outcome = rows[0]?.outcome ?? { code: "unknown_lead" };
    return readRefusal(wire.mergeContactsCall, outcome) ?? ok({ merge_id: outcome.merge_id, leads: outcome.leads });
  },
  answer: (merge) => merge,
});
