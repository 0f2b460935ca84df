import * as z from "zod/mini";

import type { Contract } from "#domain/wire/contract.ts";

/** What became of a mailed link. */
export const newsletterOutcomes = ["confirmed", "used", "expired", "unknown"] as const;

/** The holder of an address pressed the button that the mailed link leads to. The answer never says whose it is. */
export const confirmNewsletterCall = {
  name: "confirm-newsletter",
  by: "public",
  limit: { capacity: 30, perHour: 300 },
  asked: z.object({ token: z.string().check(z.maxLength(200)) }),
  answer: z.object({ outcome: z.enum(newsletterOutcomes) }),
  refusals: [],
  audit: [],
} as const satisfies Contract;
