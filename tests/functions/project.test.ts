import { once } from "node:events";
import { createServer, type Server } from "node:http";

import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { createAdministrator } from "#server/auth/accounts/accounts.ts";
import { inviteAdministrator } from "#server/auth/accounts/invite-administrator.ts";
import { projectOf } from "#server/auth/administration/project-accounts.ts";
import { createAuthService } from "#server/auth/wire/auth-service.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { createWire, goodPassword, mailsTo, nextEmail, signUpCustomer, type Wire } from "#tests/auth/support.ts";
import { addContact, signIn } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";
import { findFreePort } from "#tests/support/free-port.ts";

import { callFunction } from "./customers.ts";

let db: TestDatabase;
let server: Server;
/** The project: our own auth service, on a socket. */
let project: Wire;
/** The site beside it, which has no accounts of its own. */
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
  site = createTestContext({ db, settings: { supabaseUrl, publishableKey, secretKey } });
  const app = new Hono<AppEnv>();
  app.use(async (c, next) => {
    asked.push(`${c.req.method} ${new URL(c.req.url).pathname.replace(/[0-9a-f-]{36}/, ":id")}`);
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

describe("A site beside a project", () => {
  test("believes the project's tokens, and not its own", async () => {
    const customer = await signUpCustomer(project);
    expect(await callFunction(site, "signed-in", bearer(customer.access), {})).toMatchObject({ status: 200 });
    const own = await signUpCustomer(createWire({ db }));
    expect((await callFunction(site, "signed-in", bearer(own.access), {})).status).toBe(401);
    expect(asked).toEqual(["GET /auth/v1/.well-known/jwks.json", "GET /auth/v1/user"]);
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
      "POST /auth/v1/invite",
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
    expect(asked.filter((each) => !each.includes("jwks"))).toEqual(["POST /auth/v1/invite", "POST /auth/v1/invite"]);

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

  test("makes administrators there: with a password, or by an invitation", async () => {
    const { settings, passwords } = site;
    const email = nextEmail();
    const withPassword = (password: string) =>
      createAdministrator(db, { email, password }, passwords, projectOf(settings));
    for (const password of [goodPassword, "Genêt-du-soir-82"]) {
      expect(await withPassword(password)).toMatchObject({ ok: true });
      const body = { email, password };
      expect((await project.send("POST", "/token?grant_type=password", { body })).status).toBe(200);
    }
    expect(await inviteAdministrator(site, email)).toMatchObject({ ok: true });
    const body = { email, password: "Genêt-du-soir-82" };
    expect((await project.send("POST", "/token?grant_type=password", { body })).status).toBe(400);
    expect((await mailsTo(db, email)).at(-1)?.template).toBe("recovery");
    const invited = nextEmail();
    expect(await inviteAdministrator(site, invited)).toMatchObject({ ok: true });
    expect((await mailsTo(db, invited)).map(({ template }) => template)).toEqual(["invitation"]);
  });
});
