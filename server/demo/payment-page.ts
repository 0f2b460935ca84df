import { randomUUID } from "node:crypto";

import { Hono } from "hono";

import type { DemoPayer, DemoPayment, PaymentRequest } from "#domain/site/demo-page.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { frenchVatNumber, isSiren } from "#domain/kernel/siren.ts";
import { purchaseAtLink } from "#subjects/orders/rules/linked-purchase.ts";
import { offers, purchaseOf } from "#subjects/offers/rules/registry.ts";
import type { OrderedCompany } from "#subjects/payments/rules/payer.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { type ScheduleTerms, scheduleOf } from "#subjects/offers/rules/schedule.ts";
import { isSoldOffer } from "#domain/kernel/lead.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { orderOfReference, submissionReference } from "#subjects/payments/server/payment-reference.ts";

import type { DemoState } from "./demo-state.ts";
import type { RenderDemoPage } from "./render-demo-page.ts";
import { issueInvoice } from "./invoices.ts";
import { invoiceEvent, paymentEvent, sendProviderEvent } from "./provider-events.ts";
import { readForm } from "./read-form.ts";

const maxTextLength = 300;

/** Stands in for the hosted payment page: two buttons and no card field. */
export function createPaymentPage(context: ServerContext, state: DemoState, render: RenderDemoPage): Hono<AppEnv> {
  const page = new Hono<AppEnv>();

  page.get("/:offer/:volume?", async (c) => {
    const request = await readRequest(context, c.req.param("offer"), c.req.param("volume"), c.req.query());
    if (!request) return c.notFound();
    if (state.switches.payments === "down") return c.html(render({ name: "payment-down" }), 503);
    return c.html(render({ name: "payment", ...request }));
  });

  page.post("/:offer/:volume?", async (c) => {
    const form = await readForm(c);
    const request = await readRequest(context, c.req.param("offer"), c.req.param("volume"), form);
    if (!request) return c.notFound();
    if (state.switches.payments === "down") return c.html(render({ name: "payment-down" }), 503);

    const { plan, ...asked } = request;
    const schedule = plan?.lines.map(({ date, amount }) => ({ date, amount: amount.includingTax })) ?? [];
    const payment: DemoPayment = {
      ...asked,
      amount_due_today: schedule[0]?.amount ?? null,
      schedule,
      id: `pay_${randomUUID()}`,
      receivedAt: context.now().toISOString(),
      status: form.answer === "pay" ? "paid" : "refused",
      subscription: plan?.lines.some(({ kind }) => kind === "eachMonth") ? `sub_${randomUUID()}` : null,
    };
    state.payments.add(payment);
    if (payment.status === "paid") {
      const invoice = issueInvoice(context, state, payment);
      if (invoice) await sendProviderEvent(context, invoiceEvent(context, invoice));
      await sendProviderEvent(context, paymentEvent(context, payment, invoice));
      return c.redirect(`/merci?offre=${request.offer}`, 303);
    }
    return c.html(render({ name: "payment-refused", backUrl: returnUrl(c.req.path, request) }));
  });

  return page;
}

async function readRequest(
  context: ServerContext,
  offer: string,
  volume: string | undefined,
  fields: Record<string, unknown>,
): Promise<PaymentRequest | undefined> {
  // Everything that has a link, and the assistant made to measure.
  if (!isSoldOffer(offer) && offer !== "custom") return undefined;
  const reference = readText(fields.client_reference_id);
  const purchase = await purchaseAtPage(context, { offer, volume, reference });
  return {
    offer,
    volume: volume ?? (purchase && offers[purchase.offer].tiers.length > 0 ? String(purchase.volume) : undefined),
    isTraining: purchase?.isTraining === true,
    plan: purchase && scheduleOf(purchase, termsOf(context)),
    email: readText(fields.prefilled_email),
    reference,
    payer: { ...(await payerOf(context, reference)), ...typedPayer(fields) },
  };
}

/** What the form sent, of its fields. */
function typedPayer(fields: Record<string, unknown>): Partial<DemoPayer> {
  return Object.fromEntries(payerFields.flatMap((name) => (name in fields ? [[name, readText(fields[name])]] : [])));
}

/** Prefills the form from the order. A real provider's page starts empty. */
async function payerOf({ db }: ServerContext, reference: string): Promise<DemoPayer> {
  const company = await db.asServer(async (tx) => {
    const key = await submissionReference(tx, reference);
    const { rows } = await tx.query<{ company: OrderedCompany }>(
      "select private.company_of(lead_id) as company from private.submissions where idempotency_key::text = $1",
      [key ?? ""],
    );
    return rows[0]?.company;
  });
  const [, line1 = "", postalCode = "", city = ""] =
    /^(.*?)\s*(\d{5})\s+(\D+)$/.exec(company?.companyAddress ?? "") ?? [];
  const siren = company?.companySiren ?? "";
  const vatNumber = isSiren(siren) ? frenchVatNumber(siren) : "";
  return { name: company?.companyLegalName ?? company?.companyName ?? "", line1, postalCode, city, vatNumber };
}

const payerFields = ["name", "line1", "postalCode", "city", "vatNumber"] as const;

type Link = Pick<PaymentRequest, "offer" | "volume" | "reference">;

/** At the price of what the reference names, where the link leaves that open. */
async function purchaseAtPage(
  context: ServerContext,
  { offer, volume, reference }: Link,
): Promise<Purchase | undefined> {
  if (!isSoldOffer(offer)) return undefined;
  const order = await context.db.asServer(async (tx) => orderOfReference(tx, await submissionReference(tx, reference)));
  const ordered = order && purchaseOf(order.form, order.asked);
  return purchaseAtLink({ offer, volume: volume === undefined ? undefined : Number(volume) }, ordered);
}

function termsOf({ settings, now }: ServerContext): ScheduleTerms {
  const day = dayOfSite(settings, now());
  const { offers: dated } = settings.site;
  return { day, promotion: dated.promotion, prices: pricesOn(dated, day) };
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxTextLength).toWellFormed() : "";
}

function returnUrl(path: string, { email, reference }: PaymentRequest): string {
  return `${path}?${new URLSearchParams({ prefilled_email: email, client_reference_id: reference })}`;
}
