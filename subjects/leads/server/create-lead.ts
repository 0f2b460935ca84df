import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import { readConsents } from "#subjects/consent/rules/consents.ts";
import * as wire from "#subjects/leads/contract/contacts.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { ok } from "#kit/result.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { noteConference } from "#subjects/conferences/server/conference-places.ts";

import { type DeskOutcome, readRefusal } from "#server/functions/door/outcomes.ts";

type Created = DeskOutcome & { lead_id: string; reference: string; is_new: boolean };

/**
 * `POST /create-lead`: a lead that came by telephone, under the names of `create_lead_without_auth` without `_param`,
 * beside `funnel_origin`. The receivers are told as of any other; the person is mailed nothing, as they asked for
 * nothing. See `docs/decisions/0031-what-the-team-does-to-a-lead.md`.
 *
 * With an `idempotency_key` a repeat makes no second one. Of a person who has a lead of that offer already, `is_new` is
 * false, and what was typed waits beside its answers.
 */
export const createLead = administratorFunction(wire.createLeadCall, {
  sentences: deskProblems,
  async act(tx, { context: { settings }, caller, now }, { consents, ...answered }) {
    const form = answered.funnel_origin;
    const given = { ...answered, consents: readConsents(consents, form, ["calls", "newsletter", "terms"]) };
    const parameters = Object.entries(given).filter(([, value]) => value !== null && value !== undefined);
    const { rows } = await tx.query<{ outcome: Created }>("select private.create_lead_by_hand($1, $2) as outcome", [
      JSON.stringify(Object.fromEntries(parameters.map(([name, value]) => [`${name}_param`, value]))),
      caller.userId,
    ]);
    const outcome = rows[0]?.outcome ?? { refused: "value_malformed: lead", lead_id: "", reference: "", is_new: false };
    const { lead_id, reference, is_new } = outcome;
    const refusal = readRefusal(wire.createLeadCall, outcome);
    if (refusal) return refusal;

    // A conference that is over takes no registration any more, and the next has no day yet.
    const { conference } = settings.site.offers;
    const isOver = conferencePhase(conference, dayOfSite(settings, now)) === "past";
    if (requestRules[form].isPlace && conference && !isOver) await noteConference(tx, reference, conference.heldOn);
    return ok({ lead_id, reference, is_new });
  },
  answer: (created) => created,
});
