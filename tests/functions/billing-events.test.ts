import { randomUUID } from "node:crypto";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { addContact, type Contact, type Person, signIn } from "#tests/fixtures/accounts.ts";
import { rowsOf } from "#tests/leads/sending.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { postProviderEvent, providerSecret } from "./provider-events.ts";
import { listStrangers } from "./strangers.ts";

const now = new Date("2026-11-20T10:00:00.000Z");
const db = await openDatabaseForFile();
let context: ServerContext;
let claire: Person;
let contact: Contact;
let admin: Awaited<ReturnType<typeof signIn>>;

beforeEach(async () => {
  context = createTestContext({ db, now: () => now, settings: { stripeWebhookSecret: providerSecret } });
  admin = await signIn(context, db, { isAdministrator: true, hasFactor: true, aal: "aal2" });
  claire = await signIn(context, db, { email: "claire@exemple.fr" });
  contact = await addContact(db, { email: claire.email, userId: claire.userId });
});
afterEach(() => db.reset());

type Fields = Record<string, unknown>;
const at = (day: string) => Date.parse(`${day}T09:00:00Z`) / 1000;

type Envelope = { id?: string; created?: number; previous_attributes?: Fields };

async function post(
  type: string,
  object: Fields,
  { id = `evt_${randomUUID()}`, created = at("2026-11-20"), previous_attributes }: Envelope = {},
) {
  const event = { id, object: "event", type, created, data: { object, previous_attributes } };
  expect(await postProviderEvent(context, event)).toEqual({ status: 200, body: { received: true } });
}

const pay = (fields: Fields = {}) =>
  post("checkout.session.completed", {
    id: "cs_1",
    client_reference_id: contact.references[0],
    payment_status: "paid",
    amount_total: 11_640,
    currency: "eur",
    customer_details: { email: claire.email },
    invoice: "in_1",
    subscription: "sub_1",
    payment_intent: "pi_1",
    customer: "cus_1",
    ...fields,
  });
const parent = { subscription_details: { subscription: "sub_1" } };
const fail = (attempt = 1, fields: Fields = {}) =>
  post("invoice.payment_failed", {
    id: "in_2",
    amount_due: 71_640,
    currency: "EUR",
    attempt_count: attempt,
    next_payment_attempt: at("2026-11-23"),
    parent,
    ...fields,
  });
const settleInvoice = () => post("invoice.paid", { id: "in_2", amount_paid: 71_640, currency: "eur", parent });
const refund = (amount: number, fields: Fields = {}) =>
  post("charge.refunded", { id: "ch_1", amount_refunded: amount, currency: "eur", payment_intent: "pi_1", ...fields });
const dispute = (fields: Fields = {}) =>
  post("charge.dispute.created", { id: "du_1", amount: 11_640, currency: "eur", payment_intent: "pi_1", ...fields });
const change = (created: string, fields: Fields) =>
  post("customer.subscription.updated", { id: "sub_1", status: "active", ...fields }, { created: at(created) });
const end = () =>
  post("customer.subscription.deleted", { id: "sub_1", status: "canceled", ended_at: at("2026-11-21") });

const told = () =>
  rowsOf(
    db,
    `select kind, amount_cents::int as amount, lead_id is not null as has_lead, is_open, detail
     from private.billing_events order by happened_at, received_at`,
  );

async function asAdministrator<Row>(sql: string): Promise<Row[]> {
  const claims = { sub: admin.userId, role: "authenticated", session_id: admin.sessionId, aal: "aal2" };
  const { rows } = await db.asCaller({ role: "authenticated", claims }, {}, (tx) => tx.query(sql));
  return rows as Row[];
}
/** Of a lead whose service runs: its first debit is nobody's work any more. */
async function debits() {
  await db.inspect("update public.leads set setup_at = now()");
  return asAdministrator("select reason, lead_id from list_today() where reason = 'debit'");
}
const settle = (body: Fields, token = admin.token) =>
  callFunction(context, "settle-billing", { authorization: `Bearer ${token}` }, body);

async function readSpace() {
  const { answer } = await callFunction(context, "read-own-orders", { authorization: `Bearer ${claire.token}` }, {});
  return (answer as unknown as { billing: Fields[]; schedule: Fields | null }[])[0]!;
}

describe("Each of the six events", () => {
  test("is kept with its amount and days, and shown in the history, the file and the customer's space", async () => {
    await pay();
    await fail();
    await refund(5_000, { refunded: false });
    await dispute({ evidence_details: { due_by: at("2026-11-27") } });
    await post("credit_note.created", { id: "cn_1", number: "AV-1", amount: 2_000, currency: "eur", invoice: "in_1" });
    await change("2026-11-20", { cancel_at: at("2026-12-20") });
    await end();
    const kept = [
      { kind: "failed_debit", amount: 71_640, is_open: true, detail: { next_try_on: "2026-11-23" } },
      { kind: "refund", amount: 5_000, is_open: false, detail: { is_whole: false } },
      { kind: "dispute", amount: 11_640, is_open: true, detail: { answer_by: "2026-11-27" } },
      { kind: "credit_note", amount: 2_000, is_open: false, detail: { number: "AV-1" } },
      {
        kind: "subscription_changed",
        amount: null,
        is_open: false,
        detail: { status: "active", ends_on: "2026-12-20" },
      },
      { kind: "subscription_ended", amount: null, is_open: true, detail: { ends_on: "2026-11-21" } },
    ];
    expect(await told()).toEqual(kept.map((each) => ({ ...each, has_lead: true })));
    const { billing, schedule } = await readSpace();
    expect(billing.map(({ kind }) => kind)).toHaveLength(6);
    expect(schedule).toMatchObject({ endsOn: "2026-11-21" });
    const [lead] = contact.leadIds;
    const history = await asAdministrator<{ fact: string }>(
      `select detail ->> 'fact' as fact from lead_history('${lead}') where kind = 'payment' and author is null`,
    );
    expect(history.map(({ fact }) => fact)).toEqual(expect.arrayContaining(kept.map(({ kind }) => kind)));
    const [file] = await asAdministrator<{ file: Fields }>(`select read_lead_receipts('${lead}') as file`);
    expect(file?.file.billing).toEqual(billing);
  });

  test("changes neither payment nor status of the lead: that stays the team's", async () => {
    await pay();
    const before = await rowsOf(db, "select lead_status, payment_status from public.leads");
    await refund(11_640, { refunded: true });
    await end();
    expect(await rowsOf(db, "select lead_status, payment_status from public.leads")).toEqual(before);
  });

  test.each<[string, () => Promise<unknown>]>([
    [
      "before its payment",
      async () => {
        await Promise.all([fail(), dispute(), refund(100), end()]);
        await pay();
      },
    ],
    ["at the same moment as its payment", () => Promise.all([fail(), dispute(), pay(), refund(100), end()])],
    [
      "after it",
      async () => {
        await pay();
        await Promise.all([fail(), dispute(), refund(100), end()]);
      },
    ],
  ])("finds its lead when it comes %s", async (_, send) => {
    await send();
    expect((await told()).map(({ has_lead }) => has_lead)).toEqual([true, true, true, true]);
  });

  test("counts once, under one id or two, one after the other or at once", async () => {
    await pay();
    const id = "evt_same";
    const object = { id: "du_1", amount: 1, currency: "eur", payment_intent: "pi_1" };
    await Promise.all([1, 2, 3].map(() => post("charge.dispute.created", object, { id })));
    await dispute();
    expect(await told()).toHaveLength(1);
    expect(await rowsOf(db, "select id from private.billing_events")).toEqual([{ id }]);
  });

  test("of a monthly charge finds its lead by the customer, unless that one paid for two", async () => {
    await pay();
    await refund(71_640, { id: "ch_2", payment_intent: "pi_2", customer: "cus_1" });
    expect(await told()).toMatchObject([{ has_lead: true }]);
    const other = await addContact(db, { email: "malik@exemple.fr" });
    await pay({
      id: "cs_2",
      client_reference_id: other.references[0],
      invoice: null,
      subscription: null,
      payment_intent: "pi_9",
    });
    await refund(100, { id: "ch_3", payment_intent: "pi_3", customer: "cus_1" });
    expect((await told()).filter(({ has_lead }) => !has_lead)).toMatchObject([{ kind: "refund", amount: 100 }]);
  });

  test.each<[string, string, Fields]>([
    [
      "a first debit that is refused on the payment page",
      "invoice.payment_failed",
      { id: "in_1", amount_due: 1, currency: "eur", attempt_count: 1, billing_reason: "subscription_create" },
    ],
    ["an amount below nothing", "charge.refunded", { id: "ch_1", amount_refunded: -1, currency: "eur" }],
    ["an id with a control character", "charge.dispute.created", { id: "du\0", amount: 1, currency: "eur" }],
    ["no status", "customer.subscription.updated", { id: "sub_1" }],
  ])("with %s is answered and left", async (_, type, object) => {
    await post(type, object);
    expect(await told()).toEqual([]);
  });

  test("of a renewal, which changes nothing that is shown, is left", async () => {
    const previous_attributes = { latest_invoice: "in_1" };
    await post("customer.subscription.updated", { id: "sub_1", status: "active" }, { previous_attributes });
    expect(await told()).toEqual([]);
  });
});

describe("A debit that failed", () => {
  test("is in « Aujourd’hui » until its invoice is paid, whichever comes first", async () => {
    await pay();
    await fail(1);
    await fail(2);
    expect(await debits()).toEqual([{ reason: "debit", lead_id: contact.leadIds[0] }]);
    expect((await told()).filter(({ is_open }) => is_open)).toHaveLength(1);
    await settleInvoice();
    expect(await debits()).toEqual([]);
    await fail(3);
    expect(await debits()).toEqual([]);
  });

  test("and its invoice that come at once leave nothing open", async () => {
    await pay();
    await Promise.all([fail(2), settleInvoice(), fail(1)]);
    expect((await told()).filter(({ is_open }) => is_open)).toEqual([]);
  });

  test("whose first try arrives last is not opened by it", async () => {
    await pay();
    await fail(2);
    await fail(1);
    expect((await told()).map(({ is_open }) => is_open).filter(Boolean)).toHaveLength(1);
  });
});

describe("The next debit", () => {
  test("follows the newest state of the subscription, in whatever order its states come", async () => {
    await pay();
    await change("2026-11-19", { cancel_at: null });
    await change("2026-11-17", {
      cancel_at_period_end: true,
      items: { data: [{ current_period_end: at("2026-12-20") }] },
    });
    expect((await readSpace()).schedule).not.toHaveProperty("endsOn");
    await change("2026-11-20", { status: "trialing", trial_end: at("2026-12-05") });
    expect((await readSpace()).schedule).toMatchObject({ heldUntil: "2026-12-05" });
  });
});

describe("settle-billing", () => {
  const eventId = async () => String((await rowsOf(db, "select id from private.billing_events where is_open"))[0]?.id);

  test("takes a dispute out of « Aujourd’hui », says who in the history, and is taken back", async () => {
    await pay();
    await dispute();
    const id = await eventId();
    expect(await settle({ event_id: id, is_settled: true })).toMatchObject({ answer: { settled: true } });
    expect(await debits()).toEqual([]);
    await settle({ event_id: id, is_settled: true });
    await settle({ event_id: id, is_settled: false });
    expect(await debits()).toHaveLength(1);
    const audit = await rowsOf(
      db,
      "select action, actor, lead_id from private.audit_log where action like 'billing.%' order by id",
    );
    const line = { actor: admin.userId, lead_id: contact.leadIds[0] };
    expect(audit).toEqual([
      { ...line, action: "billing.settled" },
      { ...line, action: "billing.reopened" },
    ]);
  });

  test("lists in « Paiements » what no lead is known for, until it is settled", async () => {
    await dispute();
    const list = () => asAdministrator("select kind, object from list_open_billing()");
    const alerts = async () =>
      (await asAdministrator<{ n: Fields }>("select count_admin_alerts() as n"))[0]?.n.payments;
    expect([await list(), await alerts()]).toEqual([[{ kind: "dispute", object: "du_1" }], 1]);
    await settle({ event_id: await eventId(), is_settled: true });
    expect([await list(), await alerts()]).toEqual([[], 0]);
  });

  test("lists there a refund of money that no lead is known for, the newest sum alone, until its lead is", async () => {
    const list = () => asAdministrator("select kind, amount_cents::int as amount from list_open_billing()");
    await refund(100);
    await refund(250);
    expect(await list()).toEqual([{ kind: "refund", amount: 250 }]);
    const [{ worklist } = {}] = await asAdministrator<{ worklist: Fields }>("select worklist() as worklist");
    expect(worklist?.astray).toMatchObject({ payments: 1 });
    const [open] = await rowsOf(db, "select id from private.billing_events where is_open");
    expect((await settle({ event_id: open?.id, is_settled: true })).status).toBe(200);
    expect(await list()).toEqual([]);
    expect((await settle({ event_id: open?.id, is_settled: false })).status).toBe(200);
    expect(await list()).toHaveLength(1);
    await pay();
    expect(await list()).toEqual([]);
    expect(await debits()).toEqual([]);
  });

  test("refuses what is unknown or malformed, and who is no administrator", async () => {
    await pay();
    await refund(100);
    const [{ id } = {}] = await rowsOf(db, "select id from private.billing_events");
    expect(await settle({ event_id: "evt_unknown", is_settled: true })).toMatchObject({ status: 404 });
    expect(await settle({ event_id: id, is_settled: true })).toMatchObject({ status: 404 });
    expect(await settle({ event_id: id })).toMatchObject({ status: 400 });
    for (const { headers, status } of await listStrangers(context, db)) {
      expect(await callFunction(context, "settle-billing", headers, { event_id: id, is_settled: true })).toMatchObject({
        status,
      });
    }
  });
});

test("An erased person's events stay without them, and what is open is left to « Paiements »", async () => {
  await pay();
  await dispute();
  await refund(100);
  await db.inspect("delete from public.leads");
  expect(await told()).toMatchObject([{ has_lead: false }, { has_lead: false }]);
  expect(await asAdministrator("select kind from list_open_billing()")).toEqual([{ kind: "dispute" }]);
});
