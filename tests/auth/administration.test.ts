import { createClient } from "@supabase/supabase-js";
import { hash as bcryptHash } from "bcryptjs";
import { createClient as createOldClient } from "supabase-js-2.50";
import { describe, expect, test } from "vitest";

import { withdrawalOf } from "#tests/fixtures/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { purgeAuth } from "./purge-auth.ts";
import {
  createWire,
  expectProblem,
  fragmentOf,
  goodPassword,
  linkPath,
  mailsTo,
  otherMailsTo,
  nextEmail,
  origin,
  productionSettings,
  signUpCustomer,
} from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db, settings: productionSettings });
const apiKey = wire.context.settings.secretKey;

const administer = () => wire.client({ apiKey }).auth.admin;
const send = (method: string, path: string, body?: unknown) => wire.send(method, path, { body, apiKey });
const signIn = (email: string, password = goodPassword) =>
  wire.send("POST", "/token?grant_type=password", { body: { email, password } });

async function createUser(attributes: Record<string, unknown> = {}) {
  const email = nextEmail();
  const { data, error } = await administer().createUser({ email, password: goodPassword, ...attributes });
  if (error) throw error;
  return { ...data.user, email };
}

async function auditOf(userId: string): Promise<{ actor: string | null; action: string; detail: any }[]> {
  const { rows } = await db.inspect<{ actor: string | null; action: string; detail: any }>(
    "select actor, action, detail from private.audit_log where detail ->> 'userId' = $1 order by id",
    [userId],
  );
  return rows;
}

const nobody = "6a0a4f0e-8a0c-4d6b-8c7e-1f1f1f1f1f1f";
const endpoints: [string, string][] = [
  ["GET", "/admin/users"],
  ["POST", "/admin/users"],
  ["GET", `/admin/users/${nobody}`],
  ["PUT", `/admin/users/${nobody}`],
  ["DELETE", `/admin/users/${nobody}`],
  ["GET", `/admin/users/${nobody}/factors`],
  ["PUT", `/admin/users/${nobody}/factors/${nobody}`],
  ["DELETE", `/admin/users/${nobody}/factors/${nobody}`],
  ["GET", `/admin/users/${nobody}/passkeys`],
  ["DELETE", `/admin/users/${nobody}/passkeys/${nobody}`],
  ["POST", "/invite"],
  ["POST", "/admin/generate_link"],
  ["GET", "/admin/sso/providers"],
];

test.each(endpoints)("%s %s is the secret key's alone", async (method, path) => {
  const customer = await signUpCustomer(createWire({ db }));
  const administrator = await signUpCustomer(createWire({ db }));
  await db.inspect("insert into public.admin_users (user_id) values ($1)", [administrator.userId]);
  const refused = { status: 403, code: "not_admin" };
  expect(expectProblem(await wire.send(method, path))).toEqual(refused);
  expect(expectProblem(await wire.send(method, path, { token: customer.access }))).toEqual(refused);
  expect(expectProblem(await wire.send(method, path, { token: administrator.access }))).toEqual(refused);
  expect(expectProblem(await wire.send(method, path, { apiKey, token: administrator.access }))).toEqual(refused);
  expect((await wire.send(method, path, { apiKey: null })).status).toBe(401);
  expect((await wire.send(method, path, { apiKey: `${apiKey}x` })).status).toBe(401);
});

test.each(["/admin/custom-providers", "/admin/oauth/clients", "/admin/sso/providers", "/admin/audit"])(
  "%s stays outside, in the client's own error",
  async (path) => {
    for (const method of ["GET", "POST"]) {
      expect(expectProblem(await send(method, path))).toEqual({ status: 404, code: "feature_disabled" });
    }
  },
);

describe.each([
  ["2.119", createClient],
  ["2.50", createOldClient as unknown as typeof createClient],
])("The published client %s", (_, create) => {
  test("creates, reads, lists, changes, bans, frees and deletes an account", async () => {
    const { admin } = wire.client({ apiKey, create }).auth;
    const email = nextEmail();
    const created = await admin.createUser({
      email,
      password: goodPassword,
      email_confirm: true,
      user_metadata: { name: "Claire" },
      app_metadata: { plan: "pro" },
    });
    const id = created.data.user?.id ?? "";
    expect(created.data.user).toMatchObject({
      email,
      user_metadata: { name: "Claire" },
      app_metadata: { provider: "email", providers: ["email"], plan: "pro" },
    });
    expect((await signIn(email)).status).toBe(200);

    const listed = await admin.listUsers({ page: 1, perPage: 1000 });
    expect(listed.data.users.map((user) => user.id)).toContain(id);
    expect(listed.data).toMatchObject({ aud: "authenticated", nextPage: null, lastPage: 1 });

    const changed = await admin.updateUserById(id, {
      user_metadata: { name: null, city: "Brest" },
      app_metadata: { plan: "free" },
      ban_duration: "24h",
    });
    expect(changed.data.user?.user_metadata).toMatchObject({ city: "Brest", email_verified: true });
    expect(changed.data.user?.user_metadata).not.toHaveProperty("name");
    expect(changed.data.user?.app_metadata).toEqual({ provider: "email", providers: ["email"], plan: "free" });
    expect(expectProblem(await signIn(email)).code).toBe("user_banned");
    await admin.updateUserById(id, { ban_duration: "none" });
    expect((await signIn(email)).status).toBe(200);

    const { data: deleted, error } = await admin.deleteUser(id);
    expect(error).toBeNull();
    expect(deleted).toBeDefined();
    expect((await admin.getUserById(id)).error).toMatchObject({ status: 404, code: "user_not_found" });
    expect((await auditOf(id)).map(({ action }) => action)).toEqual([
      "account.created",
      "account.changed",
      "account.changed",
      "account.deleted",
    ]);
    expect((await auditOf(id)).every(({ actor, detail }) => actor === null && detail.by === "secret_key")).toBe(true);
  });

  test("invites, makes links and signs a user out", async () => {
    const client = wire.client({ apiKey, create });
    const email = nextEmail();
    const invited = await client.auth.admin.inviteUserByEmail(email, { data: { from: "test" } });
    expect(invited.data.user).toMatchObject({ email, user_metadata: { from: "test" } });
    expect(invited.data.user?.invited_at).toBeTruthy();
    expect((await mailsTo(db, email)).map(({ template }) => template)).toEqual(["invitation"]);

    const link = await client.auth.admin.generateLink({ type: "invite", email });
    const { data } = await wire.client({ create }).auth.verifyOtp({
      token_hash: link.data.properties?.hashed_token ?? "",
      type: "invite",
    });
    const token = data.session?.access_token ?? "";
    expect((await wire.send("GET", "/user", { token })).status).toBe(200);
    expect((await client.auth.admin.signOut(token, "global")).error).toBeNull();
    expect((await wire.send("GET", "/user", { token })).status).toBe(403);
  });
});

describe("A password set with the secret key", () => {
  test("outlives the confirmation of the address", async () => {
    const { email } = await createUser();
    expect(expectProblem(await signIn(email)).code).toBe("email_not_confirmed");
    const { data } = await administer().generateLink({ type: "signup", email, password: goodPassword });
    await wire.send("GET", data.properties!.action_link.replace(`${origin}/auth/v1`, ""));
    expect((await signIn(email)).status).toBe(200);
  });

  test("keeps an account that waits for its confirmation, which others do for thirty days", async () => {
    const [kept, gone] = [await createUser(), await createUser({ password: undefined })];
    const later = new Date(wire.clock.now().getTime() + 31 * 24 * 3_600_000);
    await db.asServer((tx) => purgeAuth(tx, later));
    expect((await administer().getUserById(kept.id!)).data.user?.email).toBe(kept.email);
    expect((await administer().getUserById(gone.id!)).error).toMatchObject({ code: "user_not_found" });
  });

  test("ends every session and says so by mail when it replaces another", async () => {
    const { id, email } = await createUser({ email_confirm: true });
    const { access_token: token } = (await signIn(email)).body;
    const { error } = await administer().updateUserById(id!, { password: "Genêt-du-soir-82" });
    expect(error).toBeNull();
    expect((await wire.send("GET", "/user", { token })).status).toBe(403);
    expect((await signIn(email)).status).toBe(400);
    expect((await signIn(email, "Genêt-du-soir-82")).status).toBe(200);
    expect((await otherMailsTo(db, email)).at(-1)?.template).toBe("password-changed");
  });

  test("may come as a bcrypt or argon2 hash, and no other", async () => {
    const bcrypt = await bcryptHash(goodPassword, 4);
    const argon = await wire.context.passwords.hash(goodPassword);
    for (const hash of [bcrypt, argon]) {
      const { email } = await createUser({ password: undefined, password_hash: hash, email_confirm: true });
      expect((await signIn(email)).status).toBe(200);
      expect((await signIn(email, "Genêt-du-soir-82")).status).toBe(400);
    }
    const bad = [
      "plain",
      "$1$md5$x",
      bcrypt.replace("$04$", "$31$"),
      argon.replace(/m=\d+/, "m=9999999"),
      `${bcrypt}x`,
      bcrypt.slice(0, -1),
    ];
    for (const password_hash of bad) {
      const answer = await send("POST", "/admin/users", { email: nextEmail(), password_hash });
      expect(expectProblem(answer)).toEqual({ status: 400, code: "validation_failed" });
    }
  });

  test("is measured when it replaces another, longer for an administrator", async () => {
    const { id } = await createUser({ email_confirm: true });
    const change = (password: string) => send("PUT", `/admin/users/${id}`, { password });
    expect((await change("password")).body.code).toBe("weak_password");
    expect((await change("Genêt-du-8")).status).toBe(200);
    await db.inspect("insert into public.admin_users (user_id) values ($1)", [id]);
    expect((await change("Genêt-du-9")).body.code).toBe("weak_password");
  });
});

describe("A list", () => {
  test("is in pages that meet without a gap, in either order and from either end", async () => {
    for (let count = 0; count < 7; count += 1) await createUser();
    const { rows } = await db.inspect<{ id: string }>("select id from auth.users order by created_at, id");
    const oldestFirst = rows.map(({ id }) => id);
    for (const [sort, expected] of [
      ["", oldestFirst.toReversed()],
      ["&sort=created_at%20asc", oldestFirst],
    ] as const) {
      const seen: string[] = [];
      for (let page = 1; page <= Math.ceil(expected.length / 3); page += 1) {
        const { body, headers } = await send("GET", `/admin/users?page=${page}&per_page=3${sort}`);
        expect(headers.get("x-total-count")).toBe(String(expected.length));
        seen.push(...body.users.map((user: { id: string }) => user.id));
      }
      expect(seen).toEqual(expected);
    }
    expect((await send("GET", "/admin/users?page=1000")).body.users).toEqual([]);
  });

  test("tells the client its next and its last page", async () => {
    const { body } = await send("GET", "/admin/users");
    // The client reads one digit of a page.
    const perPage = Math.ceil(body.users.length / 3);
    const first = await administer().listUsers({ page: 1, perPage });
    expect(first.data).toMatchObject({ nextPage: 2, lastPage: 3, total: body.users.length });
    const last = await administer().listUsers({ page: 3, perPage });
    expect(last.data).toMatchObject({ nextPage: null, lastPage: 3 });
  });

  test("holds those whose address has the filter, signs taken as they are", async () => {
    const { id } = await createUser({ email: "cent_pour@exemple.example" });
    await createUser({ email: "centXpour@exemple.example" });
    const { body } = await send("GET", `/admin/users?filter=${encodeURIComponent("Cent_Pour")}`);
    expect(body.users.map((user: { id: string }) => user.id)).toEqual([id]);
  });

  test("is counted from 0 by some clients, and keeps its filter in what leads on", async () => {
    const [first, zeroth] = [await send("GET", "/admin/users?page=1"), await send("GET", "/admin/users?page=0")];
    expect(zeroth.body.users).toEqual(first.body.users);
    for (const name of ["suite-a", "suite-b"]) await createUser({ email: `${name}@exemple.example` });
    const { headers } = await send("GET", "/admin/users?per_page=1&filter=SUITE-");
    expect(headers.get("link")).toBe(
      '</auth/v1/admin/users?page=2&per_page=1&filter=SUITE->; rel="next", ' +
        '</auth/v1/admin/users?page=2&per_page=1&filter=SUITE->; rel="last"',
    );
  });

  test.each(["page=-1", "page=x", "per_page=0", "page=99999999999", "sort=email", "page=1.5"])(
    "asked for with %s is refused",
    async (query) => {
      expect(expectProblem(await send("GET", `/admin/users?${query}`)).code).toBe("validation_failed");
    },
  );
});

describe("A link that is made", () => {
  const make = (body: Record<string, unknown>) => send("POST", "/admin/generate_link", body);

  test.each(["magiclink", "recovery"])(
    "opens the account once, by click or by digits, and mails nothing: %s",
    async (type) => {
      const { email } = await createUser({ email_confirm: true });
      const made = await make({ type, email, redirect_to: `${origin}/dashboard` });
      expect(made.body).toMatchObject({ email, verification_type: type, redirect_to: `${origin}/dashboard` });
      const path = made.body.action_link.replace(`${origin}/auth/v1`, "");
      const clicks = await Promise.all(Array.from({ length: 20 }, () => wire.send("GET", path)));
      const opened = clicks.filter(({ headers }) => fragmentOf(headers.get("location")).has("access_token"));
      expect(opened).toHaveLength(1);
      const again = (await make({ type, email })).body;
      const byDigits = { type, email, token: again.email_otp };
      expect((await wire.send("POST", "/verify", { body: byDigits })).status).toBe(200);
      expect((await wire.send("POST", "/verify", { body: byDigits })).status).toBe(403);
      expect(await otherMailsTo(db, email)).toEqual([]);
    },
  );

  test("for an unknown address signs it up, or is refused", async () => {
    const email = nextEmail();
    expect((await make({ type: "recovery", email })).body.code).toBe("user_not_found");
    expect((await make({ type: "magiclink", email })).body.verification_type).toBe("signup");
    expect((await make({ type: "signup", email })).body.code).toBe("validation_failed");
    expect((await make({ type: "signup", email, password: "password" })).body.code).toBe("weak_password");
  });

  test("leads nowhere but to the site", async () => {
    const { email } = await createUser();
    const made = await make({ type: "recovery", email, redirect_to: "https://evil.example" });
    expect(made.body.redirect_to).toBe(`${origin}/`);
  });

  test("changes an address when both mailboxes agree", async () => {
    const { id, email } = await createUser({ email_confirm: true });
    const new_email = nextEmail();
    for (const type of ["email_change_current", "email_change_new"]) {
      const { body } = await make({ type, email, new_email });
      expect(body.new_email).toBe(new_email);
      await wire.send("POST", "/verify", { body: { type: "email_change", token_hash: body.hashed_token } });
    }
    expect((await administer().getUserById(id!)).data.user?.email).toBe(new_email);
    const taken = await createUser();
    const refused = await make({ type: "email_change_new", email: new_email, new_email: taken.email });
    expect(expectProblem(refused)).toEqual({ status: 422, code: "email_exists" });
  });

  test("or an invitation is refused to an address that an account has confirmed", async () => {
    const { email } = await createUser({ email_confirm: true });
    for (const answer of [
      await make({ type: "signup", email, password: goodPassword }),
      await make({ type: "invite", email }),
      await send("POST", "/invite", { email }),
    ]) {
      expect(expectProblem(answer)).toEqual({ status: 422, code: "email_exists" });
    }
  });
});

test("An invitation works by its mail", async () => {
  const email = nextEmail();
  await administer().inviteUserByEmail(email, { redirectTo: `${origin}/dashboard` });
  const [mail] = await mailsTo(db, email);
  const { headers } = await wire.send("GET", linkPath(mail!));
  expect(headers.get("location")).toMatch(new RegExp(`^${origin}/dashboard#access_token=`));
});

test("Invitations count as every mail to a mailbox: five at once, the sixth is told to wait; links are not mailed", async () => {
  const email = nextEmail();
  for (let times = 0; times < 7; times += 1) {
    expect((await send("POST", "/admin/generate_link", { type: "invite", email })).status).toBe(200);
  }
  const answers = [];
  for (let times = 0; times < 6; times += 1) answers.push(await send("POST", "/invite", { email }));
  expect(answers.slice(0, 5).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(expectProblem(answers[5]!)).toEqual({ status: 429, code: "over_email_send_rate_limit" });
  expect(answers[5]!.headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  expect(await mailsTo(db, email)).toHaveLength(5);
  expect((await wire.send("POST", "/otp", { body: { email } })).status).toBe(429);
});

test.each([false, true])(
  "The last manager is not deleted, softly %s; of two, one is, with the right",
  async (isSoft) => {
    await db.inspect(withdrawalOf());
    const [first, second] = [await createUser({ email_confirm: true }), await createUser({ email_confirm: true })];
    await db.inspect("insert into public.admin_users (user_id) values ($1), ($2)", [first.id, second.id]);
    expect((await administer().deleteUser(second.id!, isSoft)).error).toBeNull();
    const rights = async () => (await db.inspect("select from public.admin_users")).rowCount;
    expect(await rights()).toBe(1);
    const refused = await send("DELETE", `/admin/users/${first.id}`, { should_soft_delete: isSoft });
    expect(expectProblem(refused)).toEqual({ status: 409, code: "conflict" });
    expect(await rights()).toBe(1);
    expect((await signIn(first.email)).status).toBe(200);
    await db.inspect(withdrawalOf());
  },
);

test("A soft deletion leaves a row without personal data, and no way to sign in", async () => {
  const { id, email } = await createUser({ email_confirm: true, user_metadata: { name: "Claire" } });
  const { access_token: token } = (await signIn(email)).body;
  for (const _ of [1, 2]) expect((await administer().deleteUser(id!, true)).error).toBeNull();
  const { data } = await administer().getUserById(id!);
  expect(data.user).toMatchObject({ user_metadata: {}, app_metadata: {} });
  expect(data.user?.deleted_at).toBeTruthy();
  const { rows } = await db.inspect<{ row: string }>(
    `select account::text || coalesce(string_agg(identity::text, ''), '') as row from auth.users as account
     left join auth.identities as identity on identity.user_id = account.id where account.id = $1 group by account.*`,
    [id],
  );
  expect(rows[0]?.row).not.toMatch(/Claire|exemple\.example/);
  expect((await wire.send("GET", "/user", { token })).status).toBe(403);
  expect((await signIn(email)).status).toBe(400);
  expect((await administer().createUser({ email })).error).toBeNull();
});

test("Factors are listed without their secret, renamed, and taken away with what they had lifted", async () => {
  const { id, email } = await createUser({ email_confirm: true });
  const session = (await signIn(email)).body;
  const { rows } = await db.inspect<{ id: string }>(
    `insert into auth.mfa_factors (user_id, friendly_name, factor_type, status, secret)
     values ($1, 'phone', 'totp', 'verified', 'very-secret') returning id`,
    [id],
  );
  const factorId = rows[0]!.id;
  await db.inspect("update auth.sessions set aal = 'aal2', factor_id = $1 where user_id = $2", [factorId, id]);
  const listed = await administer().mfa.listFactors({ userId: id! });
  expect(listed.data?.factors).toMatchObject([{ id: factorId, factor_type: "totp", status: "verified" }]);
  expect(JSON.stringify(listed)).not.toContain("very-secret");
  const renamed = await send("PUT", `/admin/users/${id}/factors/${factorId}`, { friendly_name: "other" });
  expect(renamed.body.friendly_name).toBe("other");

  const other = await createUser();
  expect((await send("DELETE", `/admin/users/${other.id}/factors/${factorId}`)).body.code).toBe("mfa_factor_not_found");
  const removed = await administer().mfa.deleteFactor({ userId: id!, id: factorId });
  expect(removed.error).toBeNull();
  const refreshed = await wire.send("POST", "/token?grant_type=refresh_token", {
    body: { refresh_token: session.refresh_token },
  });
  expect(refreshed.body.user.factors).toBeUndefined();
  expect((await auditOf(id!)).map(({ action }) => action)).toContain("factor.removed");
  expect((await mailsTo(db, email)).at(-1)?.template).toBe("factor-changed");
});

test("Passkeys are listed without their key, and taken away, from their owner only", async () => {
  const { id } = await createUser({ email_confirm: true });
  const { rows } = await db.inspect<{ id: string }>(
    `insert into auth.webauthn_credentials (user_id, credential_id, public_key, friendly_name)
     values ($1, 'credential', 'public-key', 'ordinateur') returning id`,
    [id],
  );
  const passkeyId = rows[0]!.id;
  const listed = await send("GET", `/admin/users/${id}/passkeys`);
  expect(listed.body).toMatchObject([{ id: passkeyId, friendly_name: "ordinateur" }]);
  expect(listed.text).not.toContain("public-key");

  const other = await createUser();
  for (const path of [`${other.id}/passkeys/${passkeyId}`, `${id}/passkeys/${nobody}`, `${id}/passkeys/x`]) {
    expect((await send("DELETE", `/admin/users/${path}`)).status).toBe(404);
  }
  expect((await send("DELETE", `/admin/users/${id}/passkeys/${passkeyId}`)).status).toBe(204);
  expect((await send("GET", `/admin/users/${id}/passkeys`)).body).toEqual([]);
  expect((await auditOf(id!)).map(({ action }) => action)).toContain("passkey.removed");
});

test("Of twenty creations of one address at once, one account comes", async () => {
  const email = nextEmail();
  const answers = await Promise.all(Array.from({ length: 20 }, () => send("POST", "/admin/users", { email })));
  const statuses = answers.map(({ status }) => status).toSorted((one, other) => one - other);
  expect(statuses).toEqual([200, ...Array<number>(19).fill(422)]);
});

test("A phone, an id of one's own and what is taken", async () => {
  const id = crypto.randomUUID();
  const made = await send("POST", "/admin/users", { id, phone: "+33 6 12 34 56 78", phone_confirm: true });
  expect(made.body).toMatchObject({ id, phone: "33612345678", app_metadata: { provider: "phone" } });
  expect(made.body.phone_confirmed_at).toBeTruthy();
  expect((await send("POST", "/admin/users", { phone: "33612345678" })).body.code).toBe("phone_exists");
  expect((await send("POST", "/admin/users", { id, email: nextEmail() })).body.code).toBe("validation_failed");
  const [one, other] = [await createUser(), await createUser()];
  const refused = await send("PUT", `/admin/users/${one.id}`, { email: other.email });
  expect(expectProblem(refused)).toEqual({ status: 422, code: "email_exists" });
});

const long = "x".repeat(10_000);
const badValues: unknown[] = [5, true, [], {}, long, "a\u0000b"];
const badFields = [
  "id",
  "email",
  "phone",
  "password",
  "password_hash",
  "email_confirm",
  "phone_confirm",
  "user_metadata",
  "app_metadata",
  "ban_duration",
  "role",
  "aud",
];

test.each(badFields)(
  "%s of every wrong kind is refused as the client's own error, and nothing is written",
  async (name) => {
    const before = await db.inspect("select count(*) from auth.users");
    const { id } = await createUser();
    for (const value of badValues) {
      if (name === "password" && value === "a\u0000b") continue;
      if (name.endsWith("_confirm") && value === true) continue;
      if (name.endsWith("_metadata") && typeof value === "object" && !Array.isArray(value)) continue;
      const created = await send("POST", "/admin/users", { email: nextEmail(), [name]: value });
      const changed = await send("PUT", `/admin/users/${id}`, { [name]: value });
      for (const answer of [created, changed]) expect([value, answer.status]).toEqual([value, 400]);
    }
    const after = await db.inspect("select count(*) - 1 as count from auth.users");
    expect(after.rows).toEqual(before.rows);
  },
);

test.each([
  ["POST", "/invite", { email: 5 }],
  ["POST", "/invite", { email: long }],
  ["POST", "/invite", { email: "a@b.fr", data: [] }],
  ["POST", "/admin/generate_link", { type: "constructor", email: "a@b.fr" }],
  ["POST", "/admin/generate_link", { type: 5, email: "a@b.fr" }],
  ["POST", "/admin/generate_link", { type: "signup", email: "a@b.fr", password: 5 }],
  ["POST", "/admin/generate_link", { type: "recovery", email: "no address" }],
  ["POST", "/admin/generate_link", { type: "email_change_new", email: "a@b.fr", new_email: 5 }],
  ["DELETE", `/admin/users/${nobody}`, { should_soft_delete: "yes" }],
  ["POST", "/admin/users", []],
  ["POST", "/admin/users", {}],
])("%s %s %j is refused with 400", async (method, path, body) => {
  expect((await send(method, path, body)).status).toBe(400);
});

test.each(["nobody", `${nobody}'--`, "%00", nobody])("An account named %s is not found", async (id) => {
  for (const method of ["GET", "PUT", "DELETE"]) expect((await send(method, `/admin/users/${id}`)).status).toBe(404);
});
