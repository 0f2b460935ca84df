import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import { consentNoted } from "#subjects/consent/rules/consents.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { type DeskOutcome, readRefusal } from "#server/functions/door/outcomes.ts";
import { isToCome } from "./create-lead.ts";

/**
 * `POST /note-consent`: `{"lead_id", "given_on", "source", "text"}`: what a person agreed to by telephone or elsewhere.
 * Its proof is kept as that of a form is.
 */
export const noteConsent = administratorFunction(wire.noteConsentCall, {
  sentences: deskProblems,
  async act(tx, { caller, now }, { lead_id: leadId, ...noted }) {
    if (isToCome(noted, now)) return failed({ status: 400, code: "day_to_come", field: "given_on" } as const);
    // The form is the lead's own: the database says it.
    const { rows } = await tx.query<{ outcome: DeskOutcome }>(
      "select private.note_call_consent($1, $2, $3) as outcome",
      [leadId, JSON.stringify(consentNoted(noted, "general")), caller.userId],
    );
    const outcome = rows[0]?.outcome ?? {};
    return readRefusal(wire.noteConsentCall, outcome) ?? ok({ updated_at: outcome.updated_at ?? "" });
  },
  answer: (noted) => noted,
});
