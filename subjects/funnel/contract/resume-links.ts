import * as z from "zod/mini";

import { funnelOffers } from "#domain/kernel/lead.ts";

import type { Contract } from "#domain/wire/contract.ts";
import { columns } from "#domain/wire/shapes.ts";

/** Longer than any link that is sent. */
const longestToken = 2000;

/** What a mailed link carries, as the stored state of that funnel. */
export const openResumeLinkCall = {
  name: "open-resume-link",
  by: "visitor",
  limit: { capacity: 60, perHour: 600 },
  /** What is no link of ours has the answer of a link that is no use. */
  asked: z.catch(
    z.optional(
      z.object({
        funnel: z.enum(funnelOffers),
        token: z.string().check(z.minLength(1), z.maxLength(longestToken)),
      }),
    ),
    undefined,
  ),
  answer: z.object({ state: z.unknown() }),
  refusals: ["link_unusable", "order_paid", "link_late"],
  audit: [],
} as const satisfies Contract;

/** Mails a link that carries the answers of a funnel, under the names of the stored state. */
export const sendResumeLinkCall = {
  name: "send-resume-link",
  by: "visitor",
  limit: { capacity: 30, perHour: 30 },
  asked: z.object({
    funnel: z.enum(funnelOffers),
    answers: z.pipe(columns, z.looseObject({ email: z.string() })),
    website: z.optional(z.unknown()),
  }),
  answer: z.object({ accepted: z.boolean() }),
  refusals: ["email_malformed", "answers_too_long", "too_many_links"],
  audit: [],
} as const satisfies Contract;
