import * as z from "zod/mini";

import type { Contract } from "#domain/wire/contract.ts";

/**
 * The account of a lead. `create` makes it and mails an invitation, `resend` mails it again, `attach` gives the lead to
 * the account that already has its e-mail.
 */
export const createAccountCall = {
  name: "create-account",
  by: "seller",
  // A page of contacts, line by line, passes; each account may be a mail.
  limit: { capacity: 60, perHour: 600 },
  asked: z.object({ lead_id: z.guid(), action: z._default(z.enum(["create", "resend", "attach"]), "create") }),
  answer: z.object({
    /** `already_invited`: a repeated creation, which mails nothing more. */
    result: z.enum(["created", "already_invited", "invited", "attached"]),
    user_id: z.string(),
  }),
  refusals: [
    "lead_not_found",
    "email_unusable",
    "account_in_use",
    "email_has_account",
    "no_account",
    "not_invited",
    "invitation_used",
    "funnel_taken",
  ],
  audit: ["account.created", "account.asked_again", "account.invited", "account.attached", "account.refused"],
} as const satisfies Contract;

export type LeadAccountAction = z.output<typeof createAccountCall.asked>["action"];
export type LeadAccountResult = z.output<typeof createAccountCall.answer>["result"];
