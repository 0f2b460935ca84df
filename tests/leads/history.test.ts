import { randomUUID } from "node:crypto";

import { beforeEach, describe, expect, test } from "vitest";

import { actors, arrangeAccounts } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addReceivers, newKey, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();
let leadId: string;
const key = newKey();
const asAdmin = actors["admin aal1"];

beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
  await addReceivers(db, "https://user:opensesame@hook.example/path");
  await send(db, {
    ...secretariat,
    idempotency_key_param: key,
    consents_param: { calls: { granted: true, at: "not a date", version: "2025-06-25" } },
  });
  [leadId = ""] = (await rowsOf<{ id: string }>(db, "select id from public.leads")).map(({ id }) => id);
});

type Fact = { id: string; kind: string; at: Date; author: string | null; detail: Record<string, any> };

async function history(caller = asAdmin, id = leadId): Promise<Fact[]> {
  const { rows } = await db.asCaller(caller, { isReadOnly: true }, (tx) =>
    tx.query<Fact>("select * from lead_history($1)", [id]),
  );
  return rows;
}
const run = (sql: string) => db.asCaller(asAdmin, {}, (tx) => tx.query(sql, [leadId]));
const kinds = (facts: Fact[]) => facts.map(({ kind }) => kind);

describe("The history of a lead", () => {
  test("begins with what was sent, what was agreed to and who was told, newest first", async () => {
    const facts = await history();
    expect(kinds(facts)).toEqual(["mail", "webhook", "consent", "answers", "created"]);
    const [mail, webhook, consent, answers, created] = facts as [Fact, Fact, Fact, Fact, Fact];
    expect(mail.detail).toMatchObject({ event: "mail.lead-received", to: secretariat.email_param, status: "waiting" });
    expect(webhook.detail).toMatchObject({ to: "hook.example", payload: { firstName: "Hélène", reference: key } });
    expect(consent.detail.consents).toMatchObject({ calls: { granted: true } });
    expect(answers.detail).toMatchObject({ before: null, is_adopted: true, answers: { first_name: "Hélène" } });
    expect(created.detail).toEqual({ origin: "secretariat", by_hand: false });
    expect(facts.every(({ author }) => author === null)).toBe(true);
  });

  test("says who changed a status, and how long the one before it lasted", async () => {
    await db.inspect("update public.leads set created_at = now() - interval '2 days' where id = $1", [leadId]);
    await run("update leads set lead_status = 'contacted' where id = $1");
    await run("update leads set lead_status = 'client' where id = $1");
    const [second, first] = (await history()).filter(({ kind }) => kind === "status");
    expect(first).toMatchObject({ author: "admin@ariane.example", detail: { from: "to_contact", to: "contacted" } });
    expect(first!.detail.lasted_seconds).toBeGreaterThanOrEqual(2 * 86_400);
    expect(second!.detail).toMatchObject({ from: "contacted", to: "client" });
    expect(second!.detail.lasted_seconds).toBeLessThan(60);
  });

  test("keeps the answers that newer ones of the same key replaced", async () => {
    await send(db, { ...secretariat, idempotency_key_param: key, company_name_param: "Maison Ravel" });
    const answers = (await history()).filter(({ kind }) => kind === "answers");
    expect(answers.map(({ detail }) => [detail.answers.company_name, detail.before?.company_name])).toEqual([
      ["Maison Ravel", "Pâtisserie Ravel"],
      ["Pâtisserie Ravel", undefined],
    ]);
    expect(answers.map(({ detail }) => detail.is_adopted)).toEqual([true, false]);
  });

  test("keeps fifty former answers and the first, however often a key is sent", async () => {
    for (let number = 0; number < 60; number += 1) {
      await send(db, { ...secretariat, idempotency_key_param: key, company_name_param: `Maison ${number}` });
    }
    const kept = await rowsOf<{ name: string }>(
      db,
      "select contact ->> 'company_name' as name from private.former_answers order by id",
    );
    expect(kept).toHaveLength(51);
    expect([kept[0]?.name, kept[1]?.name, kept[50]?.name]).toEqual(["Pâtisserie Ravel", "Maison 9", "Maison 58"]);
  });

  test("tells payments, openings, owners by name, call-backs, and the mails to the address that no lead caused", async () => {
    await run("select record_lead_opened($1)");
    await db.inspect("update public.leads set owner = $2, callback_at = now() where id = $1", [
      leadId,
      asAdmin.claims.sub,
    ]);
    await db.inspect("insert into private.payment_starts (reference, terms_version) values ($1, '2025-06-25')", [key]);
    await db.inspect(
      `insert into private.payment_events (id, type, reference, amount_cents, currency)
       values ('evt_1', 'checkout.session.completed', $1, 11640, 'eur')`,
      [key],
    );
    await db.inspect("insert into private.deliveries (kind, event, body) values ('mail', 'mail.invitation', $1)", [
      JSON.stringify({
        to: "HELENE@patisserie-ravel.example",
        template: "invitation",
        data: { link: "https://opensesame" },
      }),
    ]);
    const facts = await history();
    const of = (kind: string) => facts.filter((fact) => fact.kind === kind).map(({ detail }) => detail);
    expect(of("opened")).toHaveLength(1);
    expect(of("owner")).toMatchObject([{ from: null, to_name: "admin@ariane.example" }]);
    expect(of("callback")).toMatchObject([{ from: null }]);
    expect(
      of("payment")
        .map(({ fact }) => String(fact))
        .toSorted(),
    ).toEqual(["received", "started"]);
    expect(of("mail").map(({ event }) => event)).toContain("mail.invitation");
    expect(JSON.stringify(facts)).not.toContain("opensesame");
  });

  test("hides what opens a door, and nothing else of a mail", async () => {
    await db.inspect("insert into private.deliveries (kind, event, lead_id, body) values ('mail', 'mail.x', $1, $2)", [
      leadId,
      JSON.stringify({ to: "a@b.example", data: { token: "open-sesame", offer: "secretariat" } }),
    ]);
    const mail = (await history()).find(({ detail }) => detail.event === "mail.x");
    expect(mail?.detail.payload).toEqual({ offer: "secretariat" });
  });

  test("is empty for an unknown lead, and refused to callers who do not administer", async () => {
    expect(await history(asAdmin, randomUUID())).toEqual([]);
    for (const caller of [actors.anon, actors.owner, actors["admin aal1, factor"], actors["former admin"]]) {
      await expect(history(caller)).rejects.toMatchObject({ code: "42501" });
    }
  });
});

test("The instant of a change never goes back, though its transaction began before another's", async () => {
  const early = Promise.withResolvers<void>();
  const ready = Promise.withResolvers<void>();
  if (db.engine === "embedded") return; // one connection: transactions follow one another
  const slow = db.asServer(async (tx) => {
    await tx.query("select now()");
    ready.resolve();
    await early.promise;
    await tx.query("update public.leads set owner = null where id = $1", [leadId]);
  });
  await ready.promise;
  const read = async () => (await rowsOf<{ at: string }>(db, "select updated_at::text as at from public.leads"))[0]!.at;
  await db.inspect("update public.leads set lead_status = 'contacted' where id = $1", [leadId]);
  const seen = await read();
  early.resolve();
  await slow;
  expect((await read()) > seen).toBe(true);
});
