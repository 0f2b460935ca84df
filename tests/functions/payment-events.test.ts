import { civilDate } from "#kit/civil-date.ts";
import type { PriceChange } from "#domain/site/prices.ts";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";

import Stripe from "stripe";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { type OrderedCompany, payerDifferences, readPayer } from "#subjects/payments/rules/payer.ts";
import type { ServerContext } from "#server/context/context.ts";
import { comparePayers } from "#subjects/payments/server/compared-payers.ts";
import { findInDatabase } from "#tests/support/doctor-findings.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { newKey } from "./orders.ts";
import { postProviderEvent, providerSecret, type Seal } from "./provider-events.ts";
import { addContact, mountFunctions } from "#tests/fixtures/accounts.ts";

const start = new Date("2026-11-20T10:00:00.000Z");
const email = "claire@exemple.fr";
const db = await openDatabaseForFile();
let context: ServerContext;

beforeEach(() => {
  context = createTestContext({ db, now: () => start, settings: { stripeWebhookSecret: providerSecret } });
});
afterEach(() => db.reset());

type Session = Record<string, unknown>;

function paid(
  reference: unknown,
  { id = `evt_${randomUUID()}`, type = "checkout.session.completed", ...session }: Session = {},
) {
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

const post = (event: unknown, seal?: Seal) => postProviderEvent(context, event, seal);

const received = { status: 200, body: { received: true } };
const forged = {
  status: 400,
  body: { error: "La signature de cet événement n’est pas valable.", code: "signature_refused" },
};

async function submit(key: string, answers: Record<string, unknown> = {}, form = "secretariat", from = email) {
  const row = { idempotency_key: key, form, email: from, contact: { first_name: "Claire" }, answers };
  await db.asServer((tx) =>
    tx.query("select private.receive_submission(jsonb_populate_record(null::private.submissions, $1::jsonb))", [
      JSON.stringify(row),
    ]),
  );
}

async function readLeads() {
  const { rows } = await db.inspect<Record<string, unknown>>(
    "select payment_status, intention, newer_answers_at is not null as has_proposal from public.leads order by created_at",
  );
  return rows;
}

async function readEvents() {
  const { rows } = await db.inspect<Record<string, unknown>>(
    "select reference, email, amount_cents::float as amount, currency, state, lead_id is not null as has_lead from private.payment_events order by received_at",
  );
  return rows;
}

async function readStates() {
  const { rows } = await db.inspect<{ state: string }>("select state from private.payment_events order by state");
  return rows.map(({ state }) => state);
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
    expect(await readAudit()).toEqual([
      "server lead.status_changed",
      "server lead.payment_changed",
      "server payment.applied",
    ]);
  });

  test.for([
    ["to_contact", "client"],
    ["contacted", "client"],
    ["inactive", "inactive"],
  ])("makes a client of a lead that is %s: %s, says so, and leaves later choices", async ([before, after]) => {
    const key = newKey();
    await submit(key);
    await db.inspect("update public.leads set lead_status = $1", [before]);
    await post(paid(key));
    const lead =
      "select lead_status, paid_at is not null as is_noted, contacted_at is null as is_uncalled from public.leads";
    const isUncalled = before === "to_contact";
    expect((await db.inspect(lead)).rows).toEqual([{ lead_status: after, is_noted: true, is_uncalled: isUncalled }]);
    const { rows } = await db.inspect(
      "select detail from private.audit_log where action = 'lead.status_changed' and detail ? 'by'",
    );
    expect(rows).toEqual(before === after ? [] : [{ detail: { from: before, to: after, by: "payment" } }]);
    await db.inspect("update public.leads set lead_status = 'contacted'");
    await post(paid(key));
    expect((await db.inspect("select lead_status from public.leads")).rows).toEqual([{ lead_status: "contacted" }]);
  });

  test("that a customer made from their space marks the lead it names, and no other", async () => {
    const [key, other] = [newKey(), newKey()];
    await submit(key);
    await submit(other, { prospects_per_month: "0-500" }, "marketing");
    const { rows } = await db.inspect<{ id: string }>(
      "select id from public.leads where funnel_origin = 'secretariat'",
    );

    expect(await post(paid(rows[0]?.id))).toEqual(received);
    expect(await readEvents()).toMatchObject([{ reference: key, state: "applied", has_lead: true }]);
    const paidLeads = await db.inspect("select funnel_origin from public.leads where payment_status");
    expect(paidLeads.rows).toEqual([{ funnel_origin: "secretariat" }]);
  });

  test("keeps who paid: name, address and tax numbers, until its lead is erased", async () => {
    const key = newKey();
    await submit(key);
    const address = {
      line1: "12 rue du Port",
      line2: null,
      postal_code: "29200",
      city: "Brest",
      state: null,
      country: "FR",
    };
    const tax_ids = [{ type: "eu_vat", value: "FR39732829320" }];
    const details = { email, name: "Claire Ravel", business_name: "Menuiserie Kerbrat", address, tax_ids };
    const event = paid(key, { customer_details: { ...details, phone: "+33 1 99 00 00 00" } });
    await post(event);
    const readPayers = async () => (await db.inspect("select email, payer from private.payment_events")).rows;
    expect(await readPayers()).toEqual([{ email: null, payer: { name: "Menuiserie Kerbrat", address, tax_ids } }]);
    await db.inspect("delete from public.leads");
    expect(await readPayers()).toEqual([{ email: null, payer: null }]);
    await post(event);
    expect(await readPayers()).toEqual([{ email: null, payer: null }]);
  });

  test.each([
    ["nothing", null],
    ["an e-mail alone", { email }],
    ["empty texts", { email, name: "", address: { line1: "" }, tax_ids: [] }],
    ["nonsense", { email, name: 7, address: "x", tax_ids: [{ type: "eu_vat" }] }],
    ["a name without end", { email, name: "x".repeat(301) }],
    ["more numbers than anybody has", { email, tax_ids: Array(11).fill({ type: "eu_vat", value: "FR1" }) }],
    ["control characters", { email, name: "Kerbrat\u0000", tax_ids: [{ type: "eu_vat", value: "\u0007" }] }],
  ])("that tells %s of who paid is applied all the same, and keeps no payer", async (_, customer_details) => {
    const key = newKey();
    await submit(key);
    expect(await post(paid(key, { customer_details }))).toEqual(received);
    const { rows } = await db.inspect("select state, payer from private.payment_events");
    expect(rows).toEqual([{ state: "applied", payer: null }]);
  });

  test("under another company than its order's is shown so: in « Paiements » and in the lead's file", async () => {
    const key = newKey();
    const company = { company_siren: "732829320", company_legal_name: "MENUISERIE KERBRAT" };
    await submit(key, company);
    const other = {
      email: "compta@exemple.fr",
      name: "Cabinet Delmas",
      tax_ids: [{ type: "eu_vat", value: "FR83404833048" }],
    };
    await post(paid(key, { customer_details: other }));
    const { rows } = await db.asServer((tx) =>
      tx.query<{ payer: unknown; company: OrderedCompany }>("select payer, company from private.open_payments()"),
    );
    expect(payerDifferences(readPayer(rows[0]!.payer)!, rows[0]!.company)).toEqual(["name", "siren"]);
    const { rows: file } = await db.asServer((tx) =>
      tx.query<{ payers: unknown }>("select private.payers_of(id) as payers from public.leads"),
    );
    expect(file[0]!.payers).toMatchObject([{ payer: { name: "Cabinet Delmas" } }]);
  });

  test.each([
    ["closing", { prospects_count: "2000" }, 60_000],
    ["conferences", {}, 22_800],
  ])(
    "for %s under another name than its order's is to look at, until it is confirmed",
    async (form, answers, amount) => {
      const readOpen = () =>
        db.inspect("select lead_id, email, payer_differs from private.payment_events order by received_at");
      const countAlerts = async () => (await db.inspect("select payment_id from private.open_payments()")).rows.length;
      for (const [name, differs] of [
        ["Claire", []],
        ["Cabinet Delmas", ["name"]],
      ] as const) {
        const key = newKey();
        const from = `${name.slice(0, 2)}@exemple.fr`;
        await submit(key, answers, form, from);
        await post(paid(key, { amount_total: amount, customer_details: { email: from, name } }));
        expect((await readOpen()).rows.at(-1)).toMatchObject({ email: null, payer_differs: differs });
        expect(await countAlerts()).toBe(differs.length);
      }
      expect((await findInDatabase(db)).map(({ sentence }) => sentence)).toContainEqual(
        expect.stringMatching(/^The payment evt_.* was made under another name than that of its order\.$/),
      );
      const [event] = (
        await db.inspect<{ payment_id: string; lead_id: string }>("select * from private.open_payments()")
      ).rows;
      await db.asServer((tx) =>
        tx.query("select private.attach_payment($1, $2, null)", [event!.payment_id, event!.lead_id]),
      );
      expect(await countAlerts()).toBe(0);
      const { rows: audit } = await db.inspect("select action from private.audit_log order by id desc limit 1");
      expect(audit).toEqual([{ action: "payment.confirmed" }]);
    },
  );

  test("that waited for its order is compared with it by the job", async () => {
    const key = newKey();
    await post(paid(key, { customer_details: { email, name: "Cabinet Delmas" } }));
    await submit(key);
    expect(await db.asServer(comparePayers)).toBe(1);
    expect(await db.asServer(comparePayers)).toBe(0);
    const { rows } = await db.inspect("select payer_differs from private.payment_events");
    expect(rows).toEqual([{ payer_differs: ["name"] }]);
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

    await db.inspect("delete from public.leads");
    await submit(known, { intention: "appointments" });
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
    const answers = await Promise.all([
      post(event),
      post(event),
      submit(key),
      post(event),
      post(paid(key)),
      post(event),
    ]);

    expect(answers.filter(Boolean)).toEqual([received, received, received, received, received]);
    expect(await readLeads()).toMatchObject([{ payment_status: true }]);
    expect(await readStates()).toEqual(["applied", "waiting"]);
  });

  test("for no known order is kept, and doctor lists it", async () => {
    expect(await post(paid("commande_42"))).toEqual(received);
    expect(await readEvents()).toMatchObject([{ reference: "commande_42", email, state: "waiting" }]);
    expect((await findInDatabase(db)).map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^The payment evt_\S+ matches no lead: its reference is commande_42\.$/),
    ]);
  });

  test("without a reference is kept, and doctor lists it", async () => {
    for (const reference of [null, undefined]) expect(await post(paid(reference))).toEqual(received);
    const kept = { reference: null, email, amount: 11_640, currency: "eur", state: "waiting", has_lead: false };
    expect(await readEvents()).toEqual([kept, kept]);
    expect((await findInDatabase(db)).map(({ sentence }) => sentence)).toEqual([
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

  test("of another person's lead changes no other", async () => {
    const contact = await addContact(db, { email, origins: ["secretariat", "marketing"] });
    await post(paid(contact.references[0]));
    const { rows } = await db.inspect("select funnel_origin from public.leads where payment_status");
    expect(rows).toEqual([{ funnel_origin: "secretariat" }]);
  });

  test("with a trial counts when nothing is due yet, and with a slow means when the money came", async () => {
    const [trial, slow] = [newKey(), newKey()];
    await submit(trial);
    await submit(slow, { active_clients_per_month: 100 }, "suiviclient");
    const price = { amount_total: 58_800 };
    await post(paid(trial, { payment_status: "no_payment_required", amount_total: 0 }));
    await post(paid(slow, { payment_status: "unpaid", ...price }));
    expect((await readLeads()).filter((lead) => lead.payment_status)).toHaveLength(1);

    await post(paid(slow, { type: "checkout.session.async_payment_succeeded", ...price }));
    expect((await readLeads()).map((lead) => lead.payment_status)).toEqual([true, true]);
  });
});

describe("A lead is paid by what it owes, and nothing else", () => {
  const isPaid = async () => (await readLeads()).map((lead) => lead.payment_status);
  const wait = { state: "waiting", has_lead: false };

  test.each<[string, string, Record<string, unknown>, Session]>([
    [
      "the secretariat at the start of its trial",
      "secretariat",
      { calls_per_month: 500 },
      { payment_status: "no_payment_required", amount_total: 0 },
    ],
    ["the secretariat by its month", "secretariat", { calls_per_month: 500 }, { amount_total: 4796_40 }],
    ["the follow-up", "suiviclient", { active_clients_per_month: 200 }, { amount_total: 948_00 }],
    [
      "marketing, by the volume above its range",
      "marketing",
      { prospects_per_month: "1000-5000" },
      { amount_total: 1800_00 },
    ],
    [
      "marketing, by a volume of its range",
      "marketing",
      { prospects_per_month: "1000-5000" },
      { amount_total: 720_00 },
    ],
    [
      "closing, by its started thousands of calls",
      "closing",
      { prospects_count: "environ 2 000" },
      { amount_total: 600_00 },
    ],
    ["the conference", "conferences", { extra_answers: { commentaire: "x" } }, { amount_total: 228_00 }],
    ["any of them in capitals", "conferences", {}, { amount_total: 228_00, currency: "EUR" }],
    [
      "the link of its volume",
      "secretariat",
      { calls_per_month: 500 },
      { amount_total: 0, metadata: { offer: "secretariat", volume: "500" } },
    ],
    [
      "the free days of a training body, by the page of training bodies",
      "suiviclient",
      { active_clients_per_month: 500, audience: "formation" },
      { payment_status: "no_payment_required", amount_total: 0, metadata: { offer: "formation", volume: "500" } },
    ],
    [
      "a link whose metadata is of another kind",
      "conferences",
      {},
      { amount_total: 228_00, metadata: { offer: 5, volume: ["500"], other: "x" } },
    ],
  ])("%s", async (_, form, answers, session) => {
    const key = newKey();
    await submit(key, answers, form);
    expect(await post(paid(key, session))).toEqual(received);
    expect(await isPaid()).toEqual([true]);
    expect(await readEvents()).toMatchObject([{ state: "applied", has_lead: true }]);
  });

  test.each<[string, Session]>([
    ["one cent of a dollar", { amount_total: 1, currency: "usd" }],
    ["the month in dollars", { amount_total: 4796_40, currency: "usd" }],
    ["as many yens", { amount_total: 4796_40, currency: "jpy" }],
    ["the month of the cheapest volume", { amount_total: 116_40 }],
    ["one cent less", { amount_total: 4796_39 }],
    ["one cent more", { amount_total: 4796_41 }],
    ["a negative amount", { amount_total: -4796_40 }],
    ["a huge amount", { amount_total: Number.MAX_SAFE_INTEGER }],
    ["an amount beyond numbers", { amount_total: 1e300 }],
    ["a fraction", { amount_total: 0.5 }],
    ["an amount in words", { amount_total: "479640" }],
    ["no amount", { amount_total: null }],
    ["an amount that is missing", { amount_total: undefined }],
    ["no currency", { currency: null, amount_total: 0 }],
    ["a currency that is missing", { currency: undefined, amount_total: 4796_40 }],
    ["a currency that is no text", { currency: { $ne: "usd" }, amount_total: 4796_40 }],
    ["a currency that is nonsense", { currency: "eurs", amount_total: 4796_40 }],
    ["the link of the cheapest volume", { amount_total: 0, metadata: { offer: "secretariat", volume: "5" } }],
    ["the link of another offer", { amount_total: 0, metadata: { offer: "suiviclient" } }],
  ])("and so not an order of 500 calls by %s, which waits", async (_, session) => {
    const key = newKey();
    await submit(key, { calls_per_month: 500 });
    expect(await post(paid(key, session))).toEqual(received);
    expect(await isPaid()).toEqual([false]);
    expect(await readEvents()).toMatchObject([wait]);
    expect(await readAudit()).toEqual([]);
    expect((await db.inspect("select from private.deliveries where event = 'mail.payment-received'")).rows).toEqual([]);
    expect((await findInDatabase(db)).map(({ sentence }) => sentence)).toEqual([
      expect.stringMatching(/^The payment evt_\S+ waits: it is not what its lead owes\.$/),
    ]);
  });

  test.each<[string, string, Record<string, unknown>, number]>([
    ["a follow-up by nothing", "suiviclient", { active_clients_per_month: 50 }, 0],
    [
      "the free days of who says to be a training body",
      "suiviclient",
      { active_clients_per_month: 500, audience: "formation" },
      0,
    ],
    ["a volume that is not sold", "secretariat", { calls_per_month: 7 }, 0],
    ["marketing without a range", "marketing", {}, 36_000],
    ["closing with an unreadable number of calls", "closing", { prospects_count: "beaucoup" }, 30_000],
    ["two thousand calls by the price of one", "closing", { prospects_count: "2000" }, 30_000],
    ["a place on the waiting list", "conferences", { extra_answers: { kind: "waitlist" } }, 22_800],
    ["a question", "general", {}, 0],
  ])("and so not %s", async (_, form, answers, amount_total) => {
    const key = newKey();
    await submit(key, answers, form);
    await post(paid(key, { amount_total }));
    expect(await isPaid()).toEqual([false]);
    expect(await readEvents()).toMatchObject([wait]);
  });

  test("what is charged later is nothing paid, whatever its total says", async () => {
    const key = newKey();
    await submit(key, {}, "conferences");
    await post(paid(key, { payment_status: "no_payment_required", amount_total: 228_00 }));
    expect(await isPaid()).toEqual([false]);
    expect(await readEvents()).toMatchObject([{ ...wait, amount: 0 }]);
  });

  test("whichever comes first: a wrong payment still waits when its lead arrives", async () => {
    const [dear, cheap] = [newKey(), newKey()];
    await post(paid(dear, { amount_total: 420_00 }));
    await post(paid(cheap, { amount_total: 420_00 }));
    await submit(dear, { active_clients_per_month: 500 }, "suiviclient");
    expect(await isPaid()).toEqual([false]);
    await db.inspect("delete from public.leads");
    await submit(cheap, { active_clients_per_month: 50 }, "suiviclient");
    expect(await isPaid()).toEqual([true]);
  });

  test("even when the volume was changed before paying, and the new answers come last", async () => {
    const key = newKey();
    await submit(key, { active_clients_per_month: 50 }, "suiviclient");
    await post(paid(key, { amount_total: 1548_00 }));
    expect(await isPaid()).toEqual([false]);
    await submit(key, { active_clients_per_month: 500 }, "suiviclient");
    expect(await isPaid()).toEqual([true]);
  });

  test("and a cheap payment does not follow answers that grow after it", async () => {
    const key = newKey();
    await submit(key, { active_clients_per_month: 50 }, "suiviclient");
    await post(paid(key, { amount_total: 420_00 }));
    await submit(key, { active_clients_per_month: 500 }, "suiviclient");
    await post(paid(key, { amount_total: 420_00 }));
    const { rows } = await db.inspect("select payment_status, active_clients_per_month as volume from public.leads");
    expect(rows).toEqual([{ payment_status: true, volume: 50 }]);
    expect((await readEvents()).map(({ state }) => state)).toEqual(["applied", "waiting"]);
  });

  test("when right and wrong ones arrive at the moment the answers change", async () => {
    const key = newKey();
    await submit(key, { active_clients_per_month: 50 }, "suiviclient");
    const wrong = Array.from({ length: 4 }, () => post(paid(key, { amount_total: 1 })));
    const right = Array.from({ length: 2 }, () => post(paid(key, { amount_total: 588_00 })));
    const change = submit(key, { active_clients_per_month: 100 }, "suiviclient");
    expect(await Promise.all([...wrong, ...right])).toEqual(Array.from({ length: 6 }, () => received));
    await change;
    expect(await isPaid()).toEqual([true]);
    expect((await readEvents()).filter(({ state }) => state === "applied").map(({ amount }) => amount)).toEqual([
      58_800,
    ]);
  });

  test("and who paid the wrong amount is forgotten with the lead that was named", async () => {
    const key = newKey();
    await submit(key, { calls_per_month: 500 });
    await post(paid(key, { amount_total: 1, customer_details: { email: "compta@exemple.fr" } }));
    expect(await readEvents()).toMatchObject([{ email: "compta@exemple.fr", ...wait }]);
    await db.inspect("delete from public.leads");
    expect(await readEvents()).toMatchObject([{ email: null, ...wait }]);
  });
});

describe("Who paid is told that a payment waits", () => {
  const told = async () => {
    const { rows } = await db.inspect<{ body: { to: string; data: unknown } }>(
      "select body from private.deliveries where event = 'mail.payment-waiting' order by created_at",
    );
    return rows.map(({ body: { to, data } }) => [to, data]);
  };
  const payer = { customer_details: { email: "compta@exemple.fr" } };
  const amount = { amountCents: 30_000, currency: "eur", paidOn: "2025-10-15" };

  test.each<[string, Record<string, unknown>]>([
    ["closing", { prospects_count: "environ deux mille" }],
    ["secretariat", { calls_per_month: 7 }],
  ])("of an order for %s that it is not right for, once, at the payer's address", async (form, answers) => {
    const key = newKey();
    await submit(key, answers, form);
    const event = paid(key, { amount_total: 30_000, ...payer });
    for (const each of [event, event]) await post(each);
    await submit(key, { ...answers, role: "gérante" }, form);
    expect(await told()).toEqual([["compta@exemple.fr", amount]]);
    await db.inspect("delete from public.leads");
    expect(await told()).toEqual([]);
  });

  test("of no order at all; at the address of the order where the provider gave none", async () => {
    await post(paid("commande_42", { amount_total: 30_000, ...payer }));
    const key = newKey();
    await submit(key, { calls_per_month: 7 });
    await post(paid(key, { amount_total: 30_000, customer_details: null }));
    expect(await told()).toEqual([
      ["compta@exemple.fr", amount],
      [email, amount],
    ]);
  });

  test("but not for an applied payment, a second one, or a checkout of 0 € that names no order", async () => {
    const key = newKey();
    await submit(key);
    for (const _ of [1, 2]) await post(paid(key));
    await post(paid("commande_42", { payment_status: "no_payment_required", amount_total: 0, ...payer }));
    expect(await told()).toEqual([]);
  });
});

describe("An order is paid once", () => {
  const readOpen = async () => {
    const { rows } = await db.inspect<Record<string, unknown>>(
      `select payment_id, is_test, is_second, paid_before, payment_intent, customer, subscription
       from private.open_payments() order by received_at`,
    );
    return rows;
  };
  const mailsTwice = async () => {
    const { rows } = await db.inspect<{ body: unknown }>(
      "select body from private.deliveries where event = 'mail.payment-twice' order by created_at",
    );
    return rows.map(({ body }) => body);
  };
  const free = { payment_status: "no_payment_required", amount_total: 0 };

  test("a stranger's form and checkout of 0 € change no answers of a paid order, and wait for the team", async () => {
    const [own, strangers] = [newKey(), newKey()];
    await submit(own, { intention: "appointments" });
    await post(paid(own, { id: "evt_first", ...free }));
    await submit(strangers, { intention: "transfer" });
    await db.inspect("delete from private.deliveries");

    expect(await post(paid(strangers, { id: "evt_second", ...free }))).toEqual(received);
    expect(await readLeads()).toEqual([{ payment_status: true, intention: "appointments", has_proposal: true }]);
    expect(await readEvents()).toMatchObject([
      { state: "applied" },
      { reference: strangers, state: "waiting", has_lead: false },
    ]);
    expect(await readOpen()).toMatchObject([
      { payment_id: "evt_second", is_second: true, paid_before: [{ payment_id: "evt_first", amount_cents: 0 }] },
    ]);
    expect((await findInDatabase(db)).map(({ sentence }) => sentence)).toEqual([
      "The payment evt_second waits: its order is paid already.",
    ]);
    // Nothing was collected: nothing leaves, to the receivers neither.
    expect((await db.inspect("select event from private.deliveries")).rows).toEqual([]);
  });

  test.each([
    ["by a payment", async (key: string) => void (await post(paid(key)))],
    ["by the team", async () => void (await db.inspect("update public.leads set payment_status = true"))],
  ])("the customer whose order was paid %s is told once of more money", async (_, pay) => {
    const key = newKey();
    await submit(key);
    await pay(key);
    const second = paid(key, { customer_details: { email: "autre@exemple.fr" }, amount_total: 50_00 });
    for (const event of [second, second]) expect(await post(event)).toEqual(received);
    await submit(key, { intention: "transfer" });
    expect(await mailsTwice()).toMatchObject([
      {
        to: email,
        template: "payment-twice",
        data: { offer: "secretariat", amountCents: 50_00, currency: "eur", paidOn: "2025-10-15" },
      },
    ]);
    expect(await readOpen()).toMatchObject([{ is_second: true }]);
  });

  test("two that came before their lead: the first is applied, the other waits", async () => {
    const key = newKey();
    await post(paid(key, { id: "evt_first" }));
    await post(paid(key, { id: "evt_second" }));
    await submit(key);
    expect((await readEvents()).map(({ state }) => state)).toEqual(["applied", "waiting"]);
    expect(await mailsTwice()).toHaveLength(1);
  });

  test("one that waited as a second one stays so when the team takes the first one back", async () => {
    const key = newKey();
    await submit(key, { intention: "appointments" });
    await post(paid(key));
    await post(paid(key));
    await db.inspect("update public.leads set payment_status = false");
    await submit(key, { intention: "transfer" });
    expect(await readLeads()).toMatchObject([{ payment_status: false }]);
  });

  test("two events about one checkout are one payment, as two endpoints at the provider send them", async () => {
    const key = newKey();
    await submit(key);
    const checkout = { id: "cs_1", object: "checkout.session" };
    const event = paid(key);
    const [first, second] = ["evt_a", "evt_b"].map((id) => {
      const object = { ...event.data.object, ...checkout };
      return { ...event, id, data: { object } };
    });
    await post(first);
    expect(await post(second)).toEqual(received);
    expect(await readEvents()).toHaveLength(1);
    expect(await mailsTwice()).toEqual([]);
  });

  test("at the moment a stranger's checkout comes, one of them is the payment", async () => {
    const [own, strangers] = [newKey(), newKey()];
    await submit(own, { intention: "appointments" });
    await submit(strangers, { intention: "transfer" });
    await Promise.all([post(paid(own)), post(paid(strangers))]);
    expect(await readStates()).toEqual(["applied", "waiting"]);
  });

  test("the provider's ids of the payment and its payer are kept, named or whole", async () => {
    const names = { payment_intent: "pi_1", customer: { id: "cus_1" }, subscription: "sub_1" };
    await post(paid("commande_42", names));
    expect(await readOpen()).toMatchObject([{ payment_intent: "pi_1", customer: "cus_1", subscription: "sub_1" }]);
    await post(paid("commande_43", { payment_intent: 5, customer: ["cus_1"] }));
    expect((await readOpen())[1]).toMatchObject({ payment_intent: null, customer: null });
  });

  test.each([
    ["production", { state: "waiting" }, { is_test: true, is_second: false }],
    ["demo", { state: "applied" }, undefined],
  ] as const)("a payment of the provider's test mode, in %s", async (mode, event, open) => {
    context = createTestContext({ db, now: () => start, settings: { stripeWebhookSecret: providerSecret, mode } });
    const key = newKey();
    await submit(key);
    expect(await post({ ...paid(key), livemode: false })).toEqual(received);
    expect(await readEvents()).toMatchObject([event]);
    expect(await readOpen()).toMatchObject(open ? [open] : []);
    expect(await mailsTwice()).toEqual([]);
    await post({ ...paid(key), livemode: true });
    expect(await readLeads()).toMatchObject([{ payment_status: true }]);
  });
});

describe("What was agreed with a payment", () => {
  const fifty = { calls_per_month: 50 };
  const free = { payment_status: "no_payment_required", amount_total: 0 };
  const agreed = {
    purchase: { offer: "secretariat", volume: 50 },
    lines: [
      { date: "2025-10-15", kind: "freeMonth", amount: { excludingTax: 0, includingTax: 0 } },
      { date: "2025-11-15", kind: "secondMonth", amount: { excludingTax: 97_00, includingTax: 116_40 } },
      { date: "2025-12-15", kind: "eachMonth", amount: { excludingTax: 597_00, includingTax: 716_40 } },
    ],
    setUp: { kind: "offered", insteadOf: 990_00 },
  };
  beforeEach(() => {
    const { settings } = createTestContext({ db });
    const promotion = { from: "2025-09-01", to: "2025-10-30" } as NonNullable<typeof settings.site.offers.promotion>;
    const site = { ...settings.site, offers: { ...settings.site.offers, promotion } };
    context = createTestContext({
      db,
      now: () => new Date("2025-10-15T10:00:00.000Z"),
      settings: { stripeWebhookSecret: providerSecret, site },
    });
  });

  /** Everything costs ten times as much, and the promotion is over. */
  function changePrices() {
    const { site } = context.settings;
    const from = civilDate("2020-01-01");
    const prices = [50, 100].flatMap((volume): PriceChange[] => [
      { from, of: "secretariat", volume, price: 5970_00 },
      { from, of: "suiviclient", volume, price: 3500_00 },
      { from, of: "marketing", price: 3_00 },
    ]);
    const promotion = { from: "2020-01-01", to: "2020-01-02" } as NonNullable<typeof site.offers.promotion>;
    context.settings = { ...context.settings, site: { ...site, offers: { promotion, prices } } };
  }

  const payNow = async (key: string, session: Session = free) => post(paid(key, session), { at: context.now() });
  const kept = async () => {
    const { rows } = await db.inspect<{ kept: unknown }>(
      "select private.kept_schedule(id) as kept from public.leads order by created_at",
    );
    return rows.map((row) => row.kept);
  };
  const mailed = async () => {
    const { rows } = await db.inspect<{ said: unknown }>(
      "select body -> 'data' -> 'schedule' as said from private.deliveries where event = 'mail.payment-received'",
    );
    return rows.map((row) => row.said);
  };

  test("is kept with the order and told in its mail, whatever prices become", async () => {
    const key = newKey();
    await submit(key, fifty);
    await payNow(key);
    changePrices();
    expect(await kept()).toEqual([agreed]);
    expect(await mailed()).toEqual([agreed]);
  });

  test("is what it was when the payment came, for answers that come after prices changed", async () => {
    const key = newKey();
    await payNow(key);
    changePrices();
    await submit(key, fifty);
    expect(await kept()).toEqual([agreed]);
    expect(await mailed()).toEqual([agreed]);
  });

  test("is of the purchase that was paid, where the answer leaves a choice", async () => {
    const key = newKey();
    await submit(key, { prospects_per_month: "1000-5000" }, "marketing");
    await payNow(key, { amount_total: 720_00, metadata: { offer: "marketing", volume: "2000" } });
    expect(await kept()).toMatchObject([{ purchase: { offer: "marketing", volume: 2000 } }]);
  });

  test("is of the request that was paid, and of no other one of the same person", async () => {
    const [key, other] = [newKey(), newKey()];
    await submit(key, fifty);
    await payNow(key);
    await submit(other, { active_clients_per_month: 50 }, "suiviclient");
    expect((await kept()).filter((each) => each !== null)).toEqual([agreed]);
  });

  test("before it was kept is known where an amount was paid, and left open where none was", async () => {
    const orders: [string, Record<string, unknown>, Session][] = [
      ["suiviclient", { active_clients_per_month: 50 }, { amount_total: 420_00 }],
      ["suiviclient", { active_clients_per_month: 50, audience: "formation" }, { amount_total: 420_00 }],
      ["marketing", { contacts_per_month: 2000, prospects_per_month: "1000-5000" }, { amount_total: 720_00 }],
      ["closing", { prospects_count: "2000" }, { amount_total: 600_00 }],
      ["conferences", {}, { amount_total: 228_00 }],
      ["secretariat", fifty, free],
      ["secretariat", fifty, { amount_total: 716_40 }],
      ["closing", { prospects_count: "environ 2 000" }, { amount_total: 600_00 }],
    ];
    for (const [index, [form, answers, session]] of orders.entries()) {
      const key = newKey();
      await submit(key, answers, form, `client${index}@exemple.fr`);
      await payNow(key, session);
    }
    const asKept = await kept();
    expect(asKept).not.toContain(null);

    await db.inspect("update private.payment_events set schedule = null");
    const migration = readFileSync("supabase/upgrade/20261204100000_keep_agreed_schedules.sql", "utf8");
    await db.inspect(migration.slice(migration.indexOf("-- Payments of before")));
    expect(await kept()).toEqual(asKept.map((each, index) => (index < 5 ? each : null)));
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
    const header = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: providerSecret,
      timestamp: start.getTime() / 1000,
    });
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

  test.each([
    ["v2.core.event", { type: "v2.core.event_destination.ping" }],
    ["v2.core.event", { type: "v1.billing.meter.error_report_triggered", related_object: null }],
    ["event", { type: "charge.refunded", api_version: "2031-01-01" }],
    [undefined, { type: 5 }],
  ])("an event of another version or kind, which is answered and left: %s %j", async (object, rest) => {
    expect(await post({ id: "evt_1", object, ...rest })).toEqual(received);
    expect(await readPayments()).toEqual([false]);
  });

  test.each(["null", "5", "[]", '""', "{}"])("a signed %s, which is answered and left", async (body) => {
    expect(await post(body)).toEqual(received);
  });

  test("a body that is too long or no JSON", async () => {
    const long = (bytes: number) => paid(newKey(), { note: "x".repeat(bytes) });
    expect(await post(long(1_040_000))).toEqual(received);
    expect((await post(long(1_048_576))).status).toBe(413);
    for (const header of ["", "t=1,v1=", "t=1764583200,v0=" + "a".repeat(64)]) {
      expect((await post(long(70_000), { header })).status).toBe(413);
    }
    expect(await post(long(70_000), { signedWith: "whsec_of_somebody_else" })).toEqual(forged);
    await db.inspect("delete from private.payment_events");
    expect(await post("{")).toMatchObject({ status: 400, body: { code: "unreadable" } });
    expect((await post("", { header: "t=1,v1=a" })).status).toBe(400);
    expect(await readPayments()).toEqual([false]);
  });
});

describe("Half a character", () => {
  const half = String.fromCharCode(0xd83d);
  const mended = String.fromCharCode(0xfffd);

  test.each<[string, Session]>([
    ["in the reference", { client_reference_id: `commande_${half}` }],
    ["in the payer's address", { customer_details: { email: `${half}@exemple.fr` } }],
    ["in the id", { id: `evt_${half}` }],
    ["in the currency", { currency: half }],
    ["in what the link says", { metadata: { offer: half, volume: half } }],
    [
      "in the names of the provider's objects",
      { invoice: half, subscription: half, payment_intent: half, customer: { id: half } },
    ],
  ])("%s of a payment is replaced, and the payment kept", async (_, session) => {
    expect(await post(paid("commande_42", session))).toEqual(received);
    const { rows } = await db.inspect<{ kept: string }>(
      "select event::text as kept from private.payment_events as event",
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]?.kept).toContain(mended);
  });

  test.each([
    ["half a character", `https://pay.example/${half}`],
    ["a control character", "https://pay.example/\0"],
  ])("or %s in an invoice's address: the invoice is kept", async (_, url) => {
    const object = {
      id: `in_${half}`,
      number: half,
      hosted_invoice_url: url,
      amount_paid: 5,
      currency: "eur",
      subscription: half,
    };
    expect(await post({ id: "evt_1", type: "invoice.paid", data: { object } })).toEqual(received);
    expect((await db.inspect("select number from private.invoices")).rows).toEqual([{ number: mended }]);
  });
});

test("Without the secret there is no such address", async () => {
  context = createTestContext({ db, now: () => start, settings: { stripeWebhookSecret: undefined } });
  for (const method of ["POST", "GET"]) {
    const response = await mountFunctions(context).request("/functions/v1/payment-events", { method });
    expect(response.status).toBe(404);
  }
});
