import { randomUUID } from "node:crypto";

import Stripe from "stripe";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import type { ServerContext } from "#server/context.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";

import { newKey } from "./orders.ts";
import { addContact, mountFunctions } from "./people.ts";

const start = new Date("2026-11-20T10:00:00.000Z");
const secret = "whsec_of_the_tests";
const email = "claire@exemple.fr";
let db: TestDatabase;
let context: ServerContext;

beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(() => {
  context = createTestContext({ db, now: () => start, settings: { stripeWebhookSecret: secret } });
});
afterEach(() => db.reset());
afterAll(() => db.close());

type Session = Record<string, unknown>;

function paid(
  reference: unknown,
  { id = `evt_${randomUUID()}`, type = "checkout.session.completed", ...session }: Session = {},
) {
  // prettier-ignore
  const object = {
    object: "checkout.session",
    client_reference_id: reference,
    payment_status: "paid",
    amount_total: 11_640,
    currency: "eur",
    customer_details: { email },
    ...session,
  };
  return { id, object: "event", type, data: { object } };
}

type Seal = { signedWith?: string; at?: Date; header?: string };

async function post(event: unknown, { signedWith = secret, at = start, header }: Seal = {}) {
  const payload = typeof event === "string" ? event : JSON.stringify(event);
  const timestamp = Math.floor(at.getTime() / 1000);
  const signature = header ?? Stripe.webhooks.generateTestHeaderString({ payload, secret: signedWith, timestamp });
  const response = await mountFunctions(context).request("/functions/v1/payment-events", {
    method: "POST",
    headers: { "content-type": "application/json", "stripe-signature": signature },
    body: payload,
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const received = { status: 200, body: { received: true } };
const forged = { status: 400, body: { error: "La signature de cet événement n’est pas valable.", code: "signature_refused" } }; // prettier-ignore

async function submit(key: string, answers: Record<string, unknown> = {}, form = "secretariat") {
  const row = { idempotency_key: key, form, email, contact: { first_name: "Claire" }, answers };
  await db.asServer((tx) =>
    tx.query("select private.receive_submission(jsonb_populate_record(null::private.submissions, $1::jsonb))", [
      JSON.stringify(row),
    ]),
  );
}

async function readLeads() {
  const { rows } = await db.inspect<Record<string, unknown>>(
    "select payment_status, intention, newer_answers_at is not null as has_proposal from public.leads",
  );
  return rows;
}

async function readEvents() {
  const { rows } = await db.inspect<Record<string, unknown>>(
    "select reference, email, amount_cents::int as amount, currency, state, lead_id is not null as has_lead from private.payment_events",
  );
  return rows;
}

async function readAudit() {
  const { rows } = await db.inspect<{ line: string }>(
    "select coalesce(actor::text, 'server') || ' ' || action as line from private.audit_log order by id",
  );
  return rows.map(({ line }) => line);
}

describe("A signed payment", () => {
  test("marks the lead of its reference as paid, with a line of the audit log, and keeps no e-mail", async () => {
    const key = newKey();
    await submit(key);

    expect(await post(paid(key))).toEqual(received);
    expect(await readLeads()).toMatchObject([{ payment_status: true }]);
    expect(await readEvents()).toEqual([
      { reference: key, email: null, amount: 11_640, currency: "eur", state: "applied", has_lead: true },
    ]);
    expect(await readAudit()).toEqual(["server lead.payment_changed", "server payment.applied"]);
  });

  test("that a customer made from their space marks the lead it names, and no other", async () => {
    const [key, other] = [newKey(), newKey()];
    await submit(key);
    await submit(other, {}, "marketing");
    const { rows } = await db.inspect<{ id: string }>(
      "select id from public.leads where funnel_origin = 'secretariat'",
    );

    expect(await post(paid(rows[0]?.id))).toEqual(received);
    expect(await readEvents()).toMatchObject([{ reference: key, state: "applied", has_lead: true }]);
    const paidLeads = await db.inspect("select funnel_origin from public.leads where payment_status");
    expect(paidLeads.rows).toEqual([{ funnel_origin: "secretariat" }]);
  });

  test("that arrives before its lead waits, and is applied with it", async () => {
    const key = newKey();
    expect(await post(paid(key.toUpperCase()))).toEqual(received);
    expect(await readEvents()).toMatchObject([{ reference: key, email, state: "waiting", has_lead: false }]);

    await submit(key, { intention: "appointments" });
    expect(await readLeads()).toEqual([{ payment_status: true, intention: "appointments", has_proposal: false }]);
    expect(await readEvents()).toMatchObject([{ email: null, state: "applied", has_lead: true }]);
  });

  test("makes the answers that were paid for those of the lead, whichever comes first", async () => {
    const [known, late, early] = [newKey(), newKey(), newKey()];
    await submit(known, { intention: "appointments" });
    await submit(late, { intention: "transfer" });
    expect(await readLeads()).toEqual([{ payment_status: false, intention: "appointments", has_proposal: true }]);
    await post(paid(late));
    expect(await readLeads()).toEqual([{ payment_status: true, intention: "transfer", has_proposal: false }]);

    await post(paid(early));
    await submit(early, { intention: "autres" });
    expect(await readLeads()).toEqual([{ payment_status: true, intention: "autres", has_proposal: false }]);
  });

  test("leaves a newer proposal waiting for an administrator", async () => {
    const [known, proposed] = [newKey(), newKey()];
    await submit(known, { intention: "appointments" });
    await submit(proposed, { intention: "transfer" });

    await post(paid(known));
    expect(await readLeads()).toEqual([{ payment_status: true, intention: "appointments", has_proposal: true }]);
  });

  test("counts once, whatever an administrator changed since", async () => {
    const key = newKey();
    await submit(key);
    const event = paid(key);
    await post(event);
    await db.inspect("update public.leads set payment_status = false");

    expect(await post(event)).toEqual(received);
    expect(await readLeads()).toMatchObject([{ payment_status: false }]);
    expect(await readEvents()).toHaveLength(1);
  });

  test("sent many times at the moment its lead arrives is one payment of one lead", async () => {
    const key = newKey();
    const event = paid(key);
    const answers = await Promise.all([post(event), post(event), submit(key), post(event), post(paid(key)), post(event)]); // prettier-ignore

    expect(answers.filter(Boolean)).toEqual([received, received, received, received, received]);
    expect(await readLeads()).toMatchObject([{ payment_status: true }]);
    expect((await readEvents()).map(({ state }) => state)).toEqual(["applied", "applied"]);
  });

  test("for nobody is kept, and doctor lists it", async () => {
    expect(await post(paid("commande_42"))).toEqual(received);
    expect(await readEvents()).toMatchObject([{ reference: "commande_42", email, state: "waiting" }]);
    expect((await checkDatabase(db)).map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^The payment evt_\S+ matches no lead: its reference is commande_42\.$/),
    ]);
  });

  test("without a reference is kept, and doctor lists it", async () => {
    for (const reference of [null, undefined]) expect(await post(paid(reference))).toEqual(received);
    const kept = { reference: null, email, amount: 11_640, currency: "eur", state: "waiting", has_lead: false };
    expect(await readEvents()).toEqual([kept, kept]);
    expect((await checkDatabase(db)).map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^The payment evt_\S+ matches no lead: it has no reference\.$/),
      expect.stringMatching(/^The payment evt_\S+ matches no lead: it has no reference\.$/),
    ]);
    await submit(newKey());
    expect(await readLeads()).toMatchObject([{ payment_status: false }]);
  });

  test("outlives the erased lead without anything of the person", async () => {
    const key = newKey();
    await submit(key);
    await post(paid(key));
    await db.inspect("delete from public.leads");
    expect(await readEvents()).toMatchObject([{ email: null, state: "applied", has_lead: false }]);
  });

  test("of somebody else's lead changes no other", async () => {
    const contact = await addContact(db, { email, origins: ["secretariat", "marketing"] });
    await post(paid(contact.references[1]));
    const { rows } = await db.inspect("select funnel_origin from public.leads where payment_status");
    expect(rows).toEqual([{ funnel_origin: "marketing" }]);
  });

  test("with a trial counts when nothing is due yet, and with a slow means when the money came", async () => {
    const [trial, slow] = [newKey(), newKey()];
    await submit(trial);
    await submit(slow, {}, "marketing");
    await post(paid(trial, { payment_status: "no_payment_required", amount_total: 0 }));
    await post(paid(slow, { payment_status: "unpaid" }));
    expect((await readLeads()).filter((lead) => lead.payment_status)).toHaveLength(1);

    await post(paid(slow, { type: "checkout.session.async_payment_succeeded" }));
    expect((await readLeads()).map((lead) => lead.payment_status)).toEqual([true, true]);
  });
});

describe("No lead is paid by", () => {
  const key = newKey();
  beforeEach(() => submit(key));
  const readPayments = async () => [(await readLeads())[0]?.payment_status, ...(await readEvents())];

  test.each<[string, Seal]>([
    ["of another secret", { signedWith: "whsec_of_somebody_else" }],
    ["older than five minutes", { at: new Date(start.getTime() - 301_000) }],
    ["that is missing", { header: "" }],
    ["that is nonsense", { header: "t=,v1=" }],
    ["of another scheme", { header: "t=1764583200,v0=abcdef" }],
    ["far too long", { header: `t=1,${"v1=a,".repeat(2000)}` }],
  ])("a signature %s", async (_, seal) => {
    expect(await post(paid(key), seal)).toEqual(forged);
    expect(await readPayments()).toEqual([false]);
  });

  test("an event changed after it was signed", async () => {
    const payload = JSON.stringify(paid(newKey()));
    const header = Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: start.getTime() / 1000 });
    expect(await post(paid(key), { header })).toEqual(forged);
    expect(await readPayments()).toEqual([false]);
  });

  test.each<[string, (reference: string) => unknown]>([
    ["about something else", (reference) => paid(reference, { type: "checkout.session.expired" })],
    ["of a failed payment", (reference) => paid(reference, { type: "checkout.session.async_payment_failed" })],
    ["with a reference that is no text", (reference) => paid({ $eq: reference })],
    ["with a control character in its reference", (reference) => paid(`${reference}\0`)],
    ["that was not paid", (reference) => paid(reference, { payment_status: "unpaid" })],
    ["without data", () => ({ id: "evt_1", object: "event", type: "checkout.session.completed" })],
  ])("a signed event %s, which is answered and left", async (_, event) => {
    expect(await post(event(key))).toEqual(received);
    expect(await readPayments()).toEqual([false]);
  });

  test("a body that is too long or no JSON", async () => {
    expect((await post(paid(key, { note: "x".repeat(70_000) }))).status).toBe(413);
    expect(await post("{")).toMatchObject({ status: 400, body: { code: "unreadable" } });
    expect((await post("", { header: "t=1,v1=a" })).status).toBe(400);
    expect(await readPayments()).toEqual([false]);
  });
});

test("Without the secret there is no such address", async () => {
  context = createTestContext({ db, now: () => start, settings: { stripeWebhookSecret: undefined } });
  for (const method of ["POST", "GET"]) {
    const response = await mountFunctions(context).request("/functions/v1/payment-events", { method });
    expect(response.status).toBe(404);
  }
});
