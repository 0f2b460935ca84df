import * as z from "zod";

import { dayInParis, dayOfSite } from "#kit/civil-date.ts";
import type { ServerContext } from "#server/context/context.ts";
import { providerId } from "#subjects/payments/contract/payments.ts";
import type { BillingDetail, BillingKind } from "#subjects/payments/rules/billing.ts";

import { relatedId, shortText, subscriptionOfParent } from "./provider-shapes.ts";

const amount = z.int().nonnegative();
const currency = shortText(10).min(1);
const number = shortText(255).min(1).nullish().catch(null);
/** Seconds, as the provider writes instants. */
const instant = z.int().nonnegative().max(253_402_300_799);
const maybeInstant = instant.nullish().catch(null);

const failedInvoice = z.object({
  id: providerId,
  number,
  amount_due: amount,
  amount_remaining: amount.nullish().catch(null),
  currency,
  attempt_count: z.int().nonnegative(),
  next_payment_attempt: maybeInstant,
  billing_reason: shortText(60).nullish().catch(null),
  subscription: relatedId,
  parent: subscriptionOfParent,
  payment_intent: relatedId,
  customer: relatedId,
});
const charge = z.object({
  id: providerId,
  amount_refunded: amount,
  currency,
  refunded: z.boolean().nullish().catch(null),
  invoice: relatedId,
  payment_intent: relatedId,
  customer: relatedId,
});
const dispute = z.object({
  id: providerId,
  amount,
  currency,
  payment_intent: relatedId,
  evidence_details: z.object({ due_by: maybeInstant }).nullish().catch(null),
});
const creditNote = z.object({ id: providerId, number, amount, currency, invoice: relatedId, customer: relatedId });
const subscription = z.object({
  id: providerId,
  status: shortText(40),
  cancel_at: maybeInstant,
  cancel_at_period_end: z.boolean().nullish().catch(null),
  /** Before version 2025-03-31 of the provider's API; since then each item has its own. */
  current_period_end: maybeInstant,
  items: z
    .object({ data: z.array(z.object({ current_period_end: maybeInstant })) })
    .nullish()
    .catch(null),
  ended_at: maybeInstant,
  trial_end: maybeInstant,
  customer: relatedId,
});

function eventOf<Type extends string, Shape extends z.ZodType>(type: Type, object: Shape) {
  return z.object({
    id: providerId,
    type: z.literal(type),
    created: instant,
    livemode: z.boolean().nullish().catch(null),
    data: z.object({ object, previous_attributes: z.record(z.string(), z.unknown()).nullish().catch(null) }),
  });
}

const billingShape = z.discriminatedUnion("type", [
  eventOf("invoice.payment_failed", failedInvoice),
  eventOf("charge.refunded", charge),
  eventOf("charge.dispute.created", dispute),
  eventOf("credit_note.created", creditNote),
  eventOf("customer.subscription.updated", subscription),
  eventOf("customer.subscription.deleted", subscription),
]);

/** What the provider says after a payment, as it sends it. */
export type ProviderBilling = z.infer<typeof billingShape>;

/** What the site keeps of it; `version` tells two events about one object apart. */
type Told = {
  kind: BillingKind;
  version: string;
  detail: BillingDetail;
  amount_cents?: number;
  currency?: string;
  invoice?: string | null;
  subscription?: string | null;
  payment_intent?: string | null;
  customer?: string | null;
};

/** @returns undefined for an event about something else, and for one that changes nothing of what the site shows */
export function readBillingEvent(event: unknown): ProviderBilling | undefined {
  const { data: billing } = billingShape.safeParse(event);
  return billing && saysSomething(billing) ? billing : undefined;
}

/** Of a subscription, what changes when and whether something is charged. */
const shownOfSubscription = ["status", "cancel_at", "cancel_at_period_end", "trial_end"];

function saysSomething(billing: ProviderBilling): boolean {
  switch (billing.type) {
    case "invoice.payment_failed":
      // The first debit is refused on the payment page, where its payer sees it.
      return billing.data.object.billing_reason !== "subscription_create";
    case "customer.subscription.updated": {
      const { previous_attributes: before } = billing.data;
      return !before || shownOfSubscription.some((name) => name in before);
    }
    default:
      return true;
  }
}

/** Stores it once, whether its payment is known already or comes later. */
export async function recordBillingEvent(context: ServerContext, billing: ProviderBilling): Promise<void> {
  const { db, log, now, settings } = context;
  const { id, created, livemode, data } = billing;
  if (livemode === false && settings.mode === "production") {
    log.info({ event: id }, "a billing event of the test mode was left");
    return;
  }
  const row = {
    ...toldBy(billing),
    id,
    object: data.object.id,
    happened_at: new Date(created * 1000).toISOString(),
    told_on: dayOfSite(settings, now()),
  };
  const { rows } = await db.asServer((tx) =>
    tx.query<{ outcome: string }>(
      "select private.record_billing_event(jsonb_populate_record(null::private.billing_events, $1::jsonb)) as outcome",
      [JSON.stringify(row)],
    ),
  );
  log.info({ event: id, outcome: rows[0]?.outcome }, "a billing event was received");
}

function toldBy(billing: ProviderBilling): Told {
  switch (billing.type) {
    case "invoice.payment_failed": {
      const { object: invoice } = billing.data;
      return {
        kind: "failed_debit",
        version: String(invoice.attempt_count),
        amount_cents: invoice.amount_remaining ?? invoice.amount_due,
        currency: invoice.currency.toLowerCase(),
        invoice: invoice.id,
        subscription: invoice.parent?.subscription_details?.subscription ?? invoice.subscription,
        payment_intent: invoice.payment_intent,
        customer: invoice.customer,
        detail: { ...numbered(invoice.number), ...dated("next_try_on", invoice.next_payment_attempt) },
      };
    }
    case "charge.refunded": {
      const { amount_refunded, currency: of, refunded, invoice, payment_intent, customer } = billing.data.object;
      return {
        kind: "refund",
        version: String(amount_refunded),
        amount_cents: amount_refunded,
        currency: of.toLowerCase(),
        invoice,
        payment_intent,
        customer,
        detail: refunded === null || refunded === undefined ? {} : { is_whole: refunded },
      };
    }
    case "charge.dispute.created": {
      const { amount: disputed, currency: of, payment_intent, evidence_details: evidence } = billing.data.object;
      return {
        kind: "dispute",
        version: "",
        amount_cents: disputed,
        currency: of.toLowerCase(),
        payment_intent,
        detail: dated("answer_by", evidence?.due_by),
      };
    }
    case "credit_note.created": {
      const { number: of, amount: credited, currency: unit, invoice, customer } = billing.data.object;
      return {
        kind: "credit_note",
        version: "",
        amount_cents: credited,
        currency: unit.toLowerCase(),
        invoice,
        customer,
        detail: numbered(of),
      };
    }
    case "customer.subscription.updated":
      return subscriptionTold(billing, "subscription_changed", endOf(billing.data.object));
    case "customer.subscription.deleted":
      return subscriptionTold(billing, "subscription_ended", billing.data.object.ended_at ?? billing.created);
  }
}

type SubscriptionBilling = Extract<ProviderBilling, { type: `customer.subscription.${string}` }>;

function subscriptionTold({ created, data }: SubscriptionBilling, kind: BillingKind, endsAt: number | null): Told {
  const { id, status, trial_end: trialEnd, customer } = data.object;
  const detail = {
    ...dated("ends_on", endsAt),
    ...(kind === "subscription_changed" && { status, ...(status === "trialing" && dated("trial_ends_on", trialEnd)) }),
  };
  const version = kind === "subscription_ended" ? "" : `${created} ${status} ${endsAt ?? ""} ${trialEnd ?? ""}`;
  return { kind, version, subscription: id, customer, detail };
}

/** When the provider will end it; null while it goes on. */
function endOf({ cancel_at, cancel_at_period_end, current_period_end, items }: z.infer<typeof subscription>) {
  if (cancel_at) return cancel_at;
  if (cancel_at_period_end !== true) return null;
  const ends = items?.data.flatMap((item) => item.current_period_end ?? []) ?? [];
  return current_period_end ?? (ends.length > 0 ? Math.max(...ends) : null);
}

function numbered(of: string | null | undefined): Pick<BillingDetail, "number"> {
  return of ? { number: of } : {};
}

type DayOfDetail = "next_try_on" | "answer_by" | "ends_on" | "trial_ends_on";

function dated(name: DayOfDetail, seconds: number | null | undefined): BillingDetail {
  return seconds ? { [name]: dayInParis(new Date(seconds * 1000)) } : {};
}
