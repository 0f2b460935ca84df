import { once } from "node:events";
import { createServer, type Server } from "node:http";

import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { inviteAdministrator } from "#engine/auth/administration/invite-administrator.ts";
import { projectOf } from "#engine/auth/administration/project-accounts.ts";
import { resetFactorsOf } from "#engine/auth/administration/reset-factors.ts";
import { createAuthService } from "#engine/auth/auth-service.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { checkAccounts } from "#server/doctor/check-accounts.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { signUpHolder } from "#tests/auth/authenticator-app.ts";
import {
  createWire,
  goodPassword,
  mailsTo,
  nextEmail,
  readSession,
  signUpCustomer,
  type Wire,
} from "#tests/auth/support.ts";
import { addContact, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openTestDatabase, type TestDatabase, testEngine } from "#tests/support/database.ts";
import { findFreePort } from "#tests/support/free-port.ts";

import { callFunction } from "./customers.ts";
import { withoutAuthSchema } from "./without-auth-schema.ts";

let db: TestDatabase;
let server: Server;
/** The project: our own auth service, on a socket. */
let project: Wire;
/** The site beside it, which has no accounts of its own: no statement of its own on schema `auth` gets through. */
let site: ServerContext;
/** What the site asked the project for. */
let asked: string[];
let isDown = false;

beforeAll(async () => {
  db = await openTestDatabase();
  const port = await findFreePort();
  const supabaseUrl = `http://127.0.0.1:${port}`;
  project = createWire({ db, environment: { SITE_URL: supabaseUrl } });
  const { publishableKey, secretKey } = project.context.settings;
  site = createTestContext({ db: withoutAuthSchema(db), settings: { supabaseUrl, publishableKey, secretKey } });
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    asked.push(`${c.req.method} ${new URL(c.req.url).pathname.replace(/[0-9a-f-]{36}/g, ":id")}`);
    if (isDown) return c.body(null, 503);
    c.set("requestId", "project");
    c.set("clientAddress", "192.0.2.1");
    return next();
  });
  app.route("/auth/v1", createAuthService(project.context));
  server = createServer(getRequestListener(app.fetch)).listen(port, "127.0.0.1");
  await once(server, "listening");
});
beforeEach(() => void (asked = []));
afterEach(() => void (isDown = false));
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await db.close();
});

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const asAdministrator = () => signIn(project.context, db, { isAdministrator: true });

async function hasAccount(email: string): Promise<boolean> {
  return (await db.inspect("select 1 from auth.users where email = $1", [email])).rowCount > 0;
}

/**
 * On PostgreSQL alone, as every project is: the site asks the project while a transaction of its own is open, on the
 * same database. The embedded engine has one session, in which each would wait for the other.
 */
describe.runIf(testEngine === "postgres")("A site beside a project", () => {
  test("believes the project's tokens, and not its own", async () => {
    const customer = await signUpCustomer(project);
    expect(await callFunction(site, "signed-in", bearer(customer.access), {})).toMatchObject({ status: 200 });
    const own = await signUpCustomer(createWire({ db }));
    expect((await callFunction(site, "signed-in", bearer(own.access), {})).status).toBe(401);
    expect(asked).toEqual(["GET /auth/v1/.well-known/jwks.json", "GET /auth/v1/user"]);
  });

  test("has no statement of its own on the project's accounts", async () => {
    for (const statement of ["select 1 from auth.users", 'delete from "auth"."sessions"', "select AUTH.jwt()"]) {
      await expect(site.db.asServer((tx) => tx.query(statement))).rejects.toThrow("project's own tables");
    }
  });

  test("makes, invites and erases a lead's account by its API", async () => {
    const admin = await asAdministrator();
    const email = nextEmail();
    const contact = await addContact(db, { email });
    const lead_id = contact.leadIds[0];
    const made = await callFunction(site, "create-account", bearer(admin.token), { lead_id });
    expect(made).toMatchObject({ status: 200, answer: { result: "created" } });
    const again = await callFunction(site, "create-account", bearer(admin.token), { lead_id, action: "resend" });
    expect(again).toMatchObject({ status: 200, answer: { result: "invited" } });
    expect((await mailsTo(db, email)).filter(({ template }) => template === "invitation")).toHaveLength(2);

    const { user_id } = made.answer;
    const erased = await callFunction(site, "delete-user", bearer(admin.token), {
      lead_id,
      profile_id: contact.profileId,
      user_id,
    });
    expect(erased).toMatchObject({ status: 200, answer: { deleted: { leads: 1, profiles: 1, accounts: 1 } } });
    expect(await hasAccount(email)).toBe(false);
    expect(asked.filter((each) => !each.includes("jwks"))).toEqual([
      "POST /auth/v1/invite",
      "GET /auth/v1/admin/users/:id",
      "POST /auth/v1/invite",
      "GET /auth/v1/admin/users/:id",
      "GET /auth/v1/admin/users/:id",
      "DELETE /auth/v1/admin/users/:id",
    ]);
  });

  test("tells an administrator that an address has its account", async () => {
    const admin = await asAdministrator();
    const { email } = await signUpCustomer(project);
    const { leadIds } = await addContact(db, { email });
    const refused = await callFunction(site, "create-account", bearer(admin.token), { lead_id: leadIds[0] });
    expect(refused).toMatchObject({ status: 409, answer: { code: "email_has_account" } });
  });

  test("lets customers take and erase what is theirs, while their session is", async () => {
    const customer = await signUpCustomer(project);
    await addContact(db, { email: customer.email, userId: customer.userId });
    const exported = await callFunction(site, "export-account", bearer(customer.access));
    expect(exported.status).toBe(200);
    expect(exported.text).toContain(customer.email);
    const erased = await callFunction(site, "delete-account", bearer(customer.access), { email: customer.email });
    expect(erased).toMatchObject({ status: 200, answer: { deleted: true } });
    expect(await hasAccount(customer.email)).toBe(false);
    expect((await callFunction(site, "export-account", bearer(customer.access))).status).toBe(401);
  });

  test("says so when the project does not answer, and a repeat finishes what was begun", async () => {
    const admin = await asAdministrator();
    const customer = await signUpCustomer(project);
    const contact = await addContact(db, { email: customer.email, userId: customer.userId });
    const other = await addContact(db, { email: nextEmail() });
    isDown = true;
    const made = await callFunction(site, "create-account", bearer(admin.token), { lead_id: other.leadIds[0] });
    expect(made).toMatchObject({ status: 503, answer: { code: "service_unavailable" } });
    const request = { lead_id: contact.leadIds[0], profile_id: contact.profileId, user_id: customer.userId };
    const halfway = await callFunction(site, "delete-user", bearer(admin.token), request);
    expect(halfway.status).toBe(503);
    expect((await callFunction(site, "export-account", bearer(customer.access))).status).toBe(503);
    isDown = false;
    expect((await callFunction(site, "delete-user", bearer(admin.token), request)).status).toBe(200);
    expect(await hasAccount(customer.email)).toBe(false);
  });

  test("invites a colleague by its API, and sees and ends what is in its tables", async () => {
    const [admin, colleague] = [await asAdministrator(), await asAdministrator()];
    const email = nextEmail();
    const by = bearer(admin.token);
    const invited = await callFunction(site, "invite-administrator", by, { email });
    expect(invited).toMatchObject({ status: 200, answer: { result: "invited" } });
    const again = await callFunction(site, "invite-administrator", by, { email });
    expect(again).toMatchObject({ status: 200, answer: { result: "invited_again" } });
    expect((await mailsTo(db, email)).map(({ template }) => template)).toEqual(["invitation", "invitation"]);
    // The one who invites signs the mail: their name is the project's.
    expect(asked.filter((each) => !each.includes("jwks"))).toEqual([
      "GET /auth/v1/admin/users/:id",
      "POST /auth/v1/invite",
      "GET /auth/v1/admin/users/:id",
      "PUT /auth/v1/admin/users/:id",
      "GET /auth/v1/admin/users/:id/factors",
      "GET /auth/v1/admin/users/:id/passkeys",
      "GET /auth/v1/admin/users/:id",
      "POST /auth/v1/invite",
    ]);

    const listed = await callFunction(site, "list-administrators", by);
    expect(listed.text).toContain(email);
    const { user_id } = invited.answer;
    expect((await callFunction(site, "withdraw-administrator", by, { user_id })).status).toBe(200);
    const ended = await callFunction(site, "end-administrator-sessions", by, { user_id: colleague.userId });
    expect(ended).toMatchObject({ status: 200, answer: { ended: 1 } });
    isDown = true;
    const refused = await callFunction(site, "invite-administrator", by, { email: nextEmail() });
    expect(refused).toMatchObject({ status: 503, answer: { code: "service_unavailable" } });
  });

  test("closes what the API lets it close of an invited account, and tells what it cannot", async () => {
    const admin = await asAdministrator();
    const holder = await signUpHolder(project);
    await db.inspect(
      `with phoned as (update auth.users set phone = '33639998001', phone_confirmed_at = now() where id = $1)
       insert into auth.identities (user_id, provider, provider_id, identity_data)
         values ($1, 'google', $1::text, '{}')`,
      [holder.userId],
    );
    const invited = await callFunction(site, "invite-administrator", bearer(admin.token), { email: holder.email });
    expect(invited).toMatchObject({ status: 200, answer: { result: "invited", ways_left: ["google", "phone"] } });
    const body = { email: holder.email, password: goodPassword };
    expect((await project.send("POST", "/token?grant_type=password", { body })).status).toBe(400);
    expect((await project.send("GET", "/user", { token: holder.access })).status).toBe(403);
    expect((await db.inspect("select from auth.mfa_factors where user_id = $1", [holder.userId])).rowCount).toBe(0);

    const sentences = (await checkAccounts(site.db, site.settings)).map(({ sentence }) => sentence);
    expect(sentences[0]).toContain("takes no linked identity and no phone away");
    expect(sentences).toContain(`${holder.email} is an administrator whose account also opens by: google, phone.`);
    expect(await checkAccounts(db, { supabaseUrl: undefined })).toEqual([]);
  });

  test("begins an invited right with the first sign-in by the password chosen there", async () => {
    const [admin, customer] = [await asAdministrator(), await signUpCustomer(project)];
    const { email, userId } = customer;
    expect(await inviteAdministrator(site, { email })).toMatchObject({ ok: true });
    const list = async (token: string) => (await callFunction(site, "list-administrators", bearer(token))).status;
    const isInvited = async () =>
      (await callFunction(site, "list-administrators", bearer(admin.token))).answer as unknown as {
        administrators: { userId: string; isInvited: boolean }[];
      };
    const rowOf = async () => (await isInvited()).administrators.find((each) => each.userId === userId);
    // By another way than a password, that the project left open.
    const link = new URL((await mailsTo(db, email)).at(-1)!.data.link);
    const landed = await project.send("GET", `/verify${link.search}`, { apiKey: null });
    const token = new URLSearchParams(new URL(landed.headers.get("location")!).hash.slice(1)).get("access_token")!;
    expect([await list(token), (await rowOf())?.isInvited]).toEqual([403, true]);

    const password = "Genêt-du-soir-82";
    const { secretKey } = project.context.settings;
    await project.send("PUT", `/admin/users/${userId}`, { body: { password }, apiKey: secretKey });
    expect((await rowOf())?.isInvited).toBe(true);
    const { body } = await project.send("POST", "/token?grant_type=password", { body: { email, password } });
    expect([await list(readSession(body).access), (await rowOf())?.isInvited]).toEqual([200, false]);
  });

  test("makes administrators there: with a password, or by an invitation", async () => {
    const { settings, passwords } = site;
    const email = nextEmail();
    const withPassword = (password: string) =>
      createAdministrator(site.db, { email, password, guessableWords: [] }, passwords, projectOf(settings));
    for (const password of [goodPassword, "Genêt-du-soir-82"]) {
      expect(await withPassword(password)).toMatchObject({ ok: true });
      const body = { email, password };
      expect((await project.send("POST", "/token?grant_type=password", { body })).status).toBe(200);
    }
    expect(await inviteAdministrator(site, { email })).toMatchObject({ ok: true });
    const body = { email, password: "Genêt-du-soir-82" };
    expect((await project.send("POST", "/token?grant_type=password", { body })).status).toBe(400);
    expect((await mailsTo(db, email)).at(-1)?.template).toBe("recovery");
    const invited = nextEmail();
    expect(await inviteAdministrator(site, { email: invited })).toMatchObject({ ok: true });
    expect((await mailsTo(db, invited)).map(({ template }) => template)).toEqual(["invitation"]);
  });

  test("asks for a sign-in a few minutes old, by what the project signed", async () => {
    const customer = await signUpCustomer(project);
    const { now } = site;
    const later = { ...site, now: () => new Date(now().getTime() + 11 * 60_000) };
    const body = { email: customer.email };
    expect(await callFunction(later, "delete-account", bearer(customer.access), body)).toMatchObject({
      status: 403,
      answer: { code: "sign_in_again" },
    });
    expect((await callFunction(site, "delete-account", bearer(customer.access), body)).status).toBe(200);
  });

  test("shows and ends the sessions there: one, and all others by the API", async () => {
    const { email, access, userId } = await signUpCustomer(project);
    const signInAgain = async () =>
      readSession(
        (await project.send("POST", "/token?grant_type=password", { body: { email, password: goodPassword } })).body,
      );
    const [one, other] = [await signInAgain(), await signInAgain()];
    const list = async () =>
      (await callFunction(site, "list-own-sessions", bearer(access))).answer as unknown as { id: string }[];
    expect((await list()).map(({ id }) => id)).toEqual(expect.arrayContaining([one.sessionId, other.sessionId]));
    const end = (body: object) => callFunction(site, "end-own-sessions", bearer(access), body);
    expect(await end({ sessionId: one.sessionId })).toMatchObject({ status: 200, answer: { ended: 1 } });
    expect(await end({ sessionId: one.sessionId })).toMatchObject({ status: 404 });
    const foreign = await signUpCustomer(project);
    expect(await end({ sessionId: foreign.sessionId })).toMatchObject({ status: 404 });
    asked = [];
    expect(await end({ scope: "others" })).toMatchObject({ status: 200, answer: { ended: 1 } });
    expect(asked).toEqual(["GET /auth/v1/user", "POST /auth/v1/logout"]);
    expect(await list()).toMatchObject([{ isCurrent: true }]);
    expect((await db.inspect("select from auth.sessions where user_id = $1", [userId])).rowCount).toBe(1);
  });

  test("takes a lost device's factors away by the API, and tells its owner", async () => {
    const [lost, colleague] = [await signUpHolder(project), await signUpHolder(project)];
    await db.inspect("insert into public.admin_users (user_id) values ($1), ($2)", [lost.userId, colleague.userId]);
    await db.inspect(
      "insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, '\\x01', '\\x02')",
      [lost.userId],
    );
    asked = [];
    const reset = () =>
      callFunction(site, "reset-administrator-factors", bearer(colleague.access), { user_id: lost.userId });
    expect(await reset()).toMatchObject({ status: 200, answer: { reset: 2 } });
    expect(asked).toEqual([
      "GET /auth/v1/admin/users/:id",
      "GET /auth/v1/admin/users/:id/factors",
      "GET /auth/v1/admin/users/:id/passkeys",
      "DELETE /auth/v1/admin/users/:id/factors/:id",
      "DELETE /auth/v1/admin/users/:id/passkeys/:id",
    ]);
    expect((await project.send("GET", "/user", { token: lost.access })).status).toBe(403);
    expect((await mailsTo(db, lost.email)).map(({ template }) => template)).toContain("factors-reset");
    const findings = await checkDatabase(site.db);
    expect(findings.map(({ sentence }) => sentence)).toContain(
      `${lost.email} is an administrator without a second factor.`,
    );
    const byCommand = (email: string) => site.db.asServer((tx) => resetFactorsOf(site, tx, email));
    expect(await byCommand(colleague.email)).toEqual({ ok: true, value: { removed: 1 } });
    expect(await byCommand(nextEmail())).toEqual({ ok: false, problem: "unknown_account" });
  });

  describe("after six months", () => {
    const run = (name: string) =>
      runScheduledJob(
        site,
        scheduledJobs.find((job) => job.name === name)!,
      );

    async function addExpired(lastSignIn: string | null) {
      const { email, userId } = await signUpCustomer(project);
      const { leadIds } = await addContact(db, { email, userId });
      await db.inspect("update auth.users set last_sign_in_at = $2 where id = $1", [userId, lastSignIn]);
      await db.inspect(
        `begin; set local session_replication_role = replica;
         update public.leads set last_contact_at = now() - interval '7 months' where id = '${leadIds[0]}'; commit`,
      );
      return email;
    }

    test("an unused account goes from the project, also when that was away; a used one stays", async () => {
      const unused = await addExpired("2020-01-01T00:00:00Z");
      const used = await addExpired(new Date().toISOString());
      await run("erase_expired_leads");
      expect((await db.inspect("select from public.leads where email in ($1, $2)", [unused, used])).rowCount).toBe(0);
      isDown = true;
      await run("finish_account_removals");
      expect(await hasAccount(unused)).toBe(true);
      isDown = false;
      await run("finish_account_removals");
      expect(await hasAccount(unused)).toBe(false);
      expect(await hasAccount(used)).toBe(true);
      expect((await db.inspect("select from private.account_removals")).rowCount).toBe(0);
    });

    test("nothing is erased while the project cannot say who uses their account", async () => {
      const email = await addExpired("2020-01-01T00:00:00Z");
      isDown = true;
      await run("erase_expired_leads");
      expect((await db.inspect("select from public.leads where email = $1", [email])).rowCount).toBe(1);
    });

    test("every other job runs there too", async () => {
      const lines: object[] = [];
      const log = Object.assign(Object.create(site.log), { error: (line: object) => lines.push(line) });
      for (const job of scheduledJobs) if (job.where !== "ours") await runScheduledJob({ ...site, log }, job);
      expect(lines).toEqual([]);
    });
  });
});
