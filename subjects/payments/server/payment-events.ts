import type { Context } from "hono";
import * as z from "zod";

import { dayOfSite } from "#kit/civil-date.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import {
  checkPayment,
  type Order,
  ordersPaidBy,
  type PaymentTerms,
  type ReceivedAmount,
  scheduleToKeep,
} from "#subjects/orders/rules/payment-due.ts";
import * as wire from "#subjects/payments/contract/payments.ts";
import { readPayer } from "#subjects/payments/rules/payer.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Work } from "#server/functions/door/endpoint.ts";
import { answerRefusal, refuseTooMany } from "#server/functions/door/problems.ts";
import { readBytes } from "#engine/http/json-body.ts";
import type { Limit } from "#engine/limits/rate-limits.ts";

import { readBillingEvent, recordBillingEvent } from "./billing-events.ts";
import { comparePayers } from "./compared-payers.ts";

import { readPaidInvoice, recordInvoice } from "./paid-invoice.ts";
import { orderOfReference, submissionReference } from "./payment-reference.ts";
import { payerShape, relatedId, shortText } from "./provider-shapes.ts";

/** Source: the provider's own default. */
const toleranceSeconds = 300;

/** An invoice with many lines and their metadata is larger than what visitors may send. */
const maxEventBytes = 1024 * 1024;
/** What has no such header is refused at the size of every other body. */
const seemsSigned = /(^|,)v1=[\da-f]{64}(,|$)/;

/** Money has arrived, or nothing is due before the end of the trial. */
const settled = ["paid", "no_payment_required"];

/** A link says what it sells in its metadata, which the provider copies to each of its sessions. */
const linkShape = z.object({
  offer: shortText(40).nullish().catch(null),
  volume: shortText(40).nullish().catch(null),
});

const paymentShape = z.object({
  id: wire.providerId,
  type: z.enum(["checkout.session.completed", "checkout.session.async_payment_succeeded"]),
  livemode: z.boolean().nullish().catch(null),
  data: z.object({
    object: z.object({
      id: relatedId,
      client_reference_id: shortText(200).min(1).nullish(),
      payment_status: z.enum(settled),
      amount_total: z.int().nullish().catch(null),
      currency: shortText(10).nullish().catch(null),
      customer_details: z
        .object({ email: shortText(320).nullish().catch(null), ...payerShape })
        .nullish()
        .catch(null),
      metadata: linkShape.nullish().catch(null),
      invoice: relatedId,
      subscription: relatedId,
      payment_intent: relatedId,
      customer: relatedId,
    }),
  }),
});

/**
 * `POST /payment-events`: what the payment provider says was paid, invoiced, refunded or ended, under its signature.
 *
 * Each event counts once, in whatever order they come. A payment that names no lead, is not what its lead owes, is of
 * the provider's test mode, or of an order that is paid already, marks none as paid and is kept for an administrator.
 * Signed events about something else, or of another version, are answered and left.
 */
export const paymentEvents: Work<"provider"> = {
  contract: wire.paymentEventsCall,
  open(context, limit) {
    const { stripeWebhookSecret: secret } = context.settings;
    // Without the secret nothing could be believed: there is no such address.
    return secret === undefined || secret === "" ? undefined : (c) => receiveEvent(context, c, { limit, secret });
  },
};

async function receiveEvent(
  context: ServerContext,
  c: Context<AppEnv>,
  { limit, secret }: { limit: Limit; secret: string },
): Promise<Response> {
  const tooMany = await refuseTooMany(context, c, limit);
  if (tooMany) return tooMany;

  const signature = c.req.header("stripe-signature") ?? "";
  const body = await readBytes(c.req.raw, seemsSigned.test(signature) ? maxEventBytes : undefined);
  if (!body.ok) return answerRefusal(c, body.problem.status, "unreadable");
  const event = await readSignedEvent(body.value, { signature, secret, now: context.now() });
  if (!event.ok) {
    context.log.warn({ requestId: c.get("requestId"), reason: event.problem }, "a payment event was refused");
    return answerRefusal(c, 400, event.problem);
  }

  const payment = paymentShape.safeParse(event.value);
  if (payment.success) await recordPayment(context, payment.data);
  const invoice = readPaidInvoice(event.value);
  if (invoice) await recordInvoice(context, invoice);
  const billing = readBillingEvent(event.value);
  if (billing) await recordBillingEvent(context, billing);
  return c.json({ received: true });
}

type Seal = { signature: string; secret: string; now: Date };

async function readSignedEvent(
  payload: Uint8Array,
  { signature, secret, now }: Seal,
): Promise<Result<unknown, "signature_refused" | "unreadable">> {
  // Large, and most processes never see an event: loaded when the first one comes.
  const { webhooks } = (await import("stripe")).default;
  const body = Buffer.from(payload);
  let isRight: boolean | undefined;
  try {
    // Not `constructEvent`: it also throws for an event of another version, whose signature is right.
    isRight = webhooks.signature?.verifyHeader(body, signature, secret, toleranceSeconds, undefined, now.getTime());
  } catch {
    isRight = false; // a signature of the wrong shape has errors of its own
  }
  if (isRight !== true) return failed("signature_refused");
  try {
    return ok(JSON.parse(body.toString()));
  } catch {
    return failed("unreadable");
  }
}

async function recordPayment(
  { db, log, now, settings }: ServerContext,
  { id, type, livemode, data }: z.infer<typeof paymentShape>,
): Promise<void> {
  const { id: session, client_reference_id, customer_details, ...related } = data.object;
  const { invoice, subscription, payment_intent, customer } = related;
  const payment = paymentOf(data.object);
  const isTest = livemode === false && settings.mode === "production";
  const paidOn = dayOfSite(settings, now());
  const terms = { day: paidOn, offers: settings.site.offers };
  const { rows } = await db.asServer(async (tx) => {
    const reference = client_reference_id && (await submissionReference(tx, client_reference_id));
    const order = reference ? await orderOfReference(tx, reference) : undefined;
    const row = {
      id,
      type,
      reference,
      email: customer_details?.email,
      amount_cents: payment.amount,
      currency: payment.currency,
      link_offer: payment.link.offer,
      link_volume: payment.link.volume,
      paid_on: paidOn,
      invoice,
      subscription,
      session,
      payment_intent,
      customer,
      payer: customer_details && payerOf(customer_details),
      is_test: isTest,
      // Which of them it is may be known after prices have changed: each says what is agreed today.
      right_for: (isTest ? [] : rightFor(payment, order, terms)).map((right) => ({
        form: right.form,
        asked: right.asked,
        schedule: scheduleToKeep(payment, right, terms),
      })),
    };
    const recorded = await tx.query<{ outcome: string }>(
      "select private.record_payment_event(jsonb_populate_record(null::private.payment_events, $1::jsonb)) as outcome",
      [JSON.stringify(row)],
    );
    await comparePayers(tx);
    return recorded;
  });
  log.info({ event: id, outcome: rows[0]?.outcome }, "a payment event was received");
}

/** The name of a business where the provider asked for one; undefined where it asked for nothing. */
function payerOf({ name, business_name, address, tax_ids }: NonNullable<Session["customer_details"]>) {
  return readPayer({ name: business_name ?? name, address, tax_ids: tax_ids ?? [] });
}

type Session = z.infer<typeof paymentShape>["data"]["object"];

/** The total of a session that is charged later is not what was paid: nothing was. */
function paymentOf({ payment_status, amount_total = null, currency = null, metadata }: Session): ReceivedAmount {
  const isCharged = payment_status === "paid";
  return {
    amount: amount_total !== null && amount_total > 0 && !isCharged ? 0 : amount_total,
    currency: currency?.toLowerCase() ?? null,
    link: { offer: metadata?.offer ?? null, volume: metadata?.volume ?? null },
  };
}

/** With the order that is known, whose volume may be free text, those whose answers may still come. */
function rightFor(payment: ReceivedAmount, order: Order | undefined, terms: PaymentTerms): Order[] {
  const isRight = order !== undefined && checkPayment(payment, order, terms).ok;
  return isRight ? [order, ...ordersPaidBy(payment, terms)] : ordersPaidBy(payment, terms);
}
