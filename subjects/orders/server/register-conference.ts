import { editionOn } from "#subjects/offers/rules/conference/editions.ts";
import { conferencesCopy, waitlistTextVersion } from "#subjects/conferences/words/conferences.ts";
import { conferenceProblems } from "#subjects/orders/words/order-problems.ts";
import { type Consent, type AgreementPurpose, readConsents } from "#subjects/consent/rules/consents.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { conferenceBusinessType } from "#domain/kernel/lead.ts";
import { failed, ok } from "#kit/result.ts";
import { conferencePhase, readConferenceRegistration } from "#subjects/conferences/rules/conference-registration.ts";
import { storedAnswers } from "#subjects/funnel/rules/order-answers.ts";
import * as wire from "#subjects/orders/contract/orders.ts";

import { consentsOf, firstProblem, orderFunction } from "./receive-order.ts";

const purposes: AgreementPurpose[] = ["calls", "newsletter"];

/**
 * `POST /register-conference`: a lawyer's place at the conference or, once registration is closed, a place on the list
 * of those who want to hear of the next one.
 *
 * Source: resolutions, sections 2 and 10. The body is the lead record; what it says of funnel, trade, time
 * and page is ours to say.
 */
export const registerConference = orderFunction(wire.registerConferenceCall, (context) => {
  const { settings } = context;

  return {
    read(body, stored) {
      const conference = announced();
      const registration = readConferenceRegistration(body);
      if (!registration.ok) return failed(firstProblem(registration.problem, conferenceProblems));
      const { email, newsletter } = registration.value;
      const known = { ...registration.value, businessType: conferenceBusinessType };
      const { contact, answers, notes } = storedAnswers("conferences", known);
      const isWaiting = stored ? isWaitlisted(stored) : isTooLate() || asksToWait(body);
      return ok({
        form: "conferences",
        email,
        contact,
        answers: { ...answers, extra_answers: { ...notes, newsletter, ...(isWaiting && { kind: "waitlist" }) } },
        consents: {
          ...readConsents(consentsOf(body), "conferences", purposes),
          ...(isWaiting && { waitlist: askedToHear() }),
        },
        source_path: "/conferences",
        ...(conference && { conference_on: conference.heldOn }),
      });
    },
    describe: ({ answers }) => (isWaitlisted(answers) ? { kind: "waitlist" } : {}),
  };

  /** By our clock: the form has no box for it. */
  function askedToHear(): Consent {
    const text = conferencesCopy.waitlist.title;
    return { granted: true, at: context.now().toISOString(), version: waitlistTextVersion, form: "conferences", text };
  }

  /** A page left open does not sell a place at a conference that has begun. */
  function isTooLate(): boolean {
    return conferencePhase(announced(), dayOfSite(settings, context.now())) !== "open";
  }

  function announced() {
    return editionOn(settings.site.offers.conferences, dayOfSite(settings, context.now()));
  }
});

/** What was registered in time stays so, however late it is sent again. */
function isWaitlisted({ extra_answers: extra }: Record<string, unknown>): boolean {
  return (extra as { kind?: unknown } | undefined)?.kind === "waitlist";
}

function asksToWait(body: unknown): boolean {
  return (body as { kind?: unknown }).kind === "waitlist";
}
