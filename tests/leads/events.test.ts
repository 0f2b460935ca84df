import { beforeEach, describe, expect, test } from "vitest";

import { actors, arrangeAccounts } from "#tests/policies/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addReceivers, countOf, followUp, marketing, newKey, rowsOf, secretariat, send } from "./sending.ts";

const db = await openDatabaseForFile();

beforeEach(async () => {
  await db.reset();
  await arrangeAccounts(db);
  await addReceivers(db, "https://hooks.example/leads");
  await db.inspect(`insert into private.settings (key, value) values ('site_origin', '"https://ariane.example"')`);
});

type Delivery = { kind: string; event: string; status: string; attempts: number; body: Record<string, unknown> };

async function onlyBody(): Promise<Record<string, unknown>> {
  const rows = await rowsOf<Delivery>(
    db,
    "select kind, event, status, attempts, body from private.deliveries where kind = 'webhook'",
  );
  expect(rows).toMatchObject([{ kind: "webhook", status: "waiting", attempts: 0 }]);
  expect(rows[0]!.event).toBe(rows[0]!.body.event);
  const { timestamp, ...body } = rows[0]!.body;
  expect(timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  expect(Math.abs(Date.parse(String(timestamp)) - Date.now())).toBeLessThan(60_000);
  return body;
}

describe("The event of a submission is flat and holds exactly", () => {
  const reference = newKey();

  test("the secretariat questionnaire, hours as a list, calls per month and per day", async () => {
    const consents = {
      calls: { granted: true, at: "2026-11-20T10:00:00.000Z", version: "2025-06-25", form: "secretariat" },
    };
    await send(db, {
      ...secretariat,
      business_hours_param: ["autres,8h-12h, 14h"],
      idempotency_key_param: reference,
      consents_param: consents,
    });
    expect(await onlyBody()).toEqual({
      event: "questionnaire.submitted",
      reference,
      consents,
      firstName: "Hélène",
      lastName: "Ravel",
      email: "helene@patisserie-ravel.example",
      phone: "06 39 98 41 07",
      companyName: "Pâtisserie Ravel",
      businessType: "artisan pâtissier",
      funnel: "secretariat",
      source: "https://ariane.example/inscription-secretariat",
      welcomeMessage: "Pâtisserie Ravel, bonjour.\nQue puis-je pour vous ?",
      knowledgeBaseUrl: "https://patisserie-ravel.example",
      knowledgeBaseText: "Fermé le lundi.",
      intention: "rdv",
      callsPerMonth: 50,
      callsPerDay: 50,
      businessHours: ["autres", "8h-12h, 14h"],
      voice: "feminin",
    });
  });

  test("the marketing questionnaire", async () => {
    await send(db, { ...marketing, idempotency_key_param: reference });
    expect(await onlyBody()).toEqual({
      event: "questionnaire.submitted",
      reference,
      consents: {},
      firstName: "Malik",
      lastName: "Benali",
      email: "malik@formalys.example",
      phone: "+33 6 39 98 12 85",
      companyName: "Formalys",
      businessType: "formation",
      funnel: "marketing",
      source: "https://ariane.example/inscription-marketing",
      voice: "",
      prospectsPerMonth: "1000-5000",
      currentClients: "100-1000",
      marketingNeeds: "Relancer nos anciens stagiaires.",
    });
  });

  test("the suivi client questionnaire, active clients as text", async () => {
    await send(db, { ...followUp, idempotency_key_param: reference });
    expect(await onlyBody()).toMatchObject({
      funnel: "suiviclient",
      voice: "masculin",
      activeClientsPerMonth: "200",
      clientFollowupGoals: "Rappeler les rendez-vous.",
    });
    expect(Object.keys(await onlyBody()).toSorted()).toEqual([
      "activeClientsPerMonth",
      "businessType",
      "clientFollowupGoals",
      "companyName",
      "consents",
      "email",
      "event",
      "firstName",
      "funnel",
      "lastName",
      "phone",
      "reference",
      "source",
      "voice",
    ]);
  });

  test("every field of the offer, empty when not answered", async () => {
    await send(db, { email_param: "a@b", funnel_origin_param: "secretariat", idempotency_key_param: reference });
    expect(await onlyBody()).toEqual({
      event: "questionnaire.submitted",
      reference,
      consents: {},
      firstName: "",
      lastName: "",
      email: "a@b",
      phone: "",
      companyName: "",
      businessType: "",
      funnel: "secretariat",
      source: "https://ariane.example/inscription-secretariat",
      welcomeMessage: "",
      knowledgeBaseUrl: "",
      knowledgeBaseText: "",
      intention: "",
      callsPerMonth: null,
      callsPerDay: null,
      businessHours: [],
      voice: "",
    });
  });

  test("the closing registration", async () => {
    await receive({
      form: "closing",
      idempotency_key: reference,
      email: "c.delmas@orsay.example",
      contact: { first_name: "Claire", last_name: "Delmas", phone: "06 39 98 77 31", company_name: "Cabinet Orsay" },
      answers: { role: "Associée", prospects_count: "environ 2 000", objectives: ["meetings"] },
      source_path: "/closing",
    });
    expect(await onlyBody()).toEqual({
      event: "closing.registered",
      reference,
      consents: {},
      firstName: "Claire",
      lastName: "Delmas",
      email: "c.delmas@orsay.example",
      phone: "06 39 98 77 31",
      companyName: "Cabinet Orsay",
      businessType: "",
      funnel: "closing",
      source: "https://ariane.example/closing",
      role: "Associée",
      prospectsCount: "environ 2 000",
      objectives: ["meetings"],
    });
    expect(await rowsOf(db, "select funnel_origin, role, prospects_count, objectives from leads")).toEqual([
      { funnel_origin: "closing", role: "Associée", prospects_count: "environ 2 000", objectives: ["meetings"] },
    ]);
  });

  test("the conference registration, with what has no column", async () => {
    await receive({
      form: "conferences",
      idempotency_key: reference,
      email: "maitre@cabinet.example",
      contact: { first_name: "Zoé", last_name: "Martin", company_name: "Cabinet Martin", business_type: "lawyer" },
      answers: { extra_answers: { commentaire: "Deux places ?", newsletter: true, kind: "waitlist" } },
    });
    expect(await onlyBody()).toMatchObject({
      event: "conference.registered",
      funnel: "conferences",
      businessType: "lawyer",
      source: "https://ariane.example/conferences",
      commentaire: "Deux places ?",
      newsletter: true,
      kind: "waitlist",
    });
  });

  function receive(submission: Record<string, unknown>) {
    return db.asServer((tx) =>
      tx.query("select private.receive_submission(jsonb_populate_record(null::private.submissions, $1))", [
        JSON.stringify(submission),
      ]),
    );
  }
});

describe("An event leaves", () => {
  test("to every enabled receiver of leads, and to no other", async () => {
    await addReceivers(db, "https://two.example", "https://off.example");
    await db.inspect("update private.receivers set disabled_at = now() where url = 'https://off.example'");
    await db.inspect("insert into private.receivers (topic, url) values ('sign_in', 'https://two.example')");
    await send(db, secretariat);
    expect(
      await rowsOf(
        db,
        "select topic, url from private.deliveries join private.receivers on receivers.id = receiver_id order by url",
      ),
    ).toEqual([
      { topic: "lead", url: "https://hooks.example/leads" },
      { topic: "lead", url: "https://two.example" },
    ]);
  });

  test("with a notification for the worker, once it is committed", async () => {
    const heard: string[] = [];
    const stop = await db.listen("deliveries", (payload) => heard.push(payload));
    await send(db, secretariat);
    await expect.poll(() => heard).toEqual([""]);
    await stop();
  });

  test("from a signed-in customer as from a stranger, under the account's e-mail", async () => {
    await send(db, secretariat, actors.owner);
    expect(await onlyBody()).toMatchObject({ email: actors.owner.claims.email });
  });

  test("never when the submission is refused", async () => {
    await expect(send(db, { ...secretariat, voice_param: "x".repeat(301) })).rejects.toMatchObject({ code: "P0001" });
    expect(await countOf(db, "private.deliveries")).toBe(0);
  });

  test("and goes with its lead when the lead is deleted", async () => {
    await send(db, secretariat);
    await db.asCaller(actors["admin aal1"], {}, (tx) => tx.query("delete from leads"));
    expect(await countOf(db, "private.deliveries")).toBe(0);
    expect(await countOf(db, "private.submissions")).toBe(0);
  });
});
