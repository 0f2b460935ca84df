import { editionOn } from "#subjects/offers/rules/conference/editions.ts";
import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import { consentNoted, type NotedConsent, readConsents } from "#subjects/consent/rules/consents.ts";
import * as wire from "#subjects/leads/contract/contacts.ts";
import { dayInParis, dayOfSite } from "#kit/civil-date.ts";
import { presentOnly } from "#kit/present-only.ts";
import { failed, ok } from "#kit/result.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { noteConference } from "#subjects/conferences/server/conference-places.ts";

import { type DeskOutcome, readRefusal } from "#server/functions/door/outcomes.ts";
import { writeNote } from "./add-note.ts";
import { changeEach, refuseOwner } from "./change-leads.ts";
import { readCallback } from "./set-callback.ts";

type Created = DeskOutcome & { lead_id: string; reference: string; is_new: boolean };

/**
 * `POST /create-lead`: a lead that came by telephone, under the names of the columns of leads, beside `funnel_origin`.
 * The receivers are told as of any other; the person is mailed nothing, as they asked for nothing. See
 * `docs/decisions/0031-what-the-team-does-to-a-lead.md`.
 *
 * With an `idempotency_key` a repeat makes no second one. Of a person who has a lead of that offer already, `is_new` is
 * false, and what was typed waits beside its answers.
 */
export const createLead = administratorFunction(wire.createLeadCall, {
  sentences: deskProblems,
  async act(tx, { context: { settings }, caller, now }, asked) {
    const { consents, call_consent: callConsent, note = "", owner = null, callback_at, ...answered } = asked;
    const form = answered.funnel_origin;
    if (callConsent && isToCome(callConsent, now)) return failed({ status: 400, code: "day_to_come" } as const);
    const callback = await readCallback(tx, callback_at ?? null, now);
    if (!callback.ok) return failed({ ...callback.problem, field: "callback_at" } as const);
    const unfit = await refuseOwner(tx, owner);
    if (unfit) return unfit;

    const given = { ...answered, consents: { ...readConsents(consents, form, boxes), ...callsOf(callConsent, form) } };
    const { rows } = await tx.query<{ outcome: Created }>("select private.create_lead_by_hand($1, $2) as outcome", [
      JSON.stringify(presentOnly(given)),
      caller.userId,
    ]);
    const outcome = rows[0]?.outcome ?? { refused: "value_malformed: lead", lead_id: "", reference: "", is_new: false };
    const { lead_id, reference, is_new } = outcome;
    const refusal = readRefusal(wire.createLeadCall, outcome);
    if (refusal) return refusal;

    if (is_new) await setBeside(tx, lead_id, { owner, callback_at: callback.value });
    if (note.trim() !== "") {
      // Under the reference of the request, so that a repeat writes no second one.
      await writeNote(tx, { author: caller.userId, now, lead_id, text: note, note_id: reference });
    }
    // A conference that is over takes no registration any more, and the next has no day yet.
    const today = dayOfSite(settings, now);
    const conference = editionOn(settings.site.offers.conferences, today);
    const isOver = conferencePhase(conference, today) === "past";
    if (requestRules[form].isPlace && conference && !isOver) await noteConference(tx, reference, conference.heldOn);
    return ok({ lead_id, reference, is_new });
  },
  answer: (created) => created,
});

const boxes = ["calls", "newsletter", "terms"] as const;

function callsOf(noted: NotedConsent | undefined, form: FunnelOrigin) {
  return noted ? { calls: consentNoted(noted, form) } : {};
}

export function isToCome({ given_on: day }: NotedConsent, now: Date): boolean {
  return day > dayInParis(now);
}

/** Nothing that is null is set: a lead that is new has none of it. */
async function setBeside(tx: Tx, leadId: string, beside: Record<string, unknown>): Promise<void> {
  const set = Object.fromEntries(Object.entries(beside).filter(([, value]) => value !== null));
  if (Object.keys(set).length > 0) await changeEach(tx, [leadId], set, undefined);
}
