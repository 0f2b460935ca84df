import * as z from "zod/mini";

import { changeOutcomes } from "#subjects/orders/rules/answer-change.ts";

import { anything, type Contract } from "#domain/wire/contract.ts";
import { columns } from "#domain/wire/shapes.ts";

/** Of each request of the caller's account, what its row does not say. */
export const readOwnOrdersCall = {
  name: "read-own-orders",
  by: "customer",
  limit: { capacity: 120, perHour: 1200 },
  asked: anything,
  answer: z.array(columns),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** A customer changes the greeting, the hours or the intention of a request of theirs. Each may be told to the receivers. */
export const changeAnswersCall = {
  name: "change-answers",
  by: "customer",
  limit: { capacity: 30, perHour: 60 },
  asked: z.object({
    lead_id: z.guid(),
    set: z
      .strictObject({
        welcome_message: z.optional(z.string()),
        business_hours: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
        intention: z.optional(z.string()),
        intention_detail: z.optional(z.string()),
      })
      .check(z.refine((set) => Object.keys(set).length > 0)),
  }),
  answer: z.object({ outcome: z.enum(changeOutcomes) }),
  refusals: ["unknown_order", "order_closed", "answer_missing", "answer_malformed", "answer_too_long"],
  audit: [],
} as const satisfies Contract;

/** All that is kept about the caller, as a file. */
export const exportAccountCall = {
  name: "export-account",
  by: "customer",
  limit: { capacity: 30, perHour: 120 },
  asked: anything,
  answer: columns,
  refusals: [],
  audit: ["account.exported", "account.export_refused"],
} as const satisfies Contract;

/** A customer erases their own account, with all that was kept about them: they type its address. */
export const deleteAccountCall = {
  name: "delete-account",
  by: "customer",
  limit: { capacity: 30, perHour: 120 },
  asked: z.object({ email: z.string() }),
  answer: z.object({ deleted: z.boolean() }),
  refusals: ["email_mismatch", "sign_in_again", "administrator_account", "contact_changed"],
  audit: ["account.deleted", "account.deletion_refused"],
} as const satisfies Contract;
