import * as z from "zod/mini";

import type { Contract } from "#domain/wire/contract.ts";

/**
 * The link of the mail about a payment says whose account it opens; with `password` it sets the first one, once; with
 * `renew` a new link leaves for the same address. A link is read, then used once or twice.
 */
export const setFirstPasswordCall = {
  name: "set-first-password",
  by: "public",
  limit: { capacity: 30, perHour: 120 },
  asked: z.object({
    token: z.string().check(z.maxLength(200)),
    password: z.optional(z.string().check(z.maxLength(1000))),
    renew: z.optional(z.boolean()),
  }),
  answer: z.union([
    z.object({ outcome: z.enum(["open", "set"]), email: z.string() }),
    z.object({ outcome: z.literal("renewed") }),
  ]),
  refusals: [
    "link_unusable",
    "link_used",
    "link_late",
    "order_unpaid",
    "account_exists",
    "address_refused",
    "too_many_links",
    "password_length",
    "password_plain",
    "password_common",
  ],
  audit: [],
} as const satisfies Contract;
