import { randomUUID } from "node:crypto";

import { FunctionsClient } from "@supabase/functions-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { deleteProblems } from "#subjects/leads/words/delete-problems.ts";
import type { ServerContext } from "#server/context/context.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { queueMail } from "#server/mail/queue-mail.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";

import {
  addContact,
  type Contact,
  mountFunctions,
  type Person,
  signIn,
  withdrawPerson,
} from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";
import { receiversOf } from "#tests/support/receivers.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
let admin: Person;

beforeEach(async () => {
  context = createTestContext({ db });
  admin = await signIn(context, db, { isAdministrator: true });
  const webhooks = {
    receivers: receiversOf({
      leadUrls: ["https://one.example/", "https://two.example/"],
      signInUrls: ["https://one.example/"],
    }),
    secrets: [],
  };
  await registerReceivers(db, { ...context.settings, webhooks }, new Date());
});

afterEach(async () => {
  await db.inspect("drop trigger if exists refuse on public.leads");
  await db.inspect("drop trigger if exists refuse on public.user_profiles");
  await db.inspect("drop trigger if exists refuse on auth.users");
  await db.reset();
});

type Headers = Record<string, string>;

async function post(body: unknown, headers: Headers): Promise<{ status: number; answer: Record<string, unknown> }> {
  const { status, answer } = await callFunction(context, "delete-user", headers, body);
  return { status, answer };
}

/** As the dashboard calls: the public key as specified, the administrator's token beside it. */
const asAdministrator = (person: Person): Headers => ({
  authorization: `Bearer ${context.settings.publishableKey}`,
  "x-admin-token": person.token,
});

const erase = (contact: Contact, headers: Headers, scope = "contact") =>
  post({ lead_id: contact.leadIds[0], profile_id: contact.profileId, user_id: contact.userId, scope }, headers);

async function countOf(table: string): Promise<number> {
  const { rows } = await db.inspect<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]!.count;
}

async function eventsNamed(event: string) {
  const { rows } = await db.inspect<{ body: Record<string, unknown> }>(
    "select body from private.deliveries where event = $1",
    [event],
  );
  return rows.map(({ body }) => body);
}

/** Every text of every row, to look for a person in it. */
async function everything(): Promise<string> {
  const { rows: tables } = await db.inspect<{ name: string }>(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth')",
  );
  const texts = await Promise.all(
    tables.map(
      async ({ name }) => (await db.inspect<{ text: string }>(`select t::text as text from ${name} as t`)).rows,
    ),
  );
  return texts
    .flat()
    .map(({ text }) => text)
    .join("\n");
}

describe("Nothing is deleted", () => {
  test("for the public key alone, a customer, a missing second factor, a revoked administrator, an ended session, a ban", async () => {
    const customer = await signIn(context, db);
    const contact = await addContact(db, { email: customer.email, userId: customer.userId });
    const key = context.settings.publishableKey;
    const halfWay = await signIn(context, db, { isAdministrator: true, hasFactor: true });
    const revoked = await signIn(context, db, { isAdministrator: true });
    await withdrawPerson(db, revoked);
    const ended = await signIn(context, db, { isAdministrator: true });
    await db.inspect("update auth.sessions set not_after = now() - interval '1 h' where id = $1", [ended.sessionId]);
    const signedOut = await signIn(context, db, { isAdministrator: true });
    await db.inspect("delete from auth.sessions where id = $1", [signedOut.sessionId]);
    const banned = await signIn(context, db, { isAdministrator: true });
    await db.inspect("update auth.users set banned_until = now() + interval '1 h' where id = $1", [banned.userId]);

    const attempts: [number, Headers][] = [
      [401, {}],
      [401, { authorization: `Bearer ${key}` }],
      [401, { authorization: `Bearer ${key}`, apikey: key }],
      [401, { authorization: `Bearer ${key}`, "x-admin-token": key }],
      [401, { authorization: `Bearer ${context.settings.secretKey}` }],
      [401, { authorization: `Bearer ${key}`, "x-admin-token": "nonsense" }],
      [401, { authorization: `Bearer ${key}`, "x-admin-token": `${admin.token.slice(0, -4)}AAAA` }],
      [401, { authorization: "Basic YWRtaW46YWRtaW4=" }],
      [401, asAdministrator(ended)],
      [401, asAdministrator(signedOut)],
      [401, asAdministrator(banned)],
      [403, asAdministrator(customer)],
      [403, { authorization: `Bearer ${customer.token}` }],
      [403, asAdministrator(halfWay)],
      [403, { authorization: `Bearer ${halfWay.token}` }],
      [403, asAdministrator(revoked)],
    ];
    const rounds = atDepth(2, Math.ceil(500 / attempts.length));
    for (let round = 0; round < rounds; round++) {
      for (const [status, headers] of attempts) {
        const { status: answered, answer } = await erase(contact, headers);
        expect(answered).toBe(status);
        expect(Object.values(deleteProblems)).toContain(answer.error);
      }
    }
    expect(await countOf("public.leads")).toBe(1);
    expect(await countOf("public.user_profiles")).toBe(1);
    expect(await countOf("auth.users")).toBe(7);
    console.log(`S-05: ${rounds * attempts.length} tries, 0 deletions`);
  }, 120_000);

  test("for an expired token of an administrator", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    context = createTestContext({ db, now: () => new Date(Date.now() + 2 * 3600 * 1000) });
    expect(await erase(contact, asAdministrator(admin))).toMatchObject({ status: 401 });
    expect(await countOf("public.leads")).toBe(1);
  });

  test("for the account of an administrator, by whatever name it is asked", async () => {
    const colleague = await signIn(context, db, { isAdministrator: true });
    const contact = await addContact(db, { email: colleague.email, userId: colleague.userId });
    const refused = { status: 403, answer: { error: deleteProblems.administrator_account, stage: "account" } };
    expect(await erase(contact, asAdministrator(admin))).toMatchObject(refused);
    expect(await post({ user_id: colleague.userId }, asAdministrator(admin))).toMatchObject(refused);
    expect(await post({ user_id: admin.userId }, asAdministrator(admin))).toMatchObject(refused);
    expect(await countOf("public.leads")).toBe(1);
    expect(await countOf("auth.users")).toBe(2);
  });

  test("when the ids do not belong together, so that a lead cannot delete another person's account", async () => {
    const [claire, jean] = [await signIn(context, db), await signIn(context, db)];
    const anonymous = await addContact(db, { email: claire.email });
    const own = await addContact(db, { email: claire.email, userId: claire.userId });
    const other = await addContact(db, { email: jean.email, userId: jean.userId });
    const mixtures = [
      { lead_id: anonymous.leadIds[0], profile_id: anonymous.profileId, user_id: claire.userId },
      { lead_id: anonymous.leadIds[0], profile_id: own.profileId, user_id: claire.userId },
      { lead_id: own.leadIds[0], profile_id: own.profileId, user_id: jean.userId },
      { lead_id: own.leadIds[0], profile_id: other.profileId, user_id: null },
      { lead_id: own.leadIds[0], profile_id: other.profileId, scope: "lead" },
      { lead_id: own.leadIds[0], profile_id: randomUUID(), user_id: claire.userId },
    ];
    for (const mixture of mixtures) {
      expect(await post(mixture, asAdministrator(admin))).toMatchObject({
        status: 409,
        answer: { stage: "unexpected" },
      });
    }
    expect(await countOf("public.leads")).toBe(3);
    expect(await countOf("auth.users")).toBe(3);
  });

  test.each<[string, unknown, number]>([
    ["no ids", {}, 400],
    ["no profile", { lead_id: randomUUID() }, 400],
    ["no lead, for one lead", { profile_id: randomUUID(), user_id: randomUUID(), scope: "lead" }, 400],
    ["an id that is none", { lead_id: "1 or 1=1", profile_id: randomUUID() }, 400],
    ["an unknown scope", { lead_id: randomUUID(), profile_id: randomUUID(), scope: "all" }, 400],
    ["a list", [], 400],
    ["null", "null", 400],
    ["text that is not JSON", "{", 400],
    ["too much", JSON.stringify({ lead_id: "a".repeat(70_000) }), 413],
  ])("for a request with %s", async (_title, body, status) => {
    await addContact(db, { email: "claire@exemple.fr" });
    const refused = await post(body, asAdministrator(admin));
    expect(refused).toMatchObject({ status, answer: { stage: "unexpected" } });
    expect(Object.values(deleteProblems)).toContain(refused.answer.error);
    expect(await countOf("public.leads")).toBe(1);
  });

  test("for a form instead of JSON", async () => {
    const headers = { ...asAdministrator(admin), "content-type": "application/x-www-form-urlencoded" };
    expect(await post("user_id=1", headers)).toMatchObject({ status: 415 });
  });
});

describe("An administrator erases a contact", () => {
  test.each(["beside the public key", "as the bearer"])(
    "with the token %s: leads, profile, account and all traces go",
    async (place) => {
      const customer = await signIn(context, db, { email: "marker-claire@exemple.fr" });
      const contact = await addContact(db, {
        email: customer.email,
        userId: customer.userId,
        origins: ["secretariat", "closing"],
      });
      await db.asServer((tx) => queueMail(tx, { to: customer.email, template: "password-changed", data: {} }));
      await announceSignIn(customer);
      const neighbour = await addContact(db, { email: "jean@exemple.fr" });

      const headers = place === "as the bearer" ? { authorization: `Bearer ${admin.token}` } : asAdministrator(admin);
      expect(await erase(contact, headers)).toEqual({
        status: 200,
        answer: { deleted: { leads: 2, profiles: 1, accounts: 1 } },
      });

      const left = await everything();
      expect(left).not.toContain("marker-claire");
      expect(left).toContain(neighbour.leadIds[0]);
      expect(await countOf("public.leads")).toBe(1);
      expect(await countOf("private.submissions")).toBe(1);
      const erased = await eventsNamed("lead.erased");
      expect(erased.map(({ reference }) => String(reference)).toSorted()).toEqual(
        [...contact.references, ...contact.references].toSorted(),
      );
      expect(Object.keys(erased[0]!).toSorted()).toEqual(["event", "reference", "timestamp"]);
      const { rows: audit } = await db.inspect(
        "select actor, action from private.audit_log where action = 'contact.erased'",
      );
      expect(audit).toEqual([{ actor: admin.userId, action: "contact.erased" }]);
    },
  );

  test("with the published client", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    const api = mountFunctions(context);
    const client = new FunctionsClient("http://site.test/functions/v1", {
      headers: asAdministrator(admin),
      customFetch: async (input, init) => api.request(input as string, init as RequestInit),
    });
    const { data, error } = await client.invoke("delete-user", {
      body: { lead_id: contact.leadIds[0], profile_id: contact.profileId, user_id: null },
    });
    expect(error).toBeNull();
    expect(data).toEqual({ deleted: { leads: 1, profiles: 1, accounts: 0 } });
  });

  test("past the second factor when one is enrolled", async () => {
    const strong = await signIn(context, db, { isAdministrator: true, hasFactor: true, aal: "aal2" });
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    expect(await erase(contact, asAdministrator(strong))).toMatchObject({ status: 200 });
  });

  test("without an account, and leaves alone the account of the same e-mail with its mails and leads", async () => {
    const customer = await signIn(context, db);
    const own = await addContact(db, { email: customer.email, userId: customer.userId });
    const anonymous = await addContact(db, { email: customer.email });
    await db.asServer((tx) => queueMail(tx, { to: customer.email, template: "password-changed", data: {} }));

    expect(await erase(anonymous, asAdministrator(admin))).toMatchObject({
      status: 200,
      answer: { deleted: { leads: 1, profiles: 1, accounts: 0 } },
    });
    const { rows } = await db.inspect<{ id: string }>("select id from public.leads");
    expect(rows).toEqual([{ id: own.leadIds[0] }]);
    expect(await eventsNamed("mail.password-changed")).toHaveLength(1);
    expect(await countOf("auth.users")).toBe(2);
  });

  test("or one lead of it, and the rest stays", async () => {
    const customer = await signIn(context, db);
    const contact = await addContact(db, {
      email: customer.email,
      userId: customer.userId,
      origins: ["secretariat", "marketing"],
    });
    expect(await erase(contact, asAdministrator(admin), "lead")).toMatchObject({
      status: 200,
      answer: { deleted: { leads: 1, profiles: 0, accounts: 0 } },
    });
    const { rows } = await db.inspect<{ id: string }>("select id from public.leads");
    expect(rows).toEqual([{ id: contact.leadIds[1] }]);
    expect(await countOf("auth.users")).toBe(2);
    expect((await eventsNamed("lead.erased")).map(({ reference }) => reference)).toEqual([
      contact.references[0],
      contact.references[0],
    ]);
    expect(await eventsNamed("questionnaire.submitted")).toHaveLength(2);
  });

  test("by the account's id alone, when its lead and profile went before by other calls", async () => {
    const customer = await signIn(context, db);
    expect(await post({ user_id: customer.userId }, asAdministrator(admin))).toEqual({
      status: 200,
      answer: { deleted: { leads: 0, profiles: 0, accounts: 1 } },
    });
  });

  test("twice, since the first answer may be lost: the second finds nothing and is no error", async () => {
    const customer = await signIn(context, db);
    const contact = await addContact(db, { email: customer.email, userId: customer.userId });
    await erase(contact, asAdministrator(admin));
    expect(await erase(contact, asAdministrator(admin))).toEqual({
      status: 200,
      answer: { deleted: { leads: 0, profiles: 0, accounts: 0 } },
    });
  });
});

describe("All or nothing", () => {
  test.each([
    ["lead", "public.leads"],
    ["profile", "public.user_profiles"],
    ["account", "auth.users"],
  ])(
    "when stage %s fails everything is still there, the answer names the stage, and a retry succeeds",
    async (stage, table) => {
      const customer = await signIn(context, db);
      const contact = await addContact(db, { email: customer.email, userId: customer.userId });
      await db.inspect(
        `create or replace function public.refuse() returns trigger language plpgsql as
       $$ begin raise exception 'secret-internal-detail'; end $$`,
      );
      await db.inspect(`create trigger refuse before delete on ${table} for each row execute function public.refuse()`);

      const { status, answer } = await erase(contact, asAdministrator(admin));
      expect({ status, stage: answer.stage }).toEqual({ status: 500, stage });
      expect(Object.values(deleteProblems)).toContain(answer.error);
      expect(JSON.stringify(answer)).not.toContain("secret-internal-detail");
      expect(await countOf("public.leads")).toBe(1);
      expect(await countOf("private.submissions")).toBe(1);
      expect(await countOf("auth.users")).toBe(2);
      expect(await eventsNamed("questionnaire.submitted")).toHaveLength(2);
      expect(await eventsNamed("lead.erased")).toHaveLength(0);

      await db.inspect(`drop trigger refuse on ${table}`);
      expect(await erase(contact, asAdministrator(admin))).toMatchObject({
        status: 200,
        answer: { deleted: { leads: 1, profiles: 1, accounts: 1 } },
      });
    },
  );

  test("a refusal of an administrator's function leaves a line that names who asked", async () => {
    const customer = await signIn(context, db);
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    await erase(contact, asAdministrator(customer));
    const { rows } = await db.inspect("select actor, action, detail ->> 'code' as code from private.audit_log");
    expect(rows).toEqual([{ actor: customer.userId, action: "erasure.refused", code: "not_admin" }]);
  });
});

async function announceSignIn(person: Person): Promise<void> {
  const response = await mountFunctions(context).request("/functions/v1/signed-in", {
    method: "POST",
    headers: { authorization: `Bearer ${person.token}` },
  });
  expect(await response.json()).toEqual({ recorded: true });
}
