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
import { addContact } from "#tests/fixtures/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { callFunction } from "./customers.ts";
import { listStrangers } from "./strangers.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

// All calls come from one address: what the test before used of its limits comes back.
beforeEach(() => db.inspect("delete from private.rate_buckets"));

const acts = ["invite-administrator", "withdraw-administrator", "end-administrator-sessions"] as const;

async function call(name: string, { access }: Pick<SignedIn, "access">, body: unknown = {}): Promise<any> {
  const { status, answer } = await callFunction(wire.context, name, { authorization: `Bearer ${access}` }, body);
  return { status, ...answer };
}

/** Status, and the code of a refusal. */
async function outcome(name: string, caller: Pick<SignedIn, "access">, body: unknown = {}) {
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
      role: "manager",
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
    expect([first?.template, second?.template]).toEqual(["team-invitation", "team-invitation"]);
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
    expect(await templatesTo(db, colleague.email)).not.toContain("team-invitation");
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
    expect(await templatesTo(db, customer.email)).toContain("team-invitation");
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

const someId = "00000000-0000-4000-8000-000000000000";

/** One call of each function that not every administrator may call, and the least role that it asks for. */
const callsByRole: Record<"seller" | "manager", [name: string, body: unknown][]> = {
  seller: [
    ["change-leads", { ids: [someId], set: { lead_status: "client" } }],
    ["set-callback", { lead_id: someId, at: null }],
    ["set-setup", { lead_id: someId, is_done: true }],
    ["log-call", { lead_id: someId, outcome: "absent" }],
    ["correct-lead", { lead_id: someId, set: { first_name: "Claire" } }],
    ["add-note", { lead_id: someId, text: "Bonjour" }],
    ["merge-contacts", { keep: someId, merge: [someId] }],
    ["attach-payment", { payment_id: "evt", lead_id: someId }],
    ["create-account", { lead_id: someId }],
    ["delete-user", { lead_id: someId, profile_id: someId }],
    ["attendance-sheet", { held_on: null }],
  ],
  manager: [
    ["delete-leads", { ids: [someId] }],
    ["export-leads", { ids: [someId] }],
    ["export-journal", { query: "" }],
    ["export-newsletter", { query: "" }],
    ["export-conference", { query: "" }],
    ["export-contact", { lead_id: someId }],
    ["replay-deliveries", { receiver_id: "mail" }],
    ["read-health", {}],
    ["send-test-mail", {}],
    ["list-administrators", {}],
    ["invite-administrator", { email: "a@exemple.example" }],
    ["withdraw-administrator", { user_id: someId }],
    ["set-administrator-role", { user_id: someId, role: "reader" }],
    ["set-turns", { funnel_origin: "secretariat", user_ids: [] }],
  ],
};

const codeOf = async (name: string, caller: SignedIn, body: unknown): Promise<string | undefined> =>
  (await call(name, caller, body)).code;

describe("A role", () => {
  test("is asked by each function, and what is set holds at once in open sessions", async () => {
    const [manager, colleague] = [await signInAdministrator(wire), await signInAdministrator(wire)];
    const set = (role: string) => outcome("set-administrator-role", manager, { user_id: colleague.userId, role });
    const refused = async (calls: [string, unknown][]) => {
      const codes = [];
      for (const [name, body] of calls) codes.push([name, (await codeOf(name, colleague, body)) === "role_missing"]);
      return codes;
    };
    const all = (calls: [string, unknown][], isRefused: boolean) => calls.map(([name]) => [name, isRefused]);

    expect(await set("seller")).toBe(200);
    expect(await refused(callsByRole.manager)).toEqual(all(callsByRole.manager, true));
    expect(await refused(callsByRole.seller)).toEqual(all(callsByRole.seller, false));
    expect(await set("reader")).toBe(200);
    expect(await refused(callsByRole.seller)).toEqual(all(callsByRole.seller, true));
    expect(await codeOf("list-conferences", colleague, {})).toBeUndefined();
    expect(await set("manager")).toBe(200);
    expect(await outcome("list-administrators", colleague)).toBe(200);
    expect((await linesOf(manager.userId))[0]).toEqual({
      action: "administrator.role_changed",
      detail: { userId: colleague.userId, role: "seller" },
    });
  });

  test("is never one's own to set, nor a customer's, nor a word of one's own", async () => {
    const [manager, customer] = [await signInAdministrator(wire), await signUpCustomer(wire)];
    const set = (user_id: string, role: unknown) => outcome("set-administrator-role", manager, { user_id, role });
    expect(await set(manager.userId.toUpperCase(), "reader")).toEqual([403, "own_role"]);
    expect(await set(customer.userId, "reader")).toEqual([404, "unknown_administrator"]);
    for (const role of ["owner", "", null, 5, ["reader"]]) expect(await set(someId, role)).toEqual([400, "unreadable"]);
  });

  test("of the last manager stays, whoever takes it away, two at once too", async () => {
    const [one, other] = [await signInAdministrator(wire), await signInAdministrator(wire)];
    const ids = [one.userId, other.userId];
    await db.inspect("update public.admin_users set role = 'seller' where user_id <> all($1::uuid[])", [ids]);
    const ends = ids.map((id, at) =>
      db.asServer((tx) =>
        tx.query(
          at === 0
            ? "update public.admin_users set role = 'reader' where user_id = $1"
            : "delete from auth.users where id = $1",
          [id],
        ),
      ),
    );
    const settled = await Promise.allSettled(ends);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(String(settled.find((each) => each.status === "rejected")?.reason)).toContain("the last manager stays");
    const { rowCount } = await db.inspect("select 1 from public.admin_users where role = 'manager'");
    expect(rowCount).toBe(1);
  });

  test("of a seller erases one contact that has not paid, and no other", async () => {
    const [manager, seller] = [await signInAdministrator(wire), await signInAdministrator(wire)];
    await outcome("set-administrator-role", manager, { user_id: seller.userId, role: "seller" });
    const erase = async (isPaid: boolean) => {
      const { leadIds, profileId } = await addContact(db, { email: nextEmail("contact") });
      await db.inspect("update public.leads set payment_status = $2 where id = $1", [leadIds[0], isPaid]);
      return codeOf("delete-user", seller, { lead_id: leadIds[0], profile_id: profileId });
    };
    expect([await erase(false), await erase(true)]).toEqual([undefined, "paid_contact"]);
  });
});

describe("Turns", () => {
  test("go round under leads that come at once, pass over who is withdrawn, and leave a line", async () => {
    const team = [await signInAdministrator(wire), await signInAdministrator(wire), await signInAdministrator(wire)];
    const ids = team.map(({ userId }) => userId).toSorted();
    const manager = await signInAdministrator(wire);
    const set = (user_ids: string[]) => outcome("set-turns", manager, { funnel_origin: "marketing", user_ids });
    const owners = async (count: number) => {
      const made = await Promise.all(
        Array.from({ length: count }, () => addContact(db, { email: nextEmail("lead"), origins: ["marketing"] })),
      );
      const { rows } = await db.inspect<{ owner: string | null; count: number }>(
        `select owner, count(*)::int as count from public.leads where id = any($1::uuid[])
         group by owner order by owner`,
        [made.flatMap(({ leadIds }) => leadIds)],
      );
      return rows;
    };

    expect(await owners(1)).toEqual([{ owner: null, count: 1 }]);
    expect(await set([...ids, someId])).toEqual([404, "unknown_administrator"]);
    expect(await set(ids)).toBe(200);
    expect(await owners(9)).toEqual(ids.map((owner) => ({ owner, count: 3 })));
    await outcome("withdraw-administrator", manager, { user_id: ids[0] });
    await outcome("set-administrator-role", manager, { user_id: ids[1], role: "reader" });
    expect(await owners(2)).toEqual([{ owner: ids[2], count: 2 }]);
    const { rows } = await db.inspect(
      `select actor, detail ->> 'by' as by from private.audit_log
       where action = 'lead.owner_changed' order by id desc limit 1`,
    );
    expect(rows).toEqual([{ actor: null, by: "turn" }]);
    expect(await set([])).toBe(200);
  });
});
