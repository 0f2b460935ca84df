import type { Consents } from "#subjects/consent/rules/consents.ts";
import { asObject } from "#kit/as-object.ts";
import { conferenceBusinessType, type OrderFormName } from "#domain/kernel/lead.ts";

import type { Attribution } from "#subjects/leads/rules/attribution.ts";
import type { ClosingOrder } from "./closing-order.ts";
import type { ConferenceRegistration } from "#subjects/conferences/rules/conference-registration.ts";
import { sentAnswers } from "#subjects/funnel/rules/order-answers.ts";

/** What an order form sends to its function; also what is kept in the browser's queue. */
export type OrderSubmission = {
  funnel: OrderFormName;
  body: Record<string, unknown>;
  /** The same key twice is one lead. */
  idempotencyKey: string;
};

/** An order that the browser kept, as it is sent once more: a rule that came after it may not refuse its answers. */
export function asKept(order: OrderSubmission): OrderSubmission {
  return { ...order, body: { ...order.body, isKept: true } };
}

/** Whether the body of an order says that a browser had kept it. */
export function isKeptOrder(body: unknown): boolean {
  return asObject(body).isKept === true;
}

type SubmissionAttempt = {
  idempotencyKey: string;
  consents: Consents;
  attribution?: Attribution | undefined;
  honeypot: string;
};

/** The eight specified keys (section 7), the company of the register, and the consent records of the boxes. */
export function closingSubmission(
  order: ClosingOrder,
  { idempotencyKey, honeypot, ...sent }: SubmissionAttempt,
): OrderSubmission {
  const asked = sentAnswers("closing", order);
  return { funnel: "closing", idempotencyKey, body: { ...asked, ...sent, ...filledIn(honeypot) } };
}

type Context = {
  now: Date;
  /** Origin and path of the page. */
  source: string;
  /** Registration is closed: to be told of the next conference. */
  isWaitlist: boolean;
};

/** The lead record, with the answers that only this form asks. Source: resolutions, section 10. */
export function conferenceSubmission(
  registration: ConferenceRegistration,
  { idempotencyKey, consents, attribution, honeypot, now, source, isWaitlist }: SubmissionAttempt & Context,
): OrderSubmission {
  return {
    funnel: "conferences",
    idempotencyKey,
    body: {
      ...sentAnswers("conferences", { ...registration, businessType: conferenceBusinessType }),
      funnel: "conferences",
      timestamp: now.toISOString(),
      source,
      newsletter: registration.newsletter,
      consents,
      attribution,
      ...(isWaitlist && { kind: "waitlist" }),
      ...filledIn(honeypot),
    },
  };
}

/** A field people do not see travels only when a program filled it. */
function filledIn(honeypot: string): { website?: string } {
  return honeypot === "" ? {} : { website: honeypot };
}
