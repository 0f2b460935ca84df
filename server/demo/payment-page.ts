import { randomUUID } from "node:crypto";

import { Hono } from "hono";

import type { DemoPayment, PaymentRequest } from "#domain/contracts/demo-page.ts";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { type Cents, includingTax } from "#domain/kernel/money.ts";
import { offers } from "#domain/leads/offers.ts";
import { type Order, salesOf } from "#domain/leads/payment-due.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { orderOfReference, submissionReference } from "#server/functions/payments/payment-reference.ts";

import type { DemoState } from "./demo-state.ts";
import type { RenderDemoPage } from "./demo.ts";
import { readForm } from "./read-form.ts";
import { sendPaymentEvent } from "./send-payment-event.ts";

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

    const payment: DemoPayment = {
      ...request,
      id: `pay_${randomUUID()}`,
      receivedAt: context.now().toISOString(),
      status: form.answer === "pay" ? "paid" : "refused",
    };
    state.payments.add(payment);
    if (payment.status === "paid") {
      await sendPaymentEvent(context, payment);
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
  if (!isForm(offer) && offer !== "custom") return undefined;
  const excludingTax = amountOf(offer, Number(volume));
  const reference = readText(fields.client_reference_id);
  return {
    offer,
    volume,
    amountCents: excludingTax && { excludingTax, includingTax: includingTax(excludingTax) },
    dueToday: await dueTodayOf(context, { offer, volume, reference }),
    email: readText(fields.prefilled_email),
    reference,
  };
}

type Link = Pick<PaymentRequest, "offer" | "volume" | "reference">;

/**
 * What the link asks, tax included. Where buyers choose how many (contacts, calls), it takes the number of their order:
 * of a reference that names none, the smallest.
 */
async function dueTodayOf(context: ServerContext, { offer, volume, reference }: Link): Promise<Cents | undefined> {
  if (!isForm(offer)) return undefined;
  const { hasTiers, smallest } = offers[offer];
  if (smallest === undefined) return firstAmount({ form: offer, asked: hasTiers ? Number(volume) : null });
  const ordered = await context.db.asServer(async (tx) =>
    orderOfReference(tx, await submissionReference(tx, reference)),
  );
  return firstAmount(ordered?.form === offer ? ordered : { form: offer, asked: smallest });
}

function firstAmount(order: Order): Cents | undefined {
  return salesOf(order)[0]?.amounts[0];
}

/** The price book's amount; never one sent by the browser. */
function amountOf(offer: string, volume: number): Cents | undefined {
  return isForm(offer) ? offers[offer].listedPrice(volume) : undefined;
}

/** Everything that has a link, but for the assistant made to measure. */
function isForm(offer: string): offer is FunnelOrigin {
  return offer !== "general" && (funnelOrigins as readonly string[]).includes(offer);
}

function readText(value: unknown): string {
  return typeof value === "string" ? value.slice(0, maxTextLength) : "";
}

function returnUrl(path: string, { email, reference }: PaymentRequest): string {
  return `${path}?${new URLSearchParams({ prefilled_email: email, client_reference_id: reference })}`;
}
