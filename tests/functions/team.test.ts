import { beforeEach, describe, expect, test } from "vitest";

import { signUpHolder } from "#tests/auth/authenticator-app.ts";
import {
  createWire,
  fragmentOf,
  goodPassword,
  isAlive,
  linkPath,
  mailsTo,
  nextAddress,
  nextEmail,
  signInAdministrator,
  signInWithPassword,
  signUpCustomer,
  templatesTo,
  type SignedIn,
} from "#tests/auth/support.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { listStrangers } from "./strangers.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

// All calls come from one address: what the test before used of its limits comes back.
beforeEach(() => db.inspect("delete from private.rate_buckets"));

const acts = ["invite-administrator", "withdraw-administrator", "end-administrator-sessions"] as const;
type Name = (typeof acts)[number] | "list-administrators" | "reset-administrator-factors" | "set-own-name";

async function call(name: Name, { access }: Pick<SignedIn, "access">, body: unknown = {}): Promise<any> {
  const { status, answer } = await callFunction(wire.context, name, { authorization: `Bearer ${access}` }, body);
  return { status, ...answer };
}

/** Status, and the code of a refusal. */
async function outcome(name: Name, caller: Pick<SignedIn, "access">, body: unknown = {}) {
  const { status, code } = await call(name, caller, body);
  return code === undefined ? status : [status, code];
}

const administers = async (userId: string) =>
  (await db.inspect("select 1 from public.admin_users where user_id = $1", [userId])).rowCount === 1;

async function linesOf(actor: string) {
  const { rows } = await db.inspect<{ action: string; detail: Record<string, unknown> }>(
    `select action, detail from private.audit_log
     where actor = $1 and action !~ '^administrator\\.(signed_in|factor_)' order by id`,
    [actor],
  );
  return rows;
}

describe("Only an administrator", () => {
  test("sees the team, or changes it", async () => {
    const colleague = await signInAdministrator(wire);
    const strangers = await listStrangers(wire.context, db);
    const { body } = await wire.send("POST", "/signup", { body: {}, address: nextAddress() });
    const anonymous = body.access_token ? { authorization: `Bearer ${body.access_token}` } : undefined;
    expect(anonymous).toBeDefined();
    const everybody = [...strangers, { who: "an anonymous account", status: 401, headers: anonymous! }];
    const email = nextEmail("guest");
    for (const name of [...acts, "list-administrators", "set-own-name"]) {
      for (const { who, status, headers } of everybody) {
        const asked = { email, user_id: colleague.userId, name: "Personne" };
        const refused = await callFunction(wire.context, name, headers, asked);
        expect([name, who, refused.status]).toEqual([name, who, status]);
        expect(refused.text).not.toContain(colleague.email);
      }
    }
    expect(await administers(colleague.userId)).toBe(true);
    expect(await isAlive(wire, colleague)).toBe(true);
    expect(await templatesTo(db, email)).toEqual([]);
  });

  test("A wrong body changes nothing", async () => {
    const admin = await signInAdministrator(wire);
    const wrongIds = [null, {}, [], "x", { user_id: 5 }, { user_id: "x" }, { user_id: null }, { user_id: ["x"] }];
    for (const name of ["withdraw-administrator", "end-administrator-sessions"] as const) {
      for (const body of [...wrongIds, { user_id: "x".repeat(10_000) }, { user_id: "\u0000" }]) {
        expect(await outcome(name, admin, body)).toEqual([400, "unreadable"]);
      }
      const nobody = { user_id: "00000000-0000-4000-8000-000000000000" };
      expect(await outcome(name, admin, nobody)).toEqual([404, "unknown_administrator"]);
    }
    for (const body of [null, {}, [], { email: 5 }, { email: null }, { email: "x".repeat(10_000) }]) {
      expect(await outcome("invite-administrator", admin, body)).toEqual([400, "unreadable"]);
    }
    for (const email of ["", "x", "a b@exemple.example", "a@exemple.example\u0000", "a@x.example,b@x.example"]) {
      expect(await outcome("invite-administrator", admin, { email })).toEqual([400, "malformed_email"]);
    }
  });
});

describe("The team", () => {
  test("is listed with factors, last sign-in and open sessions, and no customer", async () => {
    const admin = await signInAdministrator(wire);
    const holder = await signUpHolder(wire, await signInAdministrator(wire));
    expect(await outcome("set-own-name", holder, { name: " Hélène Ravel " })).toBe(200);
    for (const name of ["", "   ", 5, null, "x".repeat(101)]) {
      expect(await outcome("set-own-name", holder, { name })).toEqual([400, "unreadable"]);
    }
    expect(await linesOf(holder.userId)).toEqual([{ action: "administrator.named", detail: {} }]);
    const customer = await signUpCustomer(wire);
    await signInWithPassword(wire, admin.email);

    const { administrators, mayReset } = await call("list-administrators", admin);
    const rowOf = (userId: string) => administrators.find((row: any) => row.userId === userId);
    expect(rowOf(admin.userId)).toEqual({
      userId: admin.userId,
      email: admin.email,
      name: "",
      addedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      isInvited: false,
      lastSignInAt: wire.clock.now().toISOString(),
      factorKinds: [],
      openSessions: 2,
      isSelf: true,
    });
    expect(rowOf(holder.userId)).toMatchObject({ name: "Hélène Ravel", factorKinds: ["totp"], isSelf: false });
    expect(rowOf(customer.userId)).toBeUndefined();
    expect(mayReset).toBe(false);
    expect((await call("list-administrators", holder)).mayReset).toBe(true);
  });
});

describe("An invitation", () => {
  test("is of a new account, whose owner gets the right with the password chosen by the mailed link", async () => {
    const admin = await signInAdministrator(wire);
    const email = nextEmail("guest");
    const {
      status,
      result,
      user_id: userId,
    } = await call("invite-administrator", admin, {
      email: ` ${email} `,
      name: "Jeanne Marchal",
    });
    expect([status, result, await administers(userId)]).toEqual([200, "invited", true]);
    const { administrators } = await call("list-administrators", admin);
    expect(administrators.find((row: any) => row.userId === userId)).toMatchObject({
      isInvited: true,
      name: "Jeanne Marchal",
      lastSignInAt: null,
    });

    const again = await call("invite-administrator", admin, { email });
    expect([again.status, again.result, again.user_id]).toEqual([200, "invited_again", userId]);
    const [first, second] = await mailsTo(db, email);
    expect([first?.template, second?.template]).toEqual(["invitation", "invitation"]);
    const follow = async (mail: any) =>
      fragmentOf((await wire.send("GET", linkPath(mail), { apiKey: null })).headers.get("location"));
    expect((await follow(first)).get("access_token")).toBeNull();
    const token = (await follow(second)).get("access_token") ?? "";
    expect(await outcome("list-administrators", { access: token })).toEqual([403, "not_admin"]);
    expect((await wire.send("PUT", "/user", { token, body: { password: "Genêt-du-Soir-82" } })).status).toBe(200);
    expect(await outcome("list-administrators", { access: token })).toBe(200);
    expect(await linesOf(admin.userId)).toEqual([
      { action: "administrator.invited", detail: { userId, isAgain: false } },
      { action: "administrator.invited", detail: { userId, isAgain: true } },
    ]);
    expect(await linesOf(userId)).toEqual([{ action: "administrator.right_begun", detail: {} }]);
  });

  test("leaves an administrator who has come in as they are", async () => {
    const [admin, colleague] = [await signInAdministrator(wire), await signInAdministrator(wire)];
    for (const { email } of [colleague, admin]) {
      expect(await outcome("invite-administrator", admin, { email: email.toUpperCase() })).toEqual([
        409,
        "already_administrator",
      ]);
    }
    expect(await Promise.all([admin, colleague].map((each) => isAlive(wire, each)))).toEqual([true, true]);
    expect((await signInWithPassword(wire, colleague.email)).userId).toBe(colleague.userId);
    expect(await templatesTo(db, colleague.email)).not.toContain("invitation");
  });

  test("to a customer's address opens by its link only: not by their session, password or passkey", async () => {
    const admin = await signInAdministrator(wire);
    const customer = await signUpCustomer(wire);
    await db.inspect(
      "insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, $2, 'k')",
      [customer.userId, customer.userId],
    );
    const invited = await call("invite-administrator", admin, { email: customer.email });
    expect([invited.status, invited.user_id]).toEqual([200, customer.userId]);
    expect(await isAlive(wire, customer)).toBe(false);
    const body = { email: customer.email, password: goodPassword };
    expect((await wire.send("POST", "/token?grant_type=password", { body })).status).toBe(400);
    const keys = await db.inspect("select 1 from auth.webauthn_credentials where user_id = $1", [customer.userId]);
    expect(keys.rowCount).toBe(0);
    expect(await templatesTo(db, customer.email)).toContain("invitation");
  });

  test("asked for twice at once makes one account and one right", async () => {
    const [one, other] = [await signInAdministrator(wire), await signInAdministrator(wire)];
    const email = nextEmail("guest");
    const answers = await Promise.all([one, other].map((by) => call("invite-administrator", by, { email })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(new Set(answers.map(({ result }) => result))).toEqual(new Set(["invited", "invited_again"]));
    expect(answers[0].user_id).toBe(answers[1].user_id);
  });
});

describe("A right that is withdrawn", () => {
  test("ends every session at once, and leaves a customer's account", async () => {
    const [admin, colleague] = [await signInAdministrator(wire), await signInAdministrator(wire)];
    expect(await outcome("list-administrators", colleague)).toBe(200);
    expect(await outcome("withdraw-administrator", admin, { user_id: colleague.userId })).toBe(200);
    expect(await isAlive(wire, colleague)).toBe(false);
    expect(await outcome("list-administrators", colleague)).toEqual([401, "session_not_found"]);
    expect(await outcome("list-administrators", await signInWithPassword(wire, colleague.email))).toEqual([
      403,
      "not_admin",
    ]);
    expect(await outcome("withdraw-administrator", admin, { user_id: colleague.userId })).toEqual([
      404,
      "unknown_administrator",
    ]);
    const userId = colleague.userId;
    expect(await linesOf(admin.userId)).toEqual([
      { action: "administrator.withdrawn", detail: { userId } },
      { action: "administrator.withdrawal_refused", detail: { userId, code: "unknown_administrator" } },
    ]);
  });

  test("is never one's own, however the id is written, and so never the last", async () => {
    const admin = await signInAdministrator(wire);
    for (const user_id of [admin.userId, admin.userId.toUpperCase()]) {
      expect(await outcome("withdraw-administrator", admin, { user_id })).toEqual([403, "own_right"]);
    }
    expect(await administers(admin.userId)).toBe(true);
    expect(await isAlive(wire, admin)).toBe(true);
  });

  test("Of two who withdraw each other's at once, one stays", async () => {
    for (let round = 0; round < 5; round += 1) {
      const [one, other] = [await signInAdministrator(wire), await signInAdministrator(wire)];
      const answers = await Promise.all([
        outcome("withdraw-administrator", one, { user_id: other.userId }),
        outcome("withdraw-administrator", other, { user_id: one.userId }),
      ]);
      expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
      const left = [await administers(one.userId), await administers(other.userId)];
      expect(left.filter(Boolean)).toHaveLength(1);
    }
  });
});

describe("A colleague's sessions", () => {
  test("end, all of them, and the right stays", async () => {
    const [admin, colleague] = [await signInAdministrator(wire), await signInAdministrator(wire)];
    const elsewhere = await signInWithPassword(wire, colleague.email);
    const { status, ended } = await call("end-administrator-sessions", admin, { user_id: colleague.userId });
    expect([status, ended]).toEqual([200, 2]);
    expect(await Promise.all([colleague, elsewhere, admin].map((each) => isAlive(wire, each)))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await administers(colleague.userId)).toBe(true);
    expect(await linesOf(admin.userId)).toEqual([
      { action: "administrator.sessions_ended", detail: { userId: colleague.userId, ended: 2 } },
    ]);
  });

  test("are neither one's own nor a customer's", async () => {
    const [admin, customer] = [await signInAdministrator(wire), await signUpCustomer(wire)];
    const own = { user_id: admin.userId.toUpperCase() };
    expect(await outcome("end-administrator-sessions", admin, own)).toEqual([403, "own_sessions"]);
    expect(await outcome("end-administrator-sessions", admin, { user_id: customer.userId })).toEqual([
      404,
      "unknown_administrator",
    ]);
    expect(await Promise.all([admin, customer].map((each) => isAlive(wire, each)))).toEqual([true, true]);
  });
});

test("A caller cannot reset their own factors by an id in capitals, and of two at once one keeps theirs", async () => {
  const [one, other] = [
    await signUpHolder(wire, await signInAdministrator(wire)),
    await signUpHolder(wire, await signInAdministrator(wire)),
  ];
  const own = { user_id: one.userId.toUpperCase() };
  expect(await outcome("reset-administrator-factors", one, own)).toEqual([403, "own_factors"]);
  const answers = await Promise.all([
    outcome("reset-administrator-factors", one, { user_id: other.userId }),
    outcome("reset-administrator-factors", other, { user_id: one.userId }),
  ]);
  expect(answers.filter((answer) => answer === 200)).toHaveLength(1);
});
