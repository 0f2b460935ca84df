import * as z from "zod/mini";

import { anything, type Contract, type ProcedureContract } from "#domain/wire/contract.ts";
import { billingKinds } from "#subjects/payments/rules/billing.ts";
import { dismissalReasons } from "#subjects/payments/rules/received-payment.ts";

/** As the payment provider writes its ids: without control characters, and without half characters. */
export const providerId = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  z.regex(/^\P{Cc}*$/u),
  // As `toWellFormed`, which the oldest browsers lack: halves of pairs are replaced.
  z.overwrite((text) => text.replace(/\p{Surrogate}/gu, "\ufffd")),
);

/** Said of a payment that waits; a reason of null says that it waits again. */
export const dismissPaymentCall = {
  name: "dismiss-payment",
  by: "seller",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.object({ payment_id: providerId, reason: z.nullable(z.enum(dismissalReasons)) }),
  answer: z.object({ dismissed: z.boolean() }),
  refusals: ["unknown_payment", "attached_elsewhere"],
  audit: ["payment.dismissed", "payment.restored"],
} as const satisfies Contract;

/**
 * An administrator says whose payment it is: the lead is paid. Said of a payment that has this lead already, it means
 * that its other e-mail or payer is right. Said twice, it counts once. `undo` takes it back as long as the customer was
 * not told, ten minutes at most, and as long as the lead is as it was left.
 */
export const attachPaymentCall = {
  name: "attach-payment",
  by: "seller",
  // A long list, line by line, passes.
  limit: { capacity: 120, perHour: 3600 },
  asked: z.object({ payment_id: providerId, lead_id: z.guid(), undo: z.optional(z.boolean()) }),
  answer: z.object({ attached: z.boolean() }),
  refusals: ["unknown_payment", "unknown_lead", "attached_elsewhere", "attachment_settled", "changed_meanwhile"],
  audit: ["payment.attached", "payment.confirmed", "payment.detached"],
} as const satisfies Contract;

/** A failed debit, a dispute or an end of a subscription is dealt with, or is not after all. */
export const settleBillingCall = {
  name: "settle-billing",
  by: "seller",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.object({ event_id: providerId, is_settled: z.boolean() }),
  answer: z.object({ settled: z.boolean() }),
  refusals: ["unknown_event"],
  audit: ["billing.settled", "billing.reopened"],
} as const satisfies Contract;

const openBilling = z.object({
  event_id: z.string(),
  kind: z.enum(billingKinds),
  object: z.string(),
  amount_cents: z.nullable(z.int()),
  currency: z.nullable(z.string()),
  received_at: z.string(),
  told_on: z.string(),
  customer: z.nullable(z.string()),
  detail: z.unknown(),
});
/** What the provider said of payments that no lead is known for, and that is to act on. Instants are ISO 8601. */
export type OpenBilling = z.output<typeof openBilling>;
export const listOpenBillingCall = {
  procedure: "list_open_billing",
  by: "reader",
  asked: z.object({}),
  answer: z.array(openBilling),
} as const satisfies ProcedureContract;

/**
 * What the payment provider says was paid, invoiced, refunded or ended, under its signature. It sends from a handful of
 * addresses, and again for hours after an outage.
 */
export const paymentEventsCall = {
  name: "payment-events",
  by: "provider",
  limit: { capacity: 600, perHour: 6000 },
  asked: anything,
  answer: z.object({ received: z.boolean() }),
  refusals: ["signature_refused"],
  audit: ["payment.applied"],
} as const satisfies Contract;
