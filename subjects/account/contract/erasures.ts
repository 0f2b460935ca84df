import * as z from "zod/mini";

import type { Contract } from "#domain/wire/contract.ts";

/** Erases a contact, or one of its leads. All or nothing: whatever the answer, a repeat starts clean. */
export const deleteUserCall = {
  name: "delete-user",
  by: "seller",
  limit: { capacity: 600, perHour: 3600 },
  // Source: specification, section 7; the bearer is the public key.
  tokenIn: "x-admin-token",
  asked: z.object({
    lead_id: z.nullish(z.guid()),
    profile_id: z.nullish(z.guid()),
    user_id: z.nullish(z.guid()),
    scope: z._default(z.enum(["contact", "lead"]), "contact"),
  }),
  answer: z.object({ deleted: z.object({ leads: z.int(), profiles: z.int(), accounts: z.int() }) }),
  refusals: [
    "paid_contact",
    "missing_data",
    "contact_changed",
    "administrator_account",
    "lead_failed",
    "profile_failed",
    "account_failed",
  ],
  audit: ["lead.erased", "contact.erased", "erasure.refused"],
} as const satisfies Contract;
