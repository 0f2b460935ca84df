import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { addContact, type Contact, type Person, signIn } from "#tests/fixtures/accounts.ts";
import { rowsOf } from "#tests/leads/sending.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { postProviderEvent, providerSecret } from "./provider-events.ts";

const now = new Date("2025-10-15T10:00:00.000Z");
const db = await openDatabaseForFile();
let context: ServerContext;
let claire: Person;
let contact: Contact;

beforeEach(async () => {
  context = createTestContext({ db, now: () => now, settings: { stripeWebhookSecret: providerSecret } });
  claire = await signIn(context, db, { email: "claire@exemple.fr" });
  contact = await addContact(db, { email: claire.email, userId: claire.userId });
});
afterEach(() => db.reset());

type Fields = Record<string, unknown>;

const eventOf = (type: string, object: Fields) => ({
  id: `evt_${String(object.id)}`,
  object: "event",
  type,
  data: { object },
});
const post = (type: string, object: Fields) => postProviderEvent(context, eventOf(type, object));

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
    ...fields,
  });
const of = (subscription: unknown) => ({ type: "subscription_details", subscription_details: { subscription } });
const invoice = (id: string, fields: Fields = {}) =>
  post("invoice.paid", {
    id,
    number: `F-${id}`,
    hosted_invoice_url: `https://factures.example/${id}`,
    amount_paid: 11_640,
    currency: "EUR",
    parent: of("sub_1"),
    ...fields,
  });

async function readSpace(person = claire): Promise<unknown> {
  const { answer } = await callFunction(context, "read-own-orders", { authorization: `Bearer ${person.token}` }, {});
  return (answer as unknown as { payments: unknown }[]).map(({ payments }) => payments);
}
const invoices = () => rowsOf(db, "select id, number, url, subscription from private.invoices order by id");

const line = (id: string, number: string | null = null) => ({
  id,
  amount_cents: 11_640,
  currency: "eur",
  paid_on: "2025-10-15",
  invoice_number: number,
  invoice_url: number && `https://factures.example/${number.slice(2)}`,
});

describe("An invoice that was paid", () => {
  test.each([
    ["first", [() => invoice("in_1"), () => pay()]],
    ["last", [() => pay(), () => invoice("in_1")]],
    ["twice", [() => invoice("in_1"), () => pay(), () => invoice("in_1")]],
    ["at the same moment", [() => Promise.all([pay(), invoice("in_1"), invoice("in_1")])]],
  ])("is shown beside its payment, when it comes %s", async (_, events) => {
    for (const send of events) await send();
    expect(await readSpace()).toMatchObject([[line("evt_cs_1", "F-in_1")]]);
    expect(await invoices()).toHaveLength(1);
  });

  test("of each month after is a line of its own, in the space and in the lead's file", async () => {
    await pay({ payment_status: "no_payment_required", amount_total: 0, invoice: "in_trial" });
    await invoice("in_trial", { amount_paid: 0 });
    await invoice("in_2");
    await invoice("in_3", { parent: null, subscription: "sub_1" });
    await invoice("in_4", { parent: of({ id: "sub_1", object: "subscription" }) });
    const payments = [
      { ...line("evt_cs_1"), amount_cents: 0 },
      line("in_2", "F-in_2"),
      line("in_3", "F-in_3"),
      line("in_4", "F-in_4"),
    ];
    expect(await readSpace()).toMatchObject([payments]);

    const { userId, sessionId } = await signIn(context, db, { isAdministrator: true });
    const claims = { sub: userId, role: "authenticated", session_id: sessionId, aal: "aal1" };
    const receipts = await db.asCaller({ role: "authenticated", claims }, {}, (tx) =>
      tx.query("select read_lead_receipts($1) as file", [contact.leadIds[0]]),
    );
    expect(receipts.rows).toMatchObject([{ file: { payments } }]);
  });

  test("stays away from others: of another subscription, of another customer, of an unknown one", async () => {
    const malik = await signIn(context, db, { email: "malik@exemple.fr" });
    const other = await addContact(db, { email: malik.email, userId: malik.userId });
    await pay();
    await pay({ id: "cs_2", client_reference_id: other.references[0], invoice: null, subscription: null });
    await invoice("in_other", { parent: of("sub_2") });
    await invoice("in_nobody", { parent: null });
    expect(await readSpace()).toMatchObject([[line("evt_cs_1")]]);
    expect(await readSpace(malik)).toMatchObject([[line("evt_cs_2")]]);
    await invoice("in_1");
    expect(await readSpace(malik)).toMatchObject([[line("evt_cs_2")]]);
  });

  test("goes with its payment into the lead that a double is merged into", async () => {
    const double = await addContact(db, { email: claire.email });
    await pay({ client_reference_id: double.references[0] });
    await invoice("in_1");
    await db.inspect("update private.payment_events set lead_id = $1", [contact.leadIds[0]]);
    expect(await readSpace()).toMatchObject([[line("evt_cs_1", "F-in_1")]]);
  });
});

describe("Of an invoice", () => {
  test.each([
    ["without TLS", "http://factures.example/1"],
    ["of another kind", "javascript:alert(1)"],
    ["far too long", `https://factures.example/${"x".repeat(2048)}`],
    ["that is none", { $ne: null }],
    ["that is missing", undefined],
  ])("an address %s is left out, and the month is not", async (_, address) => {
    await pay({ invoice: null });
    expect((await invoice("in_2", { hosted_invoice_url: address, number: null })).status).toBe(200);
    expect(await readSpace()).toMatchObject([[line("evt_cs_1"), line("in_2")]]);
  });

  test.each<[string, Fields]>([
    ["of nothing", { amount_paid: 0 }],
    ["of less than nothing", { amount_paid: -1 }],
    ["without an amount", { amount_paid: null }],
    ["with a part of a cent", { amount_paid: 0.5 }],
    ["without a currency", { currency: "" }],
    ["with a control character in its id", { id: "in_\0" }],
    ["with an id that is too long", { id: "x".repeat(256) }],
  ])("one %s is answered and left", async (_, fields) => {
    expect(await invoice("in_1", fields)).toEqual({ status: 200, body: { received: true } });
    expect(await invoices()).toEqual([]);
  });

  test.each(["invoice.created", "invoice.finalized", "invoice.payment_failed", "invoice.voided"])(
    "%s says of no payment",
    async (type) => {
      expect((await post(type, { id: "in_1", amount_paid: 11_640, currency: "eur" })).status).toBe(200);
      expect(await invoices()).toEqual([]);
    },
  );

  test("one with a foreign signature is refused", async () => {
    const event = eventOf("invoice.paid", { id: "in_1", amount_paid: 11_640, currency: "eur" });
    const { status } = await postProviderEvent(context, event, { signedWith: "whsec_of_somebody_else" });
    expect([status, await invoices()]).toEqual([400, []]);
  });
});

test("An erased person leaves no invoice, and those that come later are not kept", async () => {
  const double = await addContact(db, { email: "malik@exemple.fr" });
  await pay();
  await pay({ id: "cs_2", client_reference_id: double.references[0], invoice: "in_malik", subscription: "sub_malik" });
  await invoice("in_1");
  await invoice("in_2");
  await invoice("in_malik", { parent: of("sub_malik") });
  await db.inspect("delete from public.leads where id = $1", [contact.leadIds[0]]);
  expect(await invoices()).toMatchObject([{ id: "in_malik" }]);

  await invoice("in_3");
  await invoice("in_1");
  expect(await invoices()).toMatchObject([{ id: "in_malik" }]);
  expect(await rowsOf(db, "select from private.payment_events")).toHaveLength(2);
});
