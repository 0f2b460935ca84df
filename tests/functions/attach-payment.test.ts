import { randomUUID } from "node:crypto";

import { describe, expect } from "vitest";

import { functionProblems } from "#content/shared/function-problems.ts";
import { subjectOf } from "#subjects/operations/rules/doctor-finding.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";

import { addContact } from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";
import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

const email = "claire@exemple.fr";

const test = testOf("attach-payment", { hasFactor: true, aal: "aal2" })
  .extend("contact", ({ db }) => addContact(db, { email, origins: ["secretariat", "marketing"] }))
  .extend("lead", ({ contact }) => contact.leadIds[0]!)
  .extend("record", ({ db }) => (event: object) => {
    const sql = "select private.record_payment_event(jsonb_populate_record(null::private.payment_events, $1::jsonb))";
    return db.asServer((tx) => tx.query(sql, [JSON.stringify(event)]));
  })
  /** As the endpoint of the provider's events records it. */
  .extend("receive", ({ record }) => async (reference: string | null, payer = "compta@exemple.fr") => {
    const id = `evt_${randomUUID()}`;
    const paid = { amount_cents: 11_640, currency: "eur", right_for: [{ form: "secretariat", asked: null }] };
    await record({ id, type: "checkout.session.completed", reference, email: payer, ...paid });
    return id;
  })
  /** That is not what its lead owes. */
  .extend("oddPayment", async ({ db, contact, record }) => {
    const [reference] = contact.references;
    await db.inspect(
      `update private.submissions set answers = '{"calls_per_month": 500}', is_adopted = true
       where idempotency_key = $1`,
      [reference],
    );
    const id = `evt_${randomUUID()}`;
    await record({ id, type: "checkout.session.completed", reference, email, amount_cents: 1, currency: "usd" });
    return id;
  })
  .extend("dismiss", ({ admin, context }) => async (body: object, headers?: Record<string, string>) => {
    const said = headers ?? { authorization: `Bearer ${admin.token}` };
    const { status, answer } = await callFunction(context, "dismiss-payment", said, body);
    return { status, body: answer };
  })
  .extend("readPayments", ({ db }) => async () => {
    const { rows } = await db.inspect("select state, lead_id, email from private.payment_events order by received_at");
    return rows;
  })
  .extend("paidLeads", ({ db }) => async () => {
    const { rows } = await db.inspect("select id from public.leads where payment_status order by created_at");
    return rows.map(({ id }) => id);
  })
  .extend("audit", ({ db }) => async () => {
    const { rows } = await db.inspect("select actor, action, lead_id from private.audit_log order by id");
    return rows;
  })
  .extend(
    "openPayments",
    ({ db }) =>
      () =>
        db.asServer(async (tx) => (await tx.query("select * from private.open_payments()")).rows),
  );

const attached = { status: 200, body: { attached: true } };
const refusal = (status: number, code: keyof typeof functionProblems) => ({
  status,
  body: { error: functionProblems[code], code },
});

describe("A payment without a lead", () => {
  test("is listed with what the provider said", async ({ openPayments, receive }) => {
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

  test.for([["commande_42"], [null]])(
    "is attached by an administrator: the lead is paid, the log says who, once, however often it is said (reference %s)",
    async ([reference = null], { admin, audit, lead, openPayments, paidLeads, post, readPayments, receive }) => {
      const id = await receive(reference);
      expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);
      expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);

      expect(await paidLeads()).toEqual([lead]);
      expect(await readPayments()).toEqual([{ state: "applied", lead_id: lead, email: null }]);
      expect(await audit()).toEqual([
        { actor: admin.userId, action: "lead.status_changed", lead_id: lead },
        { actor: admin.userId, action: "lead.payment_changed", lead_id: lead },
        { actor: admin.userId, action: "payment.attached", lead_id: lead },
      ]);
      expect(await openPayments()).toEqual([]);
    },
  );

  test.for([["commande_42"], [null]])(
    "goes to one lead, when two administrators choose two at the same moment (reference %s)",
    async ([reference = null], { audit, contact, paidLeads, post, receive }) => {
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

  test("stays attached when its own lead arrives at last", async ({ db, lead, paidLeads, post, receive }) => {
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

  test("keeps a lead paid that an administrator had marked already, and says so in the log", async ({
    admin,
    audit,
    db,
    lead,
    post,
    receive,
  }) => {
    await db.inspect("update public.leads set payment_status = true where id = $1", [lead]);
    const before = (await audit()).length;
    expect(await post({ payment_id: await receive("commande_42"), lead_id: lead })).toEqual(attached);
    expect((await audit()).slice(before)).toEqual([{ actor: admin.userId, action: "payment.attached", lead_id: lead }]);
  });
});

describe("An attachment", () => {
  const undone = { status: 200, body: { attached: false } };

  test("is undone: the payment waits as before, the lead is as it was, and its mail never left", async ({
    admin,
    audit,
    db,
    lead,
    openPayments,
    post,
    receive,
  }) => {
    const id = await receive("commande_42");
    const known = `select lead_status, payment_status, paid_at, paid_on, contacted_at, last_contact_at
       from public.leads where id = $1`;
    const [before, waiting] = [(await db.inspect(known, [lead])).rows, await openPayments()];
    for (const _ of [1, 2]) {
      await post({ payment_id: id, lead_id: lead });
      const mails = `select next_try_at > now() + interval '5 seconds' as is_held
         from private.deliveries where event = 'mail.payment-received'`;
      expect((await db.inspect(mails)).rows).toEqual([{ is_held: true }]);
      expect(await post({ payment_id: id, lead_id: lead, undo: true })).toEqual(undone);
      expect([(await db.inspect(known, [lead])).rows, await openPayments()]).toEqual([before, waiting]);
      expect((await db.inspect(mails)).rows).toEqual([]);
      expect((await db.inspect("select from private.first_passwords")).rows).toEqual([]);
    }
    expect((await audit()).at(-1)).toEqual({ actor: admin.userId, action: "payment.detached", lead_id: lead });
  });

  test.for<[string, string, "attachment_settled" | "changed_meanwhile"]>([
    ["after its lead was changed", "update public.leads set callback_at = now()", "changed_meanwhile"],
    ["once its mail left", "update private.deliveries set status = 'delivered'", "attachment_settled"],
    [
      "ten minutes later",
      `update private.payment_events
       set attached = jsonb_set(attached, '{at}', to_jsonb(now() - interval '11 minutes'))`,
      "attachment_settled",
    ],
  ])("stands %s", async ([, change, code], { db, lead, paidLeads, post, receive }) => {
    const id = await receive("commande_42");
    await post({ payment_id: id, lead_id: lead });
    await db.inspect(change);
    expect(await post({ payment_id: id, lead_id: lead, undo: true })).toEqual(refusal(409, code));
    expect(await paidLeads()).toEqual([lead]);
  });

  test("that the server made is no one's to undo", async ({ contact, lead, post, receive }) => {
    const id = await receive(contact.references[0]!, email);
    expect(await post({ payment_id: id, lead_id: lead, undo: true })).toEqual(refusal(409, "attachment_settled"));
  });
});

describe("A payment that is no lead's", () => {
  test("is dismissed with its reason, and waits again when that is taken back", async ({
    audit,
    dismiss,
    lead,
    openPayments,
    post,
    receive,
  }) => {
    const id = await receive("commande_42");
    for (const _ of [1, 2]) {
      expect(await dismiss({ payment_id: id, reason: "not_ours" })).toEqual({ status: 200, body: { dismissed: true } });
    }
    expect(await openPayments()).toEqual([]);
    expect(await post({ payment_id: id, lead_id: lead })).toEqual(refusal(404, "unknown_payment"));
    await dismiss({ payment_id: id, reason: null });
    expect(await openPayments()).toMatchObject([{ payment_id: id }]);
    expect((await audit()).map(({ action }) => action)).toEqual(["payment.dismissed", "payment.restored"]);
  });

  test("says so in the history of the lead that it names", async ({ dismiss, lead, oddPayment, db }) => {
    await dismiss({ payment_id: oddPayment, reason: "refunded" });
    const facts = await db.asServer((tx) =>
      tx.query("select detail ->> 'state' as state from private.facts_of_payments($1)", [lead]),
    );
    expect(facts.rows).toEqual([{ state: "dismissed" }]);
    const { rows } = await db.inspect("select lead_id from private.audit_log where action = 'payment.dismissed'");
    expect(rows).toEqual([{ lead_id: lead }]);
  });

  test.for([["first"], ["last"]])(
    "is dismissed by a whole refund that comes %s",
    async ([place], { db, openPayments, record }) => {
      const paid = {
        id: "evt_1",
        type: "checkout.session.completed",
        amount_cents: 11_640,
        currency: "eur",
        payment_intent: "pi_1",
      };
      const refund = {
        id: "evt_2",
        kind: "refund",
        object: "ch_1",
        version: "1",
        happened_at: "2026-11-20T10:00:00Z",
        told_on: "2026-11-20",
      };
      const told = { ...refund, payment_intent: "pi_1", detail: { is_whole: true } };
      const sql = "select private.record_billing_event(jsonb_populate_record(null::private.billing_events, $1::jsonb))";
      const tell = () => db.asServer((tx) => tx.query(sql, [JSON.stringify(told)]));
      if (place === "first") await tell();
      await record(paid);
      if (place === "last") await tell();
      expect(await openPayments()).toEqual([]);
    },
  );

  test("is not one that has its lead, nor an unknown one; and only an administrator says so", async ({
    contact,
    context,
    db,
    dismiss,
    receive,
  }) => {
    const id = await receive(contact.references[0]!, email);
    expect(await dismiss({ payment_id: id, reason: "trial" })).toEqual(refusal(409, "attached_elsewhere"));
    expect(await dismiss({ payment_id: "evt_unknown", reason: "trial" })).toEqual(refusal(404, "unknown_payment"));
    expect(await dismiss({ payment_id: id, reason: "because" })).toEqual(refusal(400, "unreadable"));
    for (const { status, headers } of await listStrangers(context, db)) {
      expect((await dismiss({ payment_id: id, reason: "trial" }, headers)).status).toBe(status);
    }
  });
});

describe("A payment that is not what its lead owes", () => {
  test("is listed with the lead it names and its order, and marks no lead as paid", async ({
    oddPayment,
    lead,
    openPayments,
    paidLeads,
  }) => {
    expect(await paidLeads()).toEqual([]);
    expect(await openPayments()).toMatchObject([
      {
        payment_id: oddPayment,
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

  test("is attached by an administrator who takes it as it is; the log says what was paid", async ({
    admin,
    db,
    oddPayment,
    lead,
    openPayments,
    paidLeads,
    post,
  }) => {
    expect(await post({ payment_id: oddPayment, lead_id: lead })).toEqual(attached);
    expect(await paidLeads()).toEqual([lead]);
    expect(await openPayments()).toEqual([]);
    const { rows } = await db.inspect("select actor, detail from private.audit_log where action = 'payment.attached'");
    expect(rows).toEqual([
      {
        actor: admin.userId,
        detail: { event: oddPayment, type: "checkout.session.completed", amount_cents: 1, currency: "usd" },
      },
    ]);
    // Attached, it is the payment of what was ordered: that is what is agreed from then on.
    const kept = await db.inspect("select private.kept_schedule($1) #>> '{purchase,volume}' as volume", [lead]);
    expect(kept.rows).toEqual([{ volume: "500" }]);
  });

  test("may be another lead's, and stays there", async ({ contact, oddPayment, lead, paidLeads, post }) => {
    const [, other] = contact.leadIds;
    expect(await post({ payment_id: oddPayment, lead_id: other })).toEqual(attached);
    expect(await paidLeads()).toEqual([other]);
    expect(await post({ payment_id: oddPayment, lead_id: lead })).toEqual(refusal(409, "attached_elsewhere"));
  });
});

describe("A payment under another e-mail than its lead's", () => {
  test("pays the lead and is listed until an administrator says that it is right", async ({
    admin,
    audit,
    contact,
    db,
    lead,
    openPayments,
    paidLeads,
    post,
    receive,
  }) => {
    const id = await receive(contact.references[0]!);
    expect(await paidLeads()).toEqual([lead]);
    expect(await openPayments()).toMatchObject([
      { payment_id: id, email: "compta@exemple.fr", lead_id: lead, lead_email: email, lead_name: "Claire" },
    ]);
    expect((await checkDatabase(db)).filter((finding) => subjectOf(finding) === "Payments")).toMatchObject([
      { id: "other-payer", sentence: `The payment ${id} was made under another e-mail than that of its lead.` },
    ]);

    expect(await post({ payment_id: id, lead_id: contact.leadIds[1] })).toEqual(refusal(409, "attached_elsewhere"));
    expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);
    expect(await post({ payment_id: id, lead_id: lead })).toEqual(attached);
    expect(await openPayments()).toEqual([]);
    expect((await audit()).slice(3)).toEqual([{ actor: admin.userId, action: "payment.confirmed", lead_id: lead }]);
  });

  test("is not listed when only the case of its letters differs", async ({
    contact,
    openPayments,
    readPayments,
    receive,
  }) => {
    await receive(contact.references[0]!, email.toUpperCase());
    expect(await openPayments()).toEqual([]);
    expect(await readPayments()).toMatchObject([{ email: null }]);
  });

  test("leaves nothing of the payer when the lead is erased", async ({ contact, db, lead, readPayments, receive }) => {
    await receive(contact.references[0]!);
    await db.inspect("delete from public.leads where id = $1", [lead]);
    expect(await readPayments()).toEqual([{ state: "applied", lead_id: null, email: null }]);
  });
});

test("Only an administrator with a live session attaches a payment", async ({
  context,
  db,
  lead,
  paidLeads,
  post,
  readPayments,
  receive,
}) => {
  const id = await receive("commande_42");
  for (const { who, status, headers } of await listStrangers(context, db)) {
    expect([who, (await post({ payment_id: id, lead_id: lead }, headers)).status]).toEqual([who, status]);
  }
  expect(await paidLeads()).toEqual([]);
  expect(await readPayments()).toMatchObject([{ state: "waiting", lead_id: null }]);
});

describe("Nothing is attached for", () => {
  test("an unknown payment, or an unknown lead", async ({ audit, lead, post, readPayments, receive }) => {
    const id = await receive("commande_42");
    expect(await post({ payment_id: "evt_unknown", lead_id: lead })).toEqual(refusal(404, "unknown_payment"));
    expect(await post({ payment_id: id, lead_id: randomUUID() })).toEqual(refusal(404, "unknown_lead"));
    expect(await readPayments()).toMatchObject([{ state: "waiting" }]);
    expect(await audit()).toEqual([]);
  });

  test.for<[string, unknown, number]>([
    ["nothing", {}, 400],
    ["no lead", { payment_id: "evt_1" }, 400],
    ["a lead that is none", { payment_id: "evt_1", lead_id: "1 or 1=1" }, 400],
    ["an empty payment", { payment_id: "", lead_id: randomUUID() }, 400],
    ["a control character", { payment_id: "evt\0", lead_id: randomUUID() }, 400],
    ["a payment that is no text", { payment_id: { $ne: null }, lead_id: randomUUID() }, 400],
    ["a long payment", { payment_id: "e".repeat(300), lead_id: randomUUID() }, 400],
    ["text that is not JSON", "{", 400],
    ["too much", JSON.stringify({ payment_id: "e".repeat(70_000) }), 413],
  ])("a request with %s", async ([, body, status], { post }) => {
    expect(await post(body)).toEqual(refusal(status, "unreadable"));
  });
});
