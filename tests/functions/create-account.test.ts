import { randomUUID } from "node:crypto";

import { FunctionsClient } from "@supabase/functions-js";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { accountProblems } from "#subjects/account/words/account-problems.ts";
import type { ServerContext } from "#server/context/context.ts";
import { createTestContext } from "#tests/support/context.ts";
import { createWire, fragmentOf, linkPath, otherMailsTo, type Wire } from "#tests/auth/support.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { addContact, mountFunctions, type Person, signIn, withdrawPerson } from "#tests/fixtures/accounts.ts";

import { callFunction } from "./customers.ts";

const db = await openDatabaseForFile();
let context: ServerContext;
let wire: Wire;
let admin: Person;

/** Without what confirms the lead's own request, and what tells of sign-ins. */
async function accountMailsTo(email: string) {
  return (await otherMailsTo(db, email)).filter(({ template }) => template !== "lead-received");
}

beforeEach(async () => {
  context = createTestContext({ db });
  wire = createWire({ db });
  admin = await signIn(context, db, { isAdministrator: true });
});

afterEach(async () => {
  await db.inspect("drop trigger if exists refuse on private.audit_log");
  await db.reset();
});

type Headers = Record<string, string>;
type Answered = { status: number; answer: Record<string, unknown> };

async function post(body: unknown, headers: Headers): Promise<Answered> {
  const { status, answer } = await callFunction(context, "create-account", headers, body);
  return { status, answer };
}

const asAdministrator = (person: Person): Headers => ({
  authorization: `Bearer ${context.settings.publishableKey}`,
  "x-admin-token": person.token,
});

const ask = (leadId: string | undefined, action?: string, person = admin) =>
  post({ lead_id: leadId, ...(action && { action }) }, asAdministrator(person));

async function countOf(table: string): Promise<number> {
  const { rows } = await db.inspect<{ count: number }>(`select count(*)::int as count from ${table}`);
  return rows[0]!.count;
}

async function one<Row>(sql: string, values: unknown[] = []): Promise<Row | undefined> {
  return (await db.inspect<Row & Record<string, unknown>>(sql, values)).rows[0];
}

const accountOf = async (email: string) =>
  (await one<{ id: string }>("select id from auth.users where email = $1", [email]))?.id;
const ownerOfLead = async (leadId: string | undefined) =>
  await one<{ profile: string; account: string | null; account_exists: boolean }>(
    `select profile.id as profile, profile.user_id as account, lead.account_exists
     from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id where lead.id = $1`,
    [leadId],
  );

/** What the lead's file asks, as this person. */
async function stateFor(leadId: string | undefined, person = admin): Promise<unknown> {
  const claims = { sub: person.userId, role: "authenticated", session_id: person.sessionId, aal: "aal1" };
  return db.asCaller({ role: "authenticated", claims }, {}, async (tx) => {
    const { rows } = await tx.query<{ account: { state: string } | null }>("select read_lead_account($1) as account", [
      leadId,
    ]);
    return rows[0]?.account?.state ?? null;
  });
}

/** Follows the invitation and chooses a password. */
async function acceptInvitation(email: string, password = "Genêt-du-Soir-82"): Promise<number> {
  const mail = (await accountMailsTo(email)).at(-1)!;
  const landed = fragmentOf((await wire.send("GET", linkPath(mail), { apiKey: null })).headers.get("location"));
  const token = landed.get("access_token") ?? "";
  return (await wire.send("PUT", "/user", { token, body: { password } })).status;
}

describe("No account is made", () => {
  test("for the public key alone, a customer, a missing second factor, a revoked administrator, an ended session", async () => {
    const customer = await signIn(context, db);
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    const key = context.settings.publishableKey;
    const halfWay = await signIn(context, db, { isAdministrator: true, hasFactor: true });
    const revoked = await signIn(context, db, { isAdministrator: true });
    await withdrawPerson(db, revoked);
    const ended = await signIn(context, db, { isAdministrator: true });
    await db.inspect("delete from auth.sessions where id = $1", [ended.sessionId]);

    const attempts: [number, Headers][] = [
      [401, {}],
      [401, { authorization: `Bearer ${key}`, apikey: key }],
      [401, { authorization: `Bearer ${key}`, "x-admin-token": key }],
      [401, { authorization: `Bearer ${context.settings.secretKey}` }],
      [401, { authorization: `Bearer ${key}`, "x-admin-token": `${admin.token.slice(0, -4)}AAAA` }],
      [401, asAdministrator(ended)],
      [403, asAdministrator(customer)],
      [403, { authorization: `Bearer ${customer.token}` }],
      [403, asAdministrator(halfWay)],
      [403, asAdministrator(revoked)],
    ];
    const before = await countOf("auth.users");
    for (const [status, headers] of attempts) {
      for (const action of ["create", "resend", "attach"]) {
        const refused = await post({ lead_id: contact.leadIds[0], action }, headers);
        expect(refused.status).toBe(status);
        expect(Object.values(accountProblems)).toContain(refused.answer.error);
      }
    }
    expect(await countOf("auth.users")).toBe(before);
    expect(await accountMailsTo("claire@exemple.fr")).toEqual([]);
    expect(await ownerOfLead(contact.leadIds[0])).toMatchObject({ account: null });
    await expect(stateFor(contact.leadIds[0], customer)).rejects.toMatchObject({ code: "42501" });
  });

  test.each<[string, unknown, number]>([
    ["no lead", {}, 400],
    ["an id that is none", { lead_id: "1 or 1=1" }, 400],
    ["a number", { lead_id: 1 }, 400],
    ["an unknown action", { lead_id: randomUUID(), action: "delete" }, 400],
    ["a list", [], 400],
    ["null", "null", 400],
    ["text that is not JSON", "{", 400],
    ["too much", JSON.stringify({ lead_id: "a".repeat(70_000) }), 413],
    ["an unknown lead", { lead_id: randomUUID() }, 404],
    ["an unknown lead to attach", { lead_id: randomUUID(), action: "attach" }, 404],
  ])("for a request with %s", async (_title, body, status) => {
    const refused = await post(body, asAdministrator(admin));
    expect(refused.status).toBe(status);
    expect(Object.values(accountProblems)).toContain(refused.answer.error);
    expect(await countOf("auth.users")).toBe(1);
  });

  test("for a lead erased meanwhile", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    await db.inspect("delete from public.user_profiles where id = $1", [contact.profileId]);
    expect(await ask(contact.leadIds[0])).toMatchObject({ status: 404, answer: { code: "lead_not_found" } });
    expect(await stateFor(contact.leadIds[0])).toBeNull();
  });

  test.each(["claire", "claire@", "a b@exemple.fr", `${"a".repeat(260)}@exemple.fr`])(
    "for a lead whose e-mail is %s",
    async (email) => {
      const contact = await addContact(db, { email });
      expect(await ask(contact.leadIds[0])).toMatchObject({ status: 409, answer: { code: "email_unusable" } });
      expect(await countOf("auth.users")).toBe(1);
    },
  );
});

describe("An administrator makes the account of a lead", () => {
  test("with the published client: the profile is attached, the invitation opens it, and its owner signs in", async () => {
    const contact = await addContact(db, { email: "Claire@Exemple.fr", origins: ["secretariat", "closing"] });
    expect(await stateFor(contact.leadIds[0])).toBe("none");
    const api = mountFunctions(context);
    const client = new FunctionsClient("http://site.test/functions/v1", {
      headers: asAdministrator(admin),
      customFetch: async (input, init) => api.request(input as string, init as RequestInit),
    });
    const { data, error } = await client.invoke("create-account", { body: { lead_id: contact.leadIds[0] } });
    expect(error).toBeNull();
    const userId = await accountOf("claire@exemple.fr");
    expect(data).toEqual({ result: "created", user_id: userId });
    for (const leadId of contact.leadIds) expect(await ownerOfLead(leadId)).toMatchObject({ account: userId });
    expect(await stateFor(contact.leadIds[0])).toBe("invited");

    const [mail] = await accountMailsTo("claire@exemple.fr");
    expect(mail!.template).toBe("invitation");
    const link = new URL(mail!.data.link);
    expect(link.searchParams.get("redirect_to")).toBe(`${context.settings.site.origin}/compte/mot-de-passe`);

    expect(await acceptInvitation("claire@exemple.fr")).toBe(200);
    expect(await stateFor(contact.leadIds[0])).toBe("active");
    const signedIn = await wire
      .client()
      .auth.signInWithPassword({ email: "claire@exemple.fr", password: "Genêt-du-Soir-82" });
    expect(signedIn.error).toBeNull();

    const { rows } = await db.inspect(
      "select actor, action, lead_id from private.audit_log where action like 'account.%'",
    );
    expect(rows).toEqual([{ actor: admin.userId, action: "account.created", lead_id: contact.leadIds[0] }]);
  });

  test("past the second factor when one is enrolled", async () => {
    const strong = await signIn(context, db, { isAdministrator: true, hasFactor: true, aal: "aal2" });
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    expect(await ask(contact.leadIds[0], "create", strong)).toMatchObject({ status: 200 });
  });

  test("twice, since the first answer may be lost: one account, one mail", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    await ask(contact.leadIds[0]);
    expect(await ask(contact.leadIds[0])).toMatchObject({ status: 200, answer: { result: "already_invited" } });
    expect(await accountMailsTo("claire@exemple.fr")).toHaveLength(1);
  });

  test("ten times at once, for two leads of one e-mail: one account, one mail, nothing fails", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr", origins: ["secretariat", "closing"] });
    const answers = await Promise.all(Array.from({ length: 10 }, (_, index) => ask(contact.leadIds[index % 2])));
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
    expect(answers.filter(({ answer }) => answer.result === "created")).toHaveLength(1);
    expect(await accountMailsTo("claire@exemple.fr")).toHaveLength(1);
    expect(await countOf("auth.users")).toBe(2);
  });

  test("and is told when the contact has one already, invited or not", async () => {
    const customer = await signIn(context, db);
    const contact = await addContact(db, { email: customer.email, userId: customer.userId });
    expect(await stateFor(contact.leadIds[0])).toBe("active");
    expect(await ask(contact.leadIds[0])).toMatchObject({ status: 409, answer: { code: "account_in_use" } });
    expect(await ask(contact.leadIds[0], "resend")).toMatchObject({ status: 409, answer: { code: "invitation_used" } });
  });

  test("of an address with an unconfirmed sign-up: its password opens nothing", async () => {
    await db.inspect(
      "insert into auth.users (email, encrypted_password) values ('claire@exemple.fr', 'somebody-else-chose-it')",
    );
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    expect(await stateFor(contact.leadIds[0])).toBe("none");
    expect(await ask(contact.leadIds[0], "attach")).toMatchObject({ status: 409, answer: { code: "no_account" } });
    expect(await ask(contact.leadIds[0])).toMatchObject({ status: 200, answer: { result: "created" } });
    const account = await one("select encrypted_password from auth.users where email = 'claire@exemple.fr'");
    expect(account).toEqual({ encrypted_password: null });
    expect(await stateFor(contact.leadIds[0])).toBe("invited");
  });
});

describe("The invitation is sent again", () => {
  test("until a password is chosen, and the link before it stops working", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    await ask(contact.leadIds[0]);
    const [first] = await accountMailsTo("claire@exemple.fr");
    expect(await ask(contact.leadIds[0], "resend")).toMatchObject({ status: 200, answer: { result: "invited" } });

    const old = fragmentOf((await wire.send("GET", linkPath(first!), { apiKey: null })).headers.get("location"));
    expect(old.get("error_code")).toBe("otp_expired");
    // Opened, then left without choosing: the account still waits for its password.
    const opened = (await accountMailsTo("claire@exemple.fr")).at(-1)!;
    await wire.send("GET", linkPath(opened), { apiKey: null });
    expect(await ask(contact.leadIds[0], "resend")).toMatchObject({ status: 200, answer: { result: "invited" } });

    expect(await acceptInvitation("claire@exemple.fr")).toBe(200);
    expect(await ask(contact.leadIds[0], "resend")).toMatchObject({ status: 409, answer: { code: "invitation_used" } });
    expect(await accountMailsTo("claire@exemple.fr")).toHaveLength(4);
  });

  test("never to a person without an account", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    expect(await ask(contact.leadIds[0], "resend")).toMatchObject({ status: 409, answer: { code: "not_invited" } });
    expect(await accountMailsTo("claire@exemple.fr")).toEqual([]);
  });
});

describe("A lead whose e-mail has an account", () => {
  test("gets no second one, and moves to it on request; the profile left empty goes", async () => {
    const customer = await signIn(context, db);
    const own = await addContact(db, { email: customer.email, userId: customer.userId });
    const other = await addContact(db, { email: customer.email, origins: ["closing"] });
    await db.inspect("update public.leads set account_exists = true where id = $1", [other.leadIds[0]]);
    expect(await stateFor(other.leadIds[0])).toBe("elsewhere");
    expect(await ask(other.leadIds[0])).toMatchObject({ status: 409, answer: { code: "email_has_account" } });

    const attached = { status: 200, answer: { result: "attached", user_id: customer.userId } };
    expect(await ask(other.leadIds[0], "attach")).toEqual(attached);
    expect(await ownerOfLead(other.leadIds[0])).toEqual({
      profile: own.profileId,
      account: customer.userId,
      account_exists: false,
    });
    expect(await countOf("public.user_profiles")).toBe(1);
    expect(await stateFor(other.leadIds[0])).toBe("active");
    expect(await ask(other.leadIds[0], "attach")).toEqual(attached);
    expect(await accountMailsTo(customer.email)).toEqual([]);
  });

  test("takes its whole profile along when the account has none", async () => {
    const customer = await signIn(context, db);
    const contact = await addContact(db, { email: customer.email, origins: ["secretariat", "closing"] });
    expect(await ask(contact.leadIds[0], "attach")).toMatchObject({ status: 200 });
    for (const leadId of contact.leadIds) {
      expect(await ownerOfLead(leadId)).toMatchObject({ profile: contact.profileId, account: customer.userId });
    }
  });

  test("leaves its neighbours and their profile where they are", async () => {
    const customer = await signIn(context, db);
    const own = await addContact(db, { email: customer.email, userId: customer.userId });
    const other = await addContact(db, { email: customer.email, origins: ["closing", "marketing"] });
    expect(await ask(other.leadIds[0], "attach")).toMatchObject({ status: 200 });
    expect(await ownerOfLead(other.leadIds[0])).toMatchObject({ profile: own.profileId });
    expect(await ownerOfLead(other.leadIds[1])).toMatchObject({ profile: other.profileId, account: null });
  });

  test("stays where it is when the account has a lead of that funnel, and the administrator is told", async () => {
    const customer = await signIn(context, db);
    await addContact(db, { email: customer.email, userId: customer.userId });
    const other = await addContact(db, { email: customer.email });
    expect(await ask(other.leadIds[0], "attach")).toEqual({
      status: 409,
      answer: { code: "funnel_taken", error: accountProblems.funnel_taken },
    });
    expect(await ownerOfLead(other.leadIds[0])).toMatchObject({ profile: other.profileId, account: null });
  });

  test("moves once when it is asked six times at once", async () => {
    const customer = await signIn(context, db);
    await addContact(db, { email: customer.email, userId: customer.userId, origins: ["marketing"] });
    const other = await addContact(db, { email: customer.email, origins: ["closing"] });
    const answers = await Promise.all(Array.from({ length: 6 }, () => ask(other.leadIds[0], "attach")));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(await countOf("public.user_profiles")).toBe(1);
  });

  test("is attached to no account when there is none, nor when it has its own", async () => {
    const contact = await addContact(db, { email: "claire@exemple.fr" });
    expect(await ask(contact.leadIds[0], "attach")).toMatchObject({ status: 409, answer: { code: "no_account" } });
    const customer = await signIn(context, db, { email: "autre@exemple.fr" });
    const other = await addContact(db, { email: "jean@exemple.fr", userId: customer.userId });
    await signIn(context, db, { email: "jean@exemple.fr" });
    expect(await ask(other.leadIds[0], "attach")).toMatchObject({ status: 409, answer: { code: "account_in_use" } });
  });
});

test("When anything fails nothing is kept: no account, no mail, the profile as it was; a retry succeeds", async () => {
  const contact = await addContact(db, { email: "claire@exemple.fr" });
  await db.inspect(
    `create or replace function public.refuse() returns trigger language plpgsql as
     $$ begin raise exception 'secret-internal-detail'; end $$`,
  );
  await db.inspect(
    "create trigger refuse before insert on private.audit_log for each row execute function public.refuse()",
  );
  const failure = await ask(contact.leadIds[0]);
  expect(failure).toEqual({
    status: 500,
    answer: { code: "unexpected_failure", error: accountProblems.unexpected_failure },
  });
  expect(await accountOf("claire@exemple.fr")).toBeUndefined();
  expect(await accountMailsTo("claire@exemple.fr")).toEqual([]);
  expect(await ownerOfLead(contact.leadIds[0])).toMatchObject({ account: null });

  await db.inspect("drop trigger refuse on private.audit_log");
  expect(await ask(contact.leadIds[0])).toMatchObject({ status: 200, answer: { result: "created" } });
});

test("A refusal leaves a line that names who asked", async () => {
  const customer = await signIn(context, db);
  const contact = await addContact(db, { email: "claire@exemple.fr" });
  await ask(contact.leadIds[0], "create", customer);
  const { rows } = await db.inspect("select actor, action, detail ->> 'code' as code from private.audit_log");
  expect(rows).toEqual([{ actor: customer.userId, action: "account.refused", code: "not_admin" }]);
});
