import { randomUUID } from "node:crypto";

import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { functionProblems } from "#content/function-problems.ts";
import type { ServerContext } from "#server/context.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";

import { addContact, mountFunctions, signIn, type Contact, type Person } from "#tests/fixtures/accounts.ts";
import { listStrangers } from "./strangers.ts";

const email = "claire@exemple.fr";
let db: TestDatabase;
let context: ServerContext;
let admin: Person;
let contact: Contact;
let lead: string;

beforeAll(async () => {
  db = await openTestDatabase();
});
beforeEach(async () => {
  context = createTestContext({ db });
  admin = await signIn(context, db, { isAdministrator: true, hasFactor: true, aal: "aal2" });
  contact = await addContact(db, { email, origins: ["secretariat", "marketing"] });
  lead = contact.leadIds[0]!;
});
afterEach(() => db.reset());
afterAll(() => db.close());

async function post(body: unknown, headers: Record<string, string> = { authorization: `Bearer ${admin.token}` }) {
  const response = await mountFunctions(context).request("/functions/v1/attach-payment", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** As the endpoint of the provider's events records it. */
async function receive(reference: string | null, payer = "compta@exemple.fr"): Promise<string> {
  const id = `evt_${randomUUID()}`;
  const event = {
    id,
    type: "checkout.session.completed",
    reference,
    email: payer,
    amount_cents: 11_640,
    currency: "eur",
    right_for: [{ form: "secretariat", asked: null }],
  };
  await db.asServer((tx) =>
    tx.query("select private.record_payment_event(jsonb_populate_record(null::private.payment_events, $1::jsonb))", [
      JSON.stringify(event),
    ]),
  );
  return id;
}

async function readPayments() {
  const { rows } = await db.inspect<Record<string, unknown>>(
    "select state, lead_id, email from private.payment_events order by received_at",
  );
  return rows;
}

async function paidLeads(): Promise<string[]> {
  const { rows } = await db.inspect<{ id: string }>(
    "select id from public.leads where payment_status order by created_at",
  );
  return rows.map(({ id }) => id);
}

async function audit() {
  const { rows } = await db.inspect<Record<string, unknown>>(
    "select actor, action, lead_id from private.audit_log order by id",
  );
  return rows;
}

const openPayments = () => db.asServer(async (tx) => (await tx.query("select * from private.open_payments()")).rows);

const attached = { status: 200, body: { attached: true } };
const refusal = (status: number, code: keyof typeof functionProblems) => ({
  status,
  body: { error: functionProblems[code], code },
});

describe("A payment without a lead", () => {
  test("is listed with what the provider said", async () => {
    const id = await receive("commande_42");
    expect(await openPayments()).toMatchObject([
      {
        payment_id: id,
        reference: "commande_42",
        email: "compta@exemple.fr",
        amount_cents: 11_640,
        currency: "eur",
        lead_id: null,
      },
    ]);
  });

  test.each(["commande_42", null])(
    "is attached by an administrator: the lead is paid, the log says who, once, however often it is said (reference %s)",
    async (reference) => {
      const id = await receive(reference);
      expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);
      expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);

      expect(await paidLeads()).toEqual([lead]);
      expect(await readPayments()).toEqual([{ state: "applied", lead_id: lead, email: null }]);
      expect(await audit()).toEqual([
        { actor: admin.userId, action: "lead.payment_changed", lead_id: lead },
        { actor: admin.userId, action: "payment.attached", lead_id: lead },
      ]);
      expect(await openPayments()).toEqual([]);
    },
  );

  test.each(["commande_42", null])(
    "goes to one lead, when two administrators choose two at the same moment (reference %s)",
    async (reference) => {
      const id = await receive(reference);
      const answers = await Promise.all(
        [...contact.leadIds, ...contact.leadIds].map((leadId) => post({ payment_id: id, lead_id: leadId })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(2);
      expect(answers.filter(({ status }) => status === 409)).toHaveLength(2);
      expect(await paidLeads()).toHaveLength(1);
      expect((await audit()).filter(({ action }) => action === "payment.attached")).toHaveLength(1);
    },
  );

  test("stays attached when its own lead arrives at last", async () => {
    const key = randomUUID();
    const id = await receive(key);
    await post({ payment_id: id, lead_id: lead });
    const late = { idempotency_key: key, form: "closing", email: "autre@exemple.fr", contact: {}, answers: {} };
    await db.asServer((tx) =>
      tx.query("select private.receive_submission(jsonb_populate_record(null::private.submissions, $1::jsonb))", [
        JSON.stringify(late),
      ]),
    );
    expect(await paidLeads()).toEqual([lead]);
  });

  test("keeps a lead paid that an administrator had marked already, and says so in the log", async () => {
    await db.inspect("update public.leads set payment_status = true where id = $1", [lead]);
    const before = (await audit()).length;
    expect(await post({ payment_id: await receive("commande_42"), lead_id: lead })).toEqual(attached);
    expect((await audit()).slice(before)).toEqual([{ actor: admin.userId, action: "payment.attached", lead_id: lead }]);
  });
});

describe("A payment that is not what its lead owes", () => {
  let id: string;
  beforeEach(async () => {
    id = `evt_${randomUUID()}`;
    await db.inspect(`update private.submissions set answers = '{"calls_per_month": 500}' where idempotency_key = $1`, [
      contact.references[0],
    ]);
    const event = {
      id,
      type: "checkout.session.completed",
      reference: contact.references[0],
      email,
      amount_cents: 1,
      currency: "usd",
    };
    await db.asServer((tx) =>
      tx.query("select private.record_payment_event(jsonb_populate_record(null::private.payment_events, $1::jsonb))", [
        JSON.stringify(event),
      ]),
    );
  });

  test("is listed with the lead it names and what that lead ordered, and pays nobody", async () => {
    expect(await paidLeads()).toEqual([]);
    expect(await openPayments()).toMatchObject([
      {
        payment_id: id,
        lead_id: null,
        amount_cents: 1,
        currency: "usd",
        named_lead_id: lead,
        named_lead_name: "Claire",
        named_lead_email: email,
        ordered: { form: "secretariat", asked: 500 },
      },
    ]);
  });

  test("is attached by an administrator who takes it as it is; the log says what was paid", async () => {
    expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);
    expect(await paidLeads()).toEqual([lead]);
    expect(await openPayments()).toEqual([]);
    const { rows } = await db.inspect("select actor, detail from private.audit_log where action = 'payment.attached'");
    expect(rows).toEqual([
      {
        actor: admin.userId,
        detail: { event: id, type: "checkout.session.completed", amount_cents: 1, currency: "usd" },
      },
    ]);
  });

  test("may be another lead's, and stays there", async () => {
    const [, other] = contact.leadIds;
    expect(await post({ payment_id: id, lead_id: other })).toEqual(attached);
    expect(await paidLeads()).toEqual([other]);
    expect(await post({ payment_id: id, lead_id: lead })).toEqual(refusal(409, "attached_elsewhere"));
  });
});

describe("A payment under another e-mail than its lead's", () => {
  test("pays the lead and is listed until an administrator says that it is right", async () => {
    const id = await receive(contact.references[0]!);
    expect(await paidLeads()).toEqual([lead]);
    expect(await openPayments()).toMatchObject([
      { payment_id: id, email: "compta@exemple.fr", lead_id: lead, lead_email: email, lead_name: "Claire" },
    ]);
    expect((await checkDatabase(db)).filter(({ subject }) => subject === "Payments")).toEqual([
      { subject: "Payments", sentence: `The payment ${id} was made under another e-mail than that of its lead.` },
    ]);

    expect(await post({ payment_id: id, lead_id: contact.leadIds[1] })).toEqual(refusal(409, "attached_elsewhere"));
    expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);
    expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);
    expect(await openPayments()).toEqual([]);
    expect((await audit()).slice(2)).toEqual([{ actor: admin.userId, action: "payment.confirmed", lead_id: lead }]);
  });

  test("is not listed when only the case of its letters differs", async () => {
    await receive(contact.references[0]!, email.toUpperCase());
    expect(await openPayments()).toEqual([]);
    expect(await readPayments()).toMatchObject([{ email: null }]);
  });

  test("leaves nothing of the payer when the lead is erased", async () => {
    await receive(contact.references[0]!);
    await db.inspect("delete from public.leads where id = $1", [lead]);
    expect(await readPayments()).toEqual([{ state: "applied", lead_id: null, email: null }]);
  });
});

test("Nobody but an administrator with a live session attaches anything", async () => {
  const id = await receive("commande_42");
  for (const { who, status, headers } of await listStrangers(context, db)) {
    expect([who, (await post({ payment_id: id, lead_id: lead }, headers)).status]).toEqual([who, status]);
  }
  expect(await paidLeads()).toEqual([]);
  expect(await readPayments()).toMatchObject([{ state: "waiting", lead_id: null }]);
});

describe("Nothing is attached for", () => {
  test("an unknown payment, or an unknown lead", async () => {
    const id = await receive("commande_42");
    expect(await post({ payment_id: "evt_unknown", lead_id: lead })).toEqual(refusal(404, "unknown_payment"));
    expect(await post({ payment_id: id, lead_id: randomUUID() })).toEqual(refusal(404, "unknown_lead"));
    expect(await readPayments()).toMatchObject([{ state: "waiting" }]);
    expect(await audit()).toEqual([]);
  });

  test.each<[string, unknown, number]>([
    ["nothing", {}, 400],
    ["no lead", { payment_id: "evt_1" }, 400],
    ["a lead that is none", { payment_id: "evt_1", lead_id: "1 or 1=1" }, 400],
    ["an empty payment", { payment_id: "", lead_id: randomUUID() }, 400],
    ["a control character", { payment_id: "evt\0", lead_id: randomUUID() }, 400],
    ["a payment that is no text", { payment_id: { $ne: null }, lead_id: randomUUID() }, 400],
    ["a long payment", { payment_id: "e".repeat(300), lead_id: randomUUID() }, 400],
    ["text that is not JSON", "{", 400],
    ["too much", JSON.stringify({ payment_id: "e".repeat(70_000) }), 413],
  ])("a request with %s", async (_, body, status) => {
    expect(await post(body)).toEqual(refusal(status, "unreadable"));
  });
});
