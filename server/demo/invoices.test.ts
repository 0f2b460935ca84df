import { Hono } from "hono";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

import type { DemoPage, DemoPayment } from "#domain/site/demo-page.ts";
import { civilDate } from "#kit/civil-date.ts";
import type { ServerContext } from "#server/context/context.ts";
import { siteForTests } from "#tests/support/site.ts";

import { createDemoState, type DemoState } from "./demo-state.ts";
import { createInvoicePages, issueInvoice } from "./invoices.ts";

const now = () => new Date("2025-11-15T10:00:00Z");
const settings = { site: siteForTests, stripeWebhookSecret: "whsec_of_the_tests" };
const context = { now, settings, log: { warn: vi.fn<() => void>() } } as unknown as ServerContext;
const payment: DemoPayment = {
  id: "pay_0a1b2c3d-0000-4000-8000-000000000001",
  receivedAt: now().toISOString(),
  status: "paid",
  offer: "secretariat",
  volume: "50",
  isTraining: false,
  email: "claire@exemple.fr",
  reference: "r",
  amount_due_today: 0,
  schedule: [
    { date: civilDate("2025-11-15"), amount: 0 },
    { date: civilDate("2025-11-30"), amount: 116_40 },
    { date: civilDate("2025-12-30"), amount: 716_40 },
  ],
  subscription: "sub_1",
  payer: { name: "Menuiserie Kerbrat", line1: "12 rue du Port", postalCode: "29200", city: "Brest", vatNumber: "" },
};

type Sent = { type: string; data: { object: Record<string, unknown> } };
let state: DemoState;
let shown: DemoPage[];
let sent: Sent[];

beforeEach(() => {
  state = createDemoState();
  shown = [];
  sent = [];
  vi.stubGlobal("fetch", async (_: string, { body }: { body: string }) => {
    sent.push(JSON.parse(body) as Sent);
    return new Response("{}");
  });
});
afterEach(() => vi.unstubAllGlobals());

function openPages() {
  const pages = createInvoicePages(context, state, (page) => {
    shown.push(page);
    return "";
  });
  return new Hono().route("/demo/facture", pages);
}

const charge = (subscription: string) =>
  openPages().request("/demo/facture", { method: "POST", body: new URLSearchParams({ subscription }) });

describe("The stand-in of the payment provider", () => {
  test("charges the next line of the schedule, then its last one each month, and tells the site", async () => {
    state.payments.add(payment);
    issueInvoice(context, state, payment);
    for (const _ of [1, 2, 3]) expect((await charge("sub_1")).headers.get("location")).toBe("/demo#paiements");

    const invoices = state.invoices.list().toReversed();
    expect(invoices.map(({ number, amount }) => [number, amount])).toEqual([
      ["0A1B2C3D-0001", 0],
      ["0A1B2C3D-0002", 116_40],
      ["0A1B2C3D-0003", 716_40],
      ["0A1B2C3D-0004", 716_40],
    ]);
    expect(sent.map(({ type }) => type)).toEqual(["invoice.paid", "invoice.paid", "invoice.paid"]);
    expect(sent[0]?.data.object).toMatchObject({
      id: invoices[1]?.id,
      number: "0A1B2C3D-0002",
      hosted_invoice_url: `${siteForTests.origin}/demo/facture/${invoices[1]?.id}`,
      amount_paid: 116_40,
      parent: { subscription_details: { subscription: "sub_1" } },
    });
  });

  test.each([["sub_2"], [""], ["x".repeat(5000)]])(
    "charges no customer for the subscription « %.10s »",
    async (subscription) => {
      state.payments.add({ ...payment, subscription: null });
      state.payments.add({ ...payment, status: "refused", subscription: "sub_2" });
      expect((await charge(subscription)).status).toBe(303);
      expect([state.invoices.list(), sent]).toEqual([[], []]);
    },
  );

  test("shows an invoice under its address, and says that one is gone", async () => {
    const invoice = issueInvoice(context, state, payment);
    expect((await openPages().request(`/demo/facture/${invoice?.id}`)).status).toBe(200);
    expect((await openPages().request("/demo/facture/in_gone")).status).toBe(404);
    expect(shown).toMatchObject([{ name: "invoice", invoice: { email: payment.email } }, { name: "invoice-expired" }]);
  });

  test.each([
    [
      "invoice.payment_failed",
      { amount_remaining: 716_40, attempt_count: 1, parent: { type: "subscription_details" } },
    ],
    ["invoice.paid", { amount_paid: 116_40 }],
    ["charge.refunded", { amount_refunded: 116_40, refunded: true, customer: `cus_${payment.id.slice(4)}` }],
    ["charge.dispute.created", { amount: 116_40, currency: "eur" }],
    ["credit_note.created", { amount: 116_40, number: "0A1B2C3D-0002-CN-01" }],
    ["customer.subscription.updated", { id: "sub_1", cancel_at_period_end: true }],
    ["customer.subscription.deleted", { id: "sub_1", status: "canceled" }],
  ])("says %s of a payment when it is told to", async (type, object) => {
    state.payments.add(payment);
    for (const _ of [1, 2]) issueInvoice(context, state, payment);
    const body = new URLSearchParams({ payment: payment.id, type });
    const { headers } = await openPages().request("/demo/facture/annonce", { method: "POST", body });
    expect(headers.get("location")).toBe("/demo#paiements");
    expect(sent).toMatchObject([{ type, data: { object } }]);
  });

  test("says nothing of a payment that is unknown, or of another kind", async () => {
    state.payments.add(payment);
    for (const fields of [
      { payment: "pay_unknown", type: "charge.refunded" },
      { payment: payment.id, type: "invoice.voided" },
    ]) {
      await openPages().request("/demo/facture/annonce", { method: "POST", body: new URLSearchParams(fields) });
    }
    expect(sent).toEqual([]);
  });

  test("makes none where the price is not known", () => {
    expect(issueInvoice(context, state, { ...payment, schedule: [] })).toBeUndefined();
  });
});
