import { randomUUID } from "node:crypto";

import { Hono } from "hono";

import { type DemoBillingType, demoBillingTypes, type DemoInvoice, type DemoPayment } from "#domain/site/demo-page.ts";
import { addDays, addMonths, dayOfSite } from "#kit/civil-date.ts";
import { sirenOf } from "#subjects/payments/rules/payer.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";

import type { DemoState } from "./demo-state.ts";
import type { RenderDemoPage } from "./render-demo-page.ts";
import {
  creditNoteEvent,
  disputeEvent,
  failedInvoiceEvent,
  invoiceEvent,
  refundEvent,
  sendProviderEvent,
  subscriptionEvent,
} from "./provider-events.ts";
import { readForm } from "./read-form.ts";

/** Stands in for the pages on which the payment provider shows its invoices, and for the months that it charges. */
export function createInvoicePages(context: ServerContext, state: DemoState, render: RenderDemoPage): Hono<AppEnv> {
  const pages = new Hono<AppEnv>();

  pages.get("/:id", (c) => {
    c.header("cache-control", "no-store");
    const invoice = state.invoices.list().find(({ id }) => id === c.req.param("id"));
    if (!invoice) return c.html(render({ name: "invoice-expired" }), 404);
    return c.html(render({ name: "invoice", invoice, seller: context.settings.site.legal }));
  });

  pages.post("/", async (c) => {
    const { subscription } = await readForm(c);
    const payment = state.payments.list().find((each) => each.status === "paid" && each.subscription === subscription);
    const invoice = payment?.subscription ? issueInvoice(context, state, payment) : undefined;
    if (invoice) await sendProviderEvent(context, invoiceEvent(context, invoice));
    return c.redirect("/demo#paiements", 303);
  });

  pages.post("/annonce", async (c) => {
    const { payment: id, type } = await readForm(c);
    const payment = state.payments.list().find((each) => each.status === "paid" && each.id === id);
    const known = demoBillingTypes.find((each) => each === type);
    const event = payment && known && announce(context, state, { payment, type: known });
    if (event) await sendProviderEvent(context, event);
    return c.redirect("/demo#paiements", 303);
  });

  return pages;
}

type Announcement = { payment: DemoPayment; type: DemoBillingType };

/** A refused debit is the next line of the schedule, under its own invoice; the others are about the newest one. */
function announce(context: ServerContext, state: DemoState, { payment, type }: Announcement) {
  const [newest] = state.invoices.list().filter(({ payment: of, amount }) => of === payment.id && amount > 0);
  switch (type) {
    case "invoice.payment_failed": {
      const failed = payment.subscription === null ? undefined : issueInvoice(context, state, payment);
      return failed && failedInvoiceEvent(context, payment, failed);
    }
    case "invoice.paid":
      return newest && invoiceEvent(context, newest);
    case "charge.refunded":
      return newest && refundEvent(context, payment, newest);
    case "charge.dispute.created":
      return newest && disputeEvent(context, payment, newest);
    case "credit_note.created":
      return newest && creditNoteEvent(context, payment, newest);
    case "customer.subscription.updated":
    case "customer.subscription.deleted":
      return subscriptionEvent(context, payment, type);
  }
}

/** Of the next line of its schedule, the last of which is for each month; undefined where the price is not known. */
export function issueInvoice(
  context: ServerContext,
  { invoices }: DemoState,
  { id: paymentId, schedule, ...payment }: DemoPayment,
): DemoInvoice | undefined {
  const { offer, volume, isTraining, email, subscription, payer } = payment;
  const earlier = subscription === null ? [] : invoices.list().filter((each) => each.subscription === subscription);
  const due = schedule[earlier.length] ?? schedule.at(-1);
  if (!due) return undefined;
  const series = paymentId.slice(4, 12).toUpperCase();
  const issuedOn = dayOfSite(context.settings, context.now());
  const invoice = {
    id: `in_${randomUUID()}`,
    payment: paymentId,
    number: `${series}-${String(earlier.length + 1).padStart(4, "0")}`,
    issuedOn,
    period: subscription === null ? null : { from: issuedOn, until: addDays(addMonths(issuedOn, 1), -1) },
    amount: due.amount,
    offer,
    volume,
    isTraining,
    email,
    subscription,
    payer,
    siren: sirenOf({ tax_ids: [{ type: "eu_vat", value: payer.vatNumber }] }) ?? null,
  };
  invoices.add(invoice);
  return invoice;
}
