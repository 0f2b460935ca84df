import * as z from "zod/mini";

import { stepEvents } from "#subjects/funnel/rules/step-events.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";

import type { Contract } from "#domain/wire/contract.ts";

/** Keeps the proof of an answer to the cookie banner. An office changes its mind behind one address. */
export const recordConsentCall = {
  name: "record-consent",
  by: "public",
  limit: { capacity: 60, perHour: 600 },
  /** What the browser keeps under `cookieConsentChoices`. Its date is not taken: a clock can be wrong. */
  asked: z.object({
    id: z.string().check(z.regex(/^[\w-]{8,64}$/)),
    version: z.string().check(z.regex(/^[\w.-]{1,64}$/)),
    analytics: z.boolean(),
    marketing: z.boolean(),
  }),
  answer: z.object({ recorded: z.boolean() }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** A step of a funnel was seen, done or refused. A funnel is ten calls; an office that fills several, all day, passes. */
export const countStepCall = {
  name: "count-step",
  by: "public",
  limit: { capacity: 120, perHour: 1200 },
  asked: z.object({
    funnel: z.enum(funnelOffers),
    step: z.int().check(z.minimum(1), z.maximum(5)),
    event: z.enum(stepEvents),
    field: z.optional(z.string()),
    source: z.optional(z.string()),
  }),
  answer: "response",
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** An order was confirmed under its terms, and its author leaves to pay: it proves the click and no payment. */
export const paymentStartedCall = {
  name: "payment-started",
  by: "public",
  limit: { capacity: 60, perHour: 600 },
  asked: z.object({
    /** The idempotency key of the submission, or the id of its lead. */
    reference: z.guid(),
    /** Day of the terms that were shown beside the button: one of their versions. */
    termsVersion: z.string(),
  }),
  answer: z.object({ recorded: z.boolean() }),
  refusals: [],
  audit: [],
} as const satisfies Contract;
