import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { answerChangeProblems } from "#subjects/orders/words/answer-change.ts";
import { functionProblems } from "#content/shared/function-problems.ts";
import type { ServerContext } from "#server/context/context.ts";
import { signIn, type Person } from "#tests/fixtures/accounts.ts";
import { addReceivers, newKey, rowsOf, secretariat, send } from "#tests/leads/sending.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { callFunction, strangersOf } from "./customers.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
let claire: Person;
let leadId: string;

const email = String(secretariat.email_param);
const greeting = "Pâtisserie Ravel, bonsoir.";

beforeEach(async () => {
  context = createTestContext({ db });
  claire = await signIn(context, db, { email });
  leadId = await orderOf(claire);
});
afterEach(() => db.reset());

/** Sent without signing in, as the funnels mostly are; the account came later. */
async function orderOf(person: Person): Promise<string> {
  const { reference } = await send(db, { ...secretariat, email_param: person.email, idempotency_key_param: newKey() });
  const [lead] = await rowsOf<{ lead_id: string; user_profile_id: string }>(
    db,
    `select lead_id, user_profile_id from private.submissions join public.leads on leads.id = lead_id
     where idempotency_key = $1`,
    [reference],
  );
  await db.inspect("update public.user_profiles set user_id = $2 where id = $1", [
    lead!.user_profile_id,
    person.userId,
  ]);
  return lead!.lead_id;
}

const pay = () => db.inspect("update public.leads set payment_status = true");

async function change(set: unknown, person = claire, lead = leadId) {
  const headers = { authorization: `Bearer ${person.token}` };
  const { status, answer } = await callFunction(context, "change-answers", headers, { lead_id: lead, set });
  return { status, body: answer };
}
const outcome = (word: string) => ({ status: 200, body: { outcome: word } });

const leads = () =>
  rowsOf(
    db,
    `select welcome_message, business_hours, intention, knowledge_base_text, calls_per_month, email, payment_status,
            newer_answers_at is not null as waits from public.leads order by created_at`,
  );
const before = {
  welcome_message: secretariat.welcome_message_param,
  business_hours: ["24h"],
  intention: "rdv",
  knowledge_base_text: "Fermé le lundi.",
  calls_per_month: 50,
  email,
};

/** What the team reads in the file. */
async function asTeam<Row extends Record<string, unknown>>(text: string): Promise<Row[]> {
  const { userId, sessionId } = await signIn(context, db, { isAdministrator: true });
  const claims = { role: "authenticated", sub: userId, session_id: sessionId, aal: "aal1" };
  return db.asCaller({ role: "authenticated", claims }, {}, async (tx) => (await tx.query<Row>(text, [leadId])).rows);
}

describe("A customer changes their request", () => {
  test("that is unpaid at once, and what stood there is kept in its file, under their hand", async () => {
    expect(await change({ welcome_message: ` ${greeting} ` })).toEqual(outcome("changed"));
    expect(await leads()).toEqual([{ ...before, welcome_message: greeting, payment_status: false, waits: false }]);

    const [fact] = await asTeam<{ detail: { before: object; answers: object } }>(
      "select detail from lead_history($1) where kind = 'answers'",
    );
    expect(fact?.detail).toMatchObject({
      before: { welcome_message: secretariat.welcome_message_param, intention: "rdv" },
      answers: { welcome_message: greeting, intention: "rdv" },
      by_hand: false,
      is_adopted: true,
    });
  });

  test("that is paid as newer answers: they wait for the team, who adopts them", async () => {
    await pay();
    expect(await change({ welcome_message: greeting, business_hours: ["autres", "8h-12h, sauf lundi"] })).toEqual(
      outcome("waiting"),
    );
    expect(await leads()).toEqual([{ ...before, payment_status: true, waits: true }]);
    const [newer] = await asTeam<{ answers: object }>("select read_newer_answers($1) as answers");
    expect(newer?.answers).toMatchObject({ welcome_message: greeting, from_another_device: false });

    await asTeam("select adopt_newer_answers($1)");
    expect(await leads()).toEqual([
      {
        ...before,
        welcome_message: greeting,
        business_hours: ["autres", "8h-12h, sauf lundi"],
        payment_status: true,
        waits: false,
      },
    ]);
  });

  test("twice before the team came: the second change adds to the first, in one proposal", async () => {
    await pay();
    await change({ welcome_message: greeting });
    expect(await change({ intention: "informer" })).toEqual(outcome("waiting"));
    expect(await change({ intention: "informer" })).toEqual(outcome("unchanged"));
    const [newer] = await asTeam<{ answers: object }>("select read_newer_answers($1) as answers");
    expect(newer?.answers).toMatchObject({ welcome_message: greeting, intention: "informer" });
    expect(await rowsOf(db, "select from private.submissions")).toHaveLength(2);
    expect(await asTeam("select detail from lead_history($1) where kind = 'answers'")).toHaveLength(3);
  });

  test("at the same moment from two devices: neither change is lost", async () => {
    await pay();
    const sets = [{ welcome_message: greeting }, { intention: "informer" }, { business_hours: ["9h-17h"] }];
    const answers = await Promise.all(sets.map((set) => change(set)));
    expect(answers).toEqual(sets.map(() => outcome("waiting")));
    const [newer] = await asTeam<{ answers: object }>("select read_newer_answers($1) as answers");
    expect(newer?.answers).toMatchObject({
      welcome_message: greeting,
      intention: "informer",
      business_hours: ["9h-17h"],
    });
  });

  test("with an intention of their own, which leaves what else the assistant is to know", async () => {
    await change({ intention: "autres", intention_detail: "Prendre les commandes" });
    const [lead] = await leads();
    expect(lead).toMatchObject({
      intention: "autres",
      knowledge_base_text: "Intention : Prendre les commandes\nFermé le lundi.",
    });
    await change({ intention: "rdv" });
    expect(await leads()).toMatchObject([{ intention: "rdv", knowledge_base_text: "Fermé le lundi." }]);
  });

  test("and what the team corrected meanwhile stays corrected", async () => {
    await db.inspect("update public.leads set company_name = 'Ravel et fils'");
    await change({ welcome_message: greeting });
    expect(await rowsOf(db, "select company_name, welcome_message from public.leads")).toEqual([
      { company_name: "Ravel et fils", welcome_message: greeting },
    ]);
  });

  test("and screens and receivers are told, without a second consent or a mail", async () => {
    await addReceivers(db, "https://recepteur.example/leads");
    await db.inspect('update public.leads set consents = \'{"calls": {"granted": true}}\'');
    await db.inspect("delete from private.deliveries");
    await db.inspect("delete from private.lead_events");
    await pay();
    await change({ welcome_message: greeting });
    expect(await rowsOf(db, "select kind, event, body ->> 'welcomeMessage' as said from private.deliveries")).toEqual([
      { kind: "webhook", event: "questionnaire.submitted", said: greeting },
    ]);
    expect(await rowsOf(db, "select from private.lead_events where $1 = any (lead_ids)", [leadId])).not.toEqual([]);
    expect(await asTeam("select from lead_history($1) where kind = 'consent'")).toEqual([]);
    expect(await rowsOf(db, "select consents from public.leads")).toEqual([{ consents: { calls: { granted: true } } }]);
  });

  test("whose space says what waits, and what was paid", async () => {
    await pay();
    await change({ welcome_message: greeting });
    await db.inspect(
      `insert into private.payment_events (id, type, amount_cents, currency, lead_id, state, paid_on, schedule)
       values ('evt_1', 'checkout.session.completed', 11640, 'eur', $1, 'applied', '2025-10-15', '{"lines": []}')`,
      [leadId],
    );
    const { answer } = await callFunction(context, "read-own-orders", { authorization: `Bearer ${claire.token}` }, {});
    expect(answer).toMatchObject([
      {
        lead_id: leadId,
        schedule: { lines: [] },
        change: { welcome_message: greeting, sent_at: expect.any(String) },
        payments: [{ id: "evt_1", amount_cents: 11640, paid_on: "2025-10-15" }],
      },
    ]);
  });
});

/** As an administrator writes them about the lead. */
async function startNotes() {
  const { token } = await signIn(context, db, { isAdministrator: true });
  const headers = { authorization: `Bearer ${token}` };
  return (note: object) => callFunction(context, "add-note", headers, { lead_id: leadId, ...note });
}

test("A note of the team is read by its customer when it is meant for them, and by no other customer", async () => {
  const add = await startNotes();
  const read = async (person: Person) =>
    (await callFunction(context, "read-own-orders", { authorization: `Bearer ${person.token}` }, {})).text;
  await add({ text: "Rappeler lundi, il hésite." });
  const { answer } = await add({ text: "Votre ligne ouvre jeudi.", for_customer: true });

  const malik = await signIn(context, db, { email: "malik@exemple.fr" });
  await orderOf(malik);
  expect(JSON.parse(await read(claire))).toMatchObject([{ messages: [{ text: "Votre ligne ouvre jeudi." }] }]);
  expect(await read(claire)).not.toContain("hésite");
  expect(await read(malik)).not.toContain("jeudi");
  expect(await asTeam("select detail ->> 'is_for_customer' as said from lead_history($1) where kind = 'note'")).toEqual(
    expect.arrayContaining([{ said: "true" }, { said: "false" }]),
  );
  await add({ withdraw: answer.note_id });
  expect(await read(claire)).not.toContain("jeudi");
});

test("A note for the customer is told by one mail that does not repeat it, unless it is taken back", async () => {
  const add = await startNotes();
  const mails = async () =>
    (
      await db.inspect(
        `select body ->> 'to' as to, lead_id, body::text like '%jeudi%' as repeats, next_try_at > now() + interval '30 s' as waits
         from private.deliveries where event = 'mail.team-message'`,
      )
    ).rows;
  await add({ text: "Rappeler lundi, il hésite." });
  const note = { text: "Votre ligne ouvre jeudi.", for_customer: true, note_id: newKey() };
  await add(note);
  await add(note);
  expect(await mails()).toEqual([{ to: claire.email, lead_id: leadId, repeats: false, waits: true }]);

  await add({ withdraw: note.note_id });
  expect(await mails()).toEqual([]);

  await db.inspect("update public.user_profiles set user_id = null");
  await add({ ...note, note_id: newKey() });
  expect(await mails()).toEqual([]);
});

describe("No caller changes", () => {
  const unknown = { status: 404, body: { error: answerChangeProblems.unknown_order, code: "unknown_order" } };

  test("another customer's request, or one without an account, or reads it", async () => {
    const malik = await signIn(context, db, { email: "malik@exemple.fr" });
    expect(await change({ welcome_message: greeting }, malik)).toEqual(unknown);
    expect(await change({ welcome_message: greeting }, claire, newKey())).toEqual(unknown);
    await orderOf(malik);
    expect(await change({ welcome_message: greeting }, malik)).toEqual(unknown);
    expect(await leads()).toMatchObject([{ welcome_message: before.welcome_message }, {}]);
    const { text } = await callFunction(context, "read-own-orders", { authorization: `Bearer ${malik.token}` }, {});
    expect(text).not.toContain(leadId);
  });

  test("anything without a live session, or past a second factor that is not shown", async () => {
    const signedIn = { ...claire, access: claire.token, refresh: "" };
    for (const headers of strangersOf(context, signedIn)) {
      for (const name of ["change-answers", "read-own-orders"]) {
        const body = { lead_id: leadId, set: { welcome_message: greeting } };
        expect((await callFunction(context, name, headers, body)).status).toBe(401);
      }
    }
    await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [
      claire.userId,
    ]);
    expect((await change({ welcome_message: greeting })).body.code).toBe("insufficient_aal");
    expect(await leads()).toEqual([{ ...before, payment_status: false, waits: false }]);
  });

  test("what is none of the three answers", async () => {
    for (const set of [
      { calls_per_month: 1000 },
      { email: "autre@exemple.fr" },
      { payment_status: true },
      { welcome_message: greeting, knowledge_base_text: "x" },
      {},
      null,
      { welcome_message: 7 },
      { business_hours: "24h" },
      { business_hours: ["24h", "9h-17h", "x"] },
    ]) {
      expect([set, await change(set)]).toEqual([
        set,
        { status: 400, body: { error: functionProblems.unreadable, code: "unreadable" } },
      ]);
    }
    expect(await leads()).toEqual([{ ...before, payment_status: false, waits: false }]);
  });

  test.each([
    [{ welcome_message: " \n " }, "answer_missing", "welcome_message"],
    [{ welcome_message: "a".repeat(4001) }, "answer_too_long", "welcome_message"],
    [{ business_hours: ["toujours"] }, "answer_missing", "hours"],
    [{ business_hours: ["autres", " "] }, "answer_missing", "hours_detail"],
    [{ intention: "vendre" }, "answer_missing", "intention"],
    [{ intention: "autres" }, "answer_missing", "intention_detail"],
  ] as const)("an answer to what no form would take: %j", async (set, code, field) => {
    expect(await change(set)).toEqual({ status: 400, body: { error: answerChangeProblems[code], code, field } });
    expect(await leads()).toEqual([{ ...before, payment_status: false, waits: false }]);
  });

  test("a request that is closed", async () => {
    await db.inspect("update public.leads set lead_status = 'inactive'");
    expect((await change({ welcome_message: greeting })).body.code).toBe("order_closed");
  });

  test("what markup, line ends, emoji and text from right to left say: they are stored as they are", async () => {
    const said = "<script>alert(1)</script>\r\n‏שלום 👋\u0000";
    expect(await change({ welcome_message: said })).toEqual(outcome("changed"));
    expect(await leads()).toMatchObject([{ welcome_message: said.replace("\u0000", "") }]);
  });
});
