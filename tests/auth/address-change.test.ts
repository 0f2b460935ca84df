import { beforeEach, describe, expect, test } from "vitest";

import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  type CookieJar,
  createWire,
  expectProblem,
  fragmentOf,
  goodPassword,
  linkPath,
  mailsTo,
  nextAddress,
  nextEmail,
  nextPhone,
  origin,
  productionSettings,
  type QueuedMail,
  readClaims,
  readSession,
  type Sending,
  signInAdministrator,
  signUpCustomer,
} from "./support.ts";

const db = await openDatabaseForFile();
const demo = createWire({ db });
const live = createWire({ db, settings: productionSettings, clock: demo.clock });

// A flood is not what these tests are about: see limits.test.ts.
beforeEach(() => emptyBuckets(db, live.context));

const signIn = (email: string, password = goodPassword) =>
  demo.send("POST", "/token?grant_type=password", { body: { email, password } });
const lastMail = async (email: string) => (await mailsTo(db, email)).at(-1)!;
const accountOf = async (userId: string) =>
  (await db.inspect<{ email: string | null }>("select * from auth.users where id = $1", [userId])).rows[0];

async function ask(on = live) {
  const jar: CookieJar = new Map();
  const asker = await signUpCustomer(demo);
  const next = nextEmail("nouvelle");
  const { body } = await on.send("PUT", "/user", { token: asker.access, body: { email: next }, jar });
  expect(body).toMatchObject({ email: asker.email, new_email: next });
  return { ...asker, next, jar, old: await lastMail(asker.email), fresh: await lastMail(next) };
}

/** As a press on the page that the link leads to. */
const press = ({ data }: QueuedMail, token?: string) =>
  live.send("POST", "/verify", {
    body: { type: "email_change", token_hash: new URL(data.link).searchParams.get("token") },
    token,
  });
const type = ({ to, data }: QueuedMail, sending: Sending = {}) =>
  live.send("POST", "/verify", { body: { type: "email_change", email: to, token: data.code }, ...sending });

describe("A link of a change of address", () => {
  test("changes nothing when it is opened, from either mailbox, and leads to where to confirm", async () => {
    const { userId, email, next, old, fresh, access } = await ask();
    for (const mail of [old, fresh, old, fresh]) {
      const { status, headers } = await live.send("GET", linkPath(mail), { apiKey: null });
      expect(status).toBe(303);
      const location = headers.get("location") ?? "";
      expect(location).toMatch(new RegExp(`^${origin}/compte/adresse#`));
      expect(fragmentOf(location).has("access_token")).toBe(false);
      expect(fragmentOf(location).get("type")).toBe("email_change");
    }
    expect(await accountOf(userId)).toMatchObject({ email, email_change: next, email_change_confirmed_by: null });
    expect((await live.send("HEAD", linkPath(fresh), { apiKey: null })).status).toBe(405);
    expect((await press(old, access)).status).toBe(200);
    expect((await press(fresh, access)).body).toMatchObject({ user: { email: next } });
  });

  test.each(["email_change", "phone_change"])("that is over says so there: %s", async (kind) => {
    const { headers } = await live.send("GET", `/verify?type=${kind}&token=nothing&redirect_to=${origin}/`);
    const location = headers.get("location");
    expect(location).toContain(`${origin}/compte/adresse#`);
    expect(fragmentOf(location).get("error_code")).toBe("otp_expired");
  });

  test("of a client that asked with PKCE ends in no code either", async () => {
    const client = live.client({ flowType: "pkce" });
    const { email, access, refresh } = await signUpCustomer(demo);
    await client.auth.setSession({ access_token: access, refresh_token: refresh });
    expect((await client.auth.updateUser({ email: nextEmail() })).error).toBeNull();
    const { headers } = await live.send("GET", linkPath(await lastMail(email)));
    expect(headers.get("location")).not.toContain("code=");
  });
});

describe("A press completes a change", () => {
  test.each([
    ["old then new", ["old", "fresh"]],
    ["new then old", ["fresh", "old"]],
  ] as const)("in the session that asked, and the account goes on as it was: %s", async (_, order) => {
    const asked = await ask();
    const elsewhere = readSession((await signIn(asked.email)).body);
    const first = await press(asked[order[0]], asked.access);
    expect(first).toMatchObject({ status: 200, body: { msg: expect.stringContaining("other email"), code: "200" } });
    expect((await signIn(asked.email)).status).toBe(200);

    const second = await press(asked[order[1]], asked.access);
    expect(second).toMatchObject({ status: 200, body: { user: { id: asked.userId, email: asked.next } } });
    for (const token of [asked.access, elsewhere.access]) {
      expect((await demo.send("GET", "/user", { token })).body).toMatchObject({ email: asked.next });
    }
    expect((await signIn(asked.next)).status).toBe(200);
    expect((await signIn(asked.email)).status).toBe(400);
    expect((await lastMail(asked.email)).template).toBe("email-changed");
  });

  test("in no other session, not even of the same account, nor without one, and uses nothing up", async () => {
    const asked = await ask();
    const sameAccount = readSession((await signIn(asked.email)).body);
    const stranger = await signUpCustomer(demo);
    for (const token of [undefined, stranger.access, sameAccount.access]) {
      expect(expectProblem(await press(asked.fresh, token))).toEqual({ status: 403, code: "otp_expired" });
    }
    await press(asked.old, asked.access);
    expect((await press(asked.fresh, asked.access)).status).toBe(200);
  });

  test("no more once that session has ended", async () => {
    const asked = await ask();
    await demo.send("POST", "/logout", { token: asked.access });
    expect(expectProblem(await press(asked.fresh, asked.access))).toEqual({ status: 403, code: "otp_expired" });
  });

  test("not by one mailbox twice", async () => {
    const { access, email, old, next } = await ask();
    expect((await press(old, access)).body.msg).toContain("other email");
    await emptyBuckets(db, live.context);
    await live.send("POST", "/resend", { body: { type: "email_change", email } });
    const again = await lastMail(email);
    expect(again.data.link).not.toBe(old.data.link);
    expect((await press(again, access)).body.msg).toContain("other email");
    expect((await signIn(next)).status).toBe(400);
  });
});

describe("Digits complete a change", () => {
  test.each(["session", "browser"] as const)("of who asked, known by the %s: nothing else changes", async (known) => {
    const asked = await ask();
    const sending = known === "session" ? { token: asked.access } : { jar: asked.jar };
    expect((await type(asked.old, sending)).body.msg).toContain("other email");
    expect((await type(asked.fresh, sending)).body).toMatchObject({ user: { email: asked.next } });
    expect((await signIn(asked.next)).status).toBe(200);
    expect((await demo.send("GET", "/user", { token: asked.access })).status).toBe(200);
  });

  test("as the published client types them: the session it gets is of the new address", async () => {
    const client = live.client({ address: nextAddress() });
    const { access, refresh } = await signUpCustomer(demo);
    await client.auth.setSession({ access_token: access, refresh_token: refresh });
    const next = nextEmail("nouvelle");
    const { data: asked } = await client.auth.updateUser({ email: next });
    for (const email of [asked.user!.email!, next]) {
      const { error } = await client.auth.verifyOtp({
        email,
        token: (await lastMail(email)).data.code,
        type: "email_change",
      });
      expect(error).toBeNull();
    }
    expect((await client.auth.getUser()).data.user?.email).toBe(next);
    expect((await signIn(next)).status).toBe(200);
  });

  /** All that opens an account beside its mailbox. */
  async function addWaysIn(userId: string) {
    const phone = nextPhone();
    await db.inspect("update auth.users set phone = $2, phone_confirmed_at = now() where id = $1", [userId, phone]);
    for (const statement of [
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       select $1::uuid, kind, kind || $1::text, '{}' from unnest(array['google', 'web3', 'phone']) as kind`,
      `insert into auth.webauthn_credentials (user_id, credential_id, public_key, sign_count, friendly_name)
       values ($1::uuid, decode(replace($1::text, '-', ''), 'hex'), '\\x00', 0, 'Clé')`,
      "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'unverified')",
    ]) {
      await db.inspect(statement, [userId]);
    }
  }

  async function expectReaders({ userId, email, next, access, refresh }: Awaited<ReturnType<typeof ask>>) {
    expect(await accountOf(userId)).toMatchObject({ email: next, encrypted_password: null, phone: null });
    expect((await signIn(next)).status).toBe(400);
    expect((await signIn(email)).status).toBe(400);
    expect((await demo.send("GET", "/user", { token: access })).status).toBe(403);
    const refreshed = await demo.send("POST", "/token?grant_type=refresh_token", { body: { refresh_token: refresh } });
    expect(refreshed.status).toBe(400);
    const { rows } = await db.inspect(
      `select (select string_agg(provider, ' ') from auth.identities where user_id = $1) as identities,
         (select count(*)::int from auth.webauthn_credentials where user_id = $1) as keys,
         (select count(*)::int from auth.mfa_factors where user_id = $1) as factors`,
      [userId],
    );
    expect(rows).toEqual([{ identities: "email", keys: 0, factors: 0 }]);
  }

  test("typed by who reads the new mailbox and did not ask: nothing that the asker had opens it", async () => {
    const asked = await ask();
    await addWaysIn(asked.userId);
    await type(asked.old, { token: asked.access });
    const { status, body } = await type(asked.fresh);
    expect({ status, email: body.user.email }).toEqual({ status: 200, email: asked.next });
    await expectReaders(asked);

    const chosen = "Genêt-du-Soir-82";
    expect((await live.send("PUT", "/user", { token: body.access_token, body: { password: chosen } })).status).toBe(
      200,
    );
    expect((await signIn(asked.next, chosen)).status).toBe(200);
  });

  test("nor when the asker's own mailbox agrees after them: that opens nothing", async () => {
    const asked = await ask();
    await addWaysIn(asked.userId);
    expect((await type(asked.fresh)).body.msg).toContain("other email");
    const last = await type(asked.old, { token: asked.access });
    expect(last).toMatchObject({ status: 200, body: { code: "200" } });
    expect(last.body.access_token).toBeUndefined();
    await expectReaders(asked);
  });

  test("of an account with a second factor or an administrator in the session that asked only", async () => {
    const asked = await ask();
    await type(asked.old, { token: asked.access });
    await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [
      asked.userId,
    ]);
    expect(expectProblem(await type(asked.fresh))).toEqual({ status: 401, code: "insufficient_aal" });
    expect(await accountOf(asked.userId)).toMatchObject({ email: asked.email });

    const boss = await signInAdministrator(demo);
    const next = nextEmail("nouvelle");
    await live.send("PUT", "/user", { token: boss.access, body: { email: next } });
    await type(await lastMail(boss.email), { token: boss.access });
    expect(expectProblem(await type(await lastMail(next)))).toEqual({ status: 401, code: "insufficient_aal" });
    expect((await signIn(boss.email)).status).toBe(200);
  });

  test("that is another account's by then not at all", async () => {
    const asked = await ask();
    await type(asked.old, { token: asked.access });
    const other = await signUpCustomer(demo, asked.next);
    expect(expectProblem(await type(asked.fresh, { token: asked.access }))).toEqual({
      status: 422,
      code: "email_exists",
    });
    expect((await signIn(asked.next)).body.user.id).toBe(other.userId);
  });
});

describe("An account without a mailbox", () => {
  test.each(["anonymous", "phone"] as const)(
    "asks the new one alone, and a program that opens its link changes nothing: %s",
    async (kind) => {
      const client = createWire({
        db,
        settings: {
          ...productionSettings,
          auth: { ...productionSettings.auth, enableAnonymousSignIns: true },
        },
        clock: demo.clock,
      }).client();
      const { data } = await client.auth.signInAnonymously();
      const userId = data.user!.id;
      if (kind === "phone") {
        await db.inspect(
          "update auth.users set phone = $2, phone_confirmed_at = now(), is_anonymous = false where id = $1",
          [userId, nextPhone()],
        );
      }
      const next = nextEmail("victime");
      expect((await client.auth.updateUser({ email: next })).error).toBeNull();
      const mail = await lastMail(next);
      const { headers } = await live.send("GET", linkPath(mail), { headers: { "user-agent": "MailScanner" } });
      expect(headers.get("location")).not.toContain("access_token");
      expect(await accountOf(userId)).toMatchObject({ email: null });

      const { body } = await type(mail);
      expect(body.user).toMatchObject({ id: userId, email: next, is_anonymous: false });
      expect((await client.auth.getUser()).error).not.toBeNull();
      expect(await accountOf(userId)).toMatchObject({ email: next, phone: null });
    },
  );

  test("may be changed by a press where it asked", async () => {
    const { userId, access } = await signUpCustomer(demo);
    await db.inspect("update auth.users set email = null, phone = $2 where id = $1", [userId, nextPhone()]);
    const next = nextEmail("nouvelle");
    await live.send("PUT", "/user", { token: access, body: { email: next } });
    expect((await press(await lastMail(next), access)).body).toMatchObject({ user: { email: next } });
    expect((await signIn(next)).status).toBe(200);
  });
});

describe("Without confirmations of sign-ups", () => {
  test("a new address waits for both mailboxes all the same", async () => {
    const { userId, email, next, access, old, fresh } = await ask(demo);
    expect(await accountOf(userId)).toMatchObject({ email, email_change: next });
    await press(old, access);
    expect((await press(fresh, access)).body).toMatchObject({ user: { email: next } });
    expect((await signIn(next)).status).toBe(200);
  });

  test("one of another account is neither revealed nor mailed, and never taken", async () => {
    const other = await signUpCustomer(demo);
    for (const on of [demo, live]) {
      const { access, email } = await signUpCustomer(demo);
      expect((await on.send("PUT", "/user", { token: access, body: { email: other.email } })).status).toBe(200);
      expect(await mailsTo(db, other.email)).toEqual([]);
      expect((await press(await lastMail(email), access)).body.msg).toContain("other email");
    }
    expect((await signIn(other.email)).body.user.id).toBe(other.userId);
  });

  test("the session of a change says how it began", async () => {
    const asked = await ask(demo);
    await type(asked.old, { jar: asked.jar });
    const { body } = await type(asked.fresh, { jar: asked.jar });
    expect(readClaims(body.access_token).amr).toMatchObject([{ method: "email_change" }]);
  });
});
