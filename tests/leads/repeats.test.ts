import { beforeEach, describe, expect, test } from "vitest";

import { actors, alice, arrangeAccounts, bob, tokenOf } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  addReceivers,
  anonymous,
  countOf,
  marketing,
  type Parameters,
  newKey,
  readDashboard,
  rowsOf,
  secretariat,
  send,
} from "./sending.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
  await addReceivers(db, "https://hooks.example/leads");
});

const asAlice = actors.owner;
const asBob = actors["other customer"];

async function onlyLead() {
  const rows = await readDashboard(db);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

async function waitingEvents() {
  const rows = await rowsOf<{ body: Record<string, unknown> }>(
    db,
    "select body from private.deliveries where kind = 'webhook' and status = 'waiting' order by created_at",
  );
  return rows.map(({ body }) => body);
}

describe("The same key", () => {
  test("twice with the same answers is one lead and one event", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    const answers = [await send(db, sent), await send(db, sent)];
    expect(answers[0]).toEqual(answers[1]);
    await onlyLead();
    expect(await countOf(db, "private.submissions")).toBe(1);
    expect(await countOf(db, "private.deliveries where kind = 'webhook'")).toBe(1);
  });

  test("with other answers replaces them, empties what was emptied, and the event that waits says so", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    await send(db, {
      ...sent,
      calls_per_month_param: 100,
      knowledge_base_url_param: "",
      phone_param: "06 39 98 00 00",
    });
    expect(await onlyLead()).toMatchObject({
      calls_per_month: 100,
      knowledge_base_url: null,
      phone: "06 39 98 00 00",
      newer_answers_at: null,
    });
    expect(await countOf(db, "private.submissions")).toBe(1);
    expect(await waitingEvents()).toMatchObject([{ callsPerDay: 100, knowledgeBaseUrl: "", phone: "06 39 98 00 00" }]);
  });

  test("again and again with other answers is one waiting event, the newest, beside what has left or is leaving", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    const change = (number: number) => send(db, { ...sent, first_name_param: `Nom ${number}` });
    await send(db, sent);
    await db.inspect("update private.deliveries set status = 'delivered'");
    await change(0);
    await db.inspect(
      "update private.deliveries set leased_by = 'worker', leased_until = now() + interval '10 min' where status = 'waiting'",
    );
    for (let number = 1; number <= 60; number += 1) await change(number);
    expect((await waitingEvents()).map(({ firstName }) => firstName)).toEqual(["Nom 0", "Nom 60"]);
    expect(await countOf(db, "private.deliveries where kind = 'webhook'")).toBe(3);
  });

  test("gives changed answers another webhook-id, and all their tries", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    await db.inspect(
      "update private.deliveries set attempts = 9, next_try_at = now() + interval '10 h', last_status = 400",
    );
    const waiting = () =>
      rowsOf(
        db,
        "select id, attempts, last_status, next_try_at <= now() as is_due from private.deliveries where kind = 'webhook'",
      );
    const [before] = await waiting();
    await send(db, { ...sent, calls_per_month_param: 100 });
    const [after, ...others] = await waiting();
    expect(after).toMatchObject({ attempts: 0, last_status: null, is_due: true });
    expect(after?.id).not.toBe(before?.id);
    expect(others).toEqual([]);
  });

  test("with another e-mail or another funnel is refused as 409 and changes nothing", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    const before = await readDashboard(db);
    for (const change of [{ email_param: "autre@client.example" }, { funnel_origin_param: "marketing" }]) {
      await expect(send(db, { ...sent, ...change })).rejects.toMatchObject({
        code: "PT409",
        message: "idempotency_key_reused",
      });
    }
    expect(await readDashboard(db)).toEqual(before);
    expect(await countOf(db, "user_profiles")).toBe(1);
  });

  test("with the same e-mail in other letters is the same person", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    await send(db, { ...sent, email_param: " Helene@Patisserie-Ravel.EXAMPLE " });
    expect(await countOf(db, "leads")).toBe(1);
  });

  test("with a consent given or taken back since is recorded, without an event", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    for (const granted of [true, false]) {
      await send(db, { ...sent, consents_param: { calls: { granted } } });
      expect(await onlyLead()).toMatchObject({ call_consent: granted, newer_answers_at: null });
    }
    expect(await countOf(db, "private.deliveries where kind = 'webhook'")).toBe(1);
  });

  test("once the lead is paid, waits as a proposal", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    await db.inspect("update leads set payment_status = true");
    await send(db, { ...sent, calls_per_month_param: 100 });
    const lead = await onlyLead();
    expect(lead).toMatchObject({ calls_per_month: 50 });
    expect(lead.newer_answers_at).not.toBeNull();
    expect(await rowsOf(db, "select answers ->> 'calls_per_month' as calls from private.submissions")).toEqual([
      { calls: "100" },
    ]);
    expect(await waitingEvents()).toMatchObject([{ callsPerDay: 100 }]);
  });

  test("from a user who signed out since does not touch the account's lead", async () => {
    const sent = { ...secretariat, email_param: alice.email, idempotency_key_param: newKey() };
    await send(db, sent, asAlice);
    await send(db, sent, anonymous);
    expect(await countOf(db, "private.deliveries where kind = 'webhook'")).toBe(1);
    await send(db, { ...sent, first_name_param: "Mallory" }, anonymous);
    const lead = await onlyLead();
    expect(lead).toMatchObject({ first_name: "Hélène", user_id: alice.account });
    expect(lead.newer_answers_at).not.toBeNull();
  });

  test("after the lead was erased makes a new one", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    await db.inspect("delete from leads");
    await send(db, sent);
    expect(await countOf(db, "leads")).toBe(1);
  });
});

describe("Another key under a known e-mail, without signing in", () => {
  const first = { ...secretariat, first_name_param: "", knowledge_base_url_param: "", calls_per_month_param: 50 };
  const stranger = {
    ...secretariat,
    first_name_param: "Mallory",
    last_name_param: "Autre",
    calls_per_month_param: 1000,
    phone_param: "06 39 98 99 99",
  };

  const owner: Parameters = { ...first, phone_param: "", company_name_param: "", first_name_param: "Hélène" };
  const contents = () =>
    rowsOf(
      db,
      `select to_jsonb(leads) - 'newer_answers_at' - 'updated_at' as lead, to_jsonb(user_profiles) as profile
       from leads join user_profiles on user_profiles.id = user_profile_id order by leads.created_at`,
    );

  test("changes nothing of the lead nor of the profile, empty or filled, and waits whole", async () => {
    await send(db, { ...owner, idempotency_key_param: newKey() });
    const before = await contents();
    const answer = await send(db, { ...stranger, idempotency_key_param: newKey() });
    expect(answer.accepted).toBe(true);
    expect(await contents()).toEqual(before);
    expect(await onlyLead()).toMatchObject({ phone: null, company_name: null, newer_answers_at: expect.any(Date) });
    expect(
      await rowsOf(
        db,
        `select contact ->> 'last_name' as name, answers ->> 'calls_per_month' as calls, is_adopted, from_another_device
         from private.submissions order by created_at`,
      ),
    ).toEqual([
      { name: "Ravel", calls: "50", is_adopted: true, from_another_device: false },
      { name: "Autre", calls: "1000", is_adopted: false, from_another_device: true },
    ]);
  });

  test("reaches receivers as answers that wait: what the lead says, and nothing of the newcomer", async () => {
    await send(db, { ...owner, idempotency_key_param: newKey() });
    const proposal = { ...stranger, idempotency_key_param: newKey(), consents_param: { calls: { granted: true } } };
    await send(db, proposal);
    await send(db, { ...proposal, phone_param: "06 39 98 99 00" });
    const [ofOwner, ofProposal, ...others] = await waitingEvents();
    expect(others).toEqual([]);
    expect(ofOwner).not.toHaveProperty("fromAnotherDevice");
    const { timestamp, ...said } = ofProposal!;
    expect(timestamp).toBeTypeOf("string");
    expect(said).toEqual({
      ...Object.fromEntries(Object.entries(ofOwner!).filter(([name]) => name !== "timestamp")),
      reference: proposal.idempotency_key_param,
      fromAnotherDevice: true,
    });
  });

  test("reaches receivers as it was sent once an administrator adopted it", async () => {
    await send(db, owner);
    await send(db, stranger);
    await db.inspect("update private.deliveries set status = 'delivered'");
    const { lead_id: leadId } = await onlyLead();
    await db.asCaller(actors["admin aal1"], {}, (tx) => tx.query("select adopt_newer_answers($1)", [leadId]));
    const [adopted, ...others] = await waitingEvents();
    expect(adopted).toMatchObject({ firstName: "Mallory", phone: "06 39 98 99 99", callsPerDay: 1000 });
    expect(adopted).not.toHaveProperty("fromAnotherDevice");
    expect(others).toEqual([]);
  });

  test("keeps no lead longer than its owner's last word", async () => {
    await send(db, owner);
    await db.inspect("update leads set last_contact_at = now() - interval '5 months'");
    const proposal = { ...stranger, idempotency_key_param: newKey() };
    await send(db, proposal);
    await send(db, { ...proposal, calls_per_month_param: 500 });
    expect(await countOf(db, "leads where last_contact_at < now() - interval '4 months'")).toBe(1);
  });

  test("in another funnel is a lead of its own, and fills nothing in the profile, repeated or not", async () => {
    await send(db, owner);
    const before = (await contents())[0];
    const other = { ...marketing, email_param: owner.email_param, idempotency_key_param: newKey() };
    await send(db, other);
    await send(db, { ...other, phone_param: "06 39 98 99 99" });
    expect((await contents())[0]).toEqual(before);
    const rows = await readDashboard(db);
    expect(rows.map((row) => [row.funnel_origin, row.phone, row.company_name])).toEqual([
      ["secretariat", null, null],
      ["marketing", "06 39 98 99 99", "Formalys"],
    ]);
  });

  test("says nothing newer when it says the same", async () => {
    await send(db, secretariat);
    await send(db, secretariat);
    expect(await onlyLead()).toMatchObject({ newer_answers_at: null });
    expect(await countOf(db, "private.submissions")).toBe(2);
  });

  test("says nothing newer when it writes the e-mail in capitals", async () => {
    await send(db, secretariat);
    await send(db, { ...secretariat, email_param: String(secretariat.email_param).toUpperCase() });
    expect(await onlyLead()).toMatchObject({ first_name: "Hélène", newer_answers_at: null });
  });

  test("repeated under its own key stays a proposal", async () => {
    await send(db, { ...first, idempotency_key_param: newKey() });
    const proposal = { ...stranger, idempotency_key_param: newKey() };
    await send(db, proposal);
    await send(db, { ...proposal, calls_per_month_param: 500 });
    expect(await onlyLead()).toMatchObject({ calls_per_month: 50 });
    expect(await countOf(db, "private.submissions")).toBe(2);
  });

  test("grants no consent that the person did not give", async () => {
    await send(db, secretariat);
    await send(db, { ...secretariat, consents_param: { calls: { granted: true } } });
    expect(await onlyLead()).toMatchObject({ call_consent: false });
  });

  test("is answered like an unknown e-mail, and like the e-mail of an account", async () => {
    const shapes = [];
    for (const email of ["inconnu@client.example", secretariat.email_param, secretariat.email_param, alice.email]) {
      const answer = await send(db, { ...secretariat, email_param: email });
      shapes.push({ ...answer, reference: answer.reference.replace(/[0-9a-f]/g, "x") });
    }
    expect(new Set(shapes.map((shape) => JSON.stringify(shape))).size).toBe(1);
  });
});

describe("The e-mail of an account, sent without signing in", () => {
  test("goes to a separate profile without account, flagged, and the account's own is untouched", async () => {
    await send(db, secretariat, asAlice);
    const before = await rowsOf(db, "select * from user_profiles where user_id is not null order by created_at");
    await send(db, { ...secretariat, email_param: alice.email.toUpperCase(), first_name_param: "Mallory" }, anonymous);
    expect(await rowsOf(db, "select * from user_profiles where user_id is not null order by created_at")).toEqual(
      before,
    );

    const rows = await readDashboard(db);
    expect(rows.map((row) => [row.user_id, row.first_name, row.account_exists])).toEqual([
      [alice.account, "Hélène", false],
      [null, "Mallory", true],
    ]);
  });

  test("with the token of an ended session counts as not signed in, and is not lost", async () => {
    await send(db, { ...secretariat, email_param: alice.email }, actors["ended session"]);
    expect(await onlyLead()).toMatchObject({ user_id: null, account_exists: true });
  });
});

describe("A signed-in customer", () => {
  test("writes their own profile and lead under the e-mail of the account, whatever e-mail was typed", async () => {
    await send(db, { ...secretariat, email_param: bob.email }, asAlice);
    expect(await onlyLead()).toMatchObject({
      user_id: alice.account,
      email: alice.email,
      first_name: "Hélène",
      account_exists: false,
    });
    expect(await rowsOf(db, "select user_id, email, phone, calls_per_month from user_profiles")).toEqual([
      { user_id: alice.account, email: alice.email, phone: "06 39 98 41 07", calls_per_month: 50 },
    ]);
  });

  test("replaces the answers of an unpaid lead and keeps the profile at the latest, under any key", async () => {
    await send(db, secretariat, asAlice);
    await send(
      db,
      { ...secretariat, calls_per_month_param: 200, knowledge_base_url_param: "", phone_param: "06 39 98 00 00" },
      asAlice,
    );
    expect(await onlyLead()).toMatchObject({
      calls_per_month: 200,
      knowledge_base_url: null,
      phone: "06 39 98 00 00",
      newer_answers_at: null,
    });
    expect(await rowsOf(db, "select phone, calls_per_month, knowledge_base_url from user_profiles")).toEqual([
      { phone: "06 39 98 00 00", calls_per_month: 200, knowledge_base_url: null },
    ]);
    expect(await rowsOf(db, "select count(*)::int as n from private.submissions where is_adopted")).toEqual([{ n: 1 }]);
  });

  test("keeps what another funnel said: each lead has its own snapshot", async () => {
    await send(db, secretariat, asAlice);
    await send(db, { ...marketing, company_name_param: "Nouvelle enseigne" }, asAlice);
    const rows = await readDashboard(db);
    expect(rows.map((row) => [row.funnel_origin, row.company_name, row.voice])).toEqual([
      ["secretariat", "Pâtisserie Ravel", "feminin"],
      ["marketing", "Nouvelle enseigne", null],
    ]);
    expect(await countOf(db, "user_profiles")).toBe(1);
  });

  test("proposes once the lead is paid, while the profile follows", async () => {
    await send(db, secretariat, asAlice);
    await db.inspect("update leads set payment_status = true");
    await send(db, { ...secretariat, calls_per_month_param: 500 }, asAlice);
    const lead = await onlyLead();
    expect(lead).toMatchObject({ calls_per_month: 50 });
    expect(lead.newer_answers_at).not.toBeNull();
    expect(await rowsOf(db, "select calls_per_month from user_profiles")).toEqual([{ calls_per_month: 500 }]);
  });

  test("cannot reach another customer's lead through its key", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent, asAlice);
    await expect(send(db, sent, asBob)).rejects.toMatchObject({ code: "PT409" });
    expect(await onlyLead()).toMatchObject({ user_id: alice.account });
  });

  test("fills the empty lead that signing in made", async () => {
    await db.asCaller(asAlice, {}, (tx) =>
      tx.query("select create_profile_if_not_exists($1, '/inscription-secretariat')", [alice.account]),
    );
    await send(db, secretariat, asAlice);
    expect(await onlyLead()).toMatchObject({ calls_per_month: 50, newer_answers_at: null, user_id: alice.account });
  });
});

describe("Newer answers", () => {
  const proposal = {
    ...secretariat,
    calls_per_month_param: 1000,
    knowledge_base_url_param: "",
    phone_param: "06 39 98 99 99",
  };
  const asAdmin = actors["admin aal1"];

  async function propose() {
    await send(db, { ...secretariat, consents_param: { calls: { granted: true } } });
    await send(db, proposal);
    return String((await onlyLead()).lead_id);
  }

  test("are read by an administrator under the names of the dashboard", async () => {
    const leadId = await propose();
    const { rows } = await db.asCaller(asAdmin, {}, (tx) =>
      tx.query("select read_newer_answers($1) as newer", [leadId]),
    );
    expect(rows[0]?.newer).toMatchObject({ calls_per_month: 1000, phone: "06 39 98 99 99", business_hours: ["24h"] });
    expect(rows[0]?.newer).toMatchObject({ from_another_device: true });
  });

  test("are adopted whole, once, and the log says by whom", async () => {
    const leadId = await propose();
    for (let turn = 0; turn < 2; turn += 1) {
      await db.asCaller(asAdmin, {}, (tx) => tx.query("select adopt_newer_answers($1)", [leadId]));
    }
    expect(await onlyLead()).toMatchObject({
      calls_per_month: 1000,
      knowledge_base_url: null,
      phone: "06 39 98 99 99",
      newer_answers_at: null,
      call_consent: false,
    });
    expect(
      await rowsOf(db, "select actor, lead_id from private.audit_log where action = 'lead.answers_adopted'"),
    ).toEqual([{ actor: asAdmin.claims.sub, lead_id: leadId }]);
    expect(await rowsOf(db, "select count(*)::int as n from private.submissions where is_adopted")).toEqual([{ n: 1 }]);
  });

  test("that were adopted are put back to the last column, until somebody goes on with them", async () => {
    const leadId = await propose();
    const asked = (sql: string) => db.asCaller(asAdmin, {}, (tx) => tx.query<{ said: string }>(sql, [leadId]));
    const undo = async () => (await asked("select undo_adopted_answers($1) as said")).rows[0]?.said;
    const kept = () =>
      rowsOf(
        db,
        `select to_jsonb(lead) - 'updated_at' as lead, to_jsonb(profile) - 'updated_at' as profile, is_adopted
         from leads as lead join user_profiles as profile on profile.id = user_profile_id
         join private.submissions as sent on lead_id = lead.id order by sent.created_at`,
      );
    const before = await kept();
    expect(await undo()).toBe("settled");
    await asked("select adopt_newer_answers($1) as said");
    expect(await kept()).not.toEqual(before);
    expect([await undo(), await kept()]).toEqual(["undone", before]);
    expect(await undo()).toBe("settled");

    await asked("select adopt_newer_answers($1) as said");
    await db.inspect("update leads set owner = null");
    expect(await undo()).toBe("changed_meanwhile");
    await db.inspect("update private.adoptions set adopted_at = now() - interval '11 minutes'");
    expect(await undo()).toBe("settled");
  });

  test("of the same mailbox in other letters leave the address as it was spelt", async () => {
    await send(db, { ...secretariat, email_param: "claire@exemple.fr" });
    await send(db, { ...secretariat, email_param: "Claire@Exemple.fr", calls_per_month_param: 100 });
    const leadId = (await onlyLead()).lead_id;
    await db.asCaller(asAdmin, {}, (tx) => tx.query("select adopt_newer_answers($1)", [leadId]));
    expect(await onlyLead()).toMatchObject({ calls_per_month: 100, email: "claire@exemple.fr" });
  });

  test("of a paid lead with one submission are adopted as well", async () => {
    const sent = { ...secretariat, idempotency_key_param: newKey() };
    await send(db, sent);
    await db.inspect("update leads set payment_status = true");
    await send(db, { ...sent, calls_per_month_param: 100 });
    const leadId = String((await onlyLead()).lead_id);
    await db.asCaller(asAdmin, {}, (tx) => tx.query("select adopt_newer_answers($1)", [leadId]));
    expect(await onlyLead()).toMatchObject({ calls_per_month: 100, newer_answers_at: null, payment_status: true });
  });
});

test("a token that names another account's session is not signed in", async () => {
  await send(db, { ...secretariat, email_param: "vol@client.example" }, tokenOf(alice, 2));
  expect(await onlyLead()).toMatchObject({ user_id: null, email: "vol@client.example" });
});
