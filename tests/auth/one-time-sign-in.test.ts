import { beforeEach, describe, expect, test } from "vitest";

import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { purgeAuth } from "./purge-auth.ts";
import {
  createClock,
  createWire,
  expectProblem,
  fragmentOf,
  goodPassword,
  linkPath,
  mailsTo,
  nextEmail,
  origin,
  productionSettings,
  readClaims,
  signUpCustomer,
} from "./support.ts";

const minuteMs = 60_000;

const db = await openDatabaseForFile();
const demo = createWire({ db });
const live = createWire({ db, settings: productionSettings, clock: createClock() });

// A flood is not what these tests are about: see limits.test.ts.
beforeEach(() => emptyBuckets(db, live.context));

const lastMail = async (email: string) => (await mailsTo(db, email)).at(-1)!;
const open = async (path: string, on = live) => (await on.send("GET", path, { apiKey: null })).headers.get("location");
const verify = (body: object, on = live) => on.send("POST", "/verify", { body });
const countUsers = async (email: string) =>
  (await db.inspect("select 1 from auth.users where email = $1", [email])).rowCount;

describe("A link or code by mail", () => {
  test.each(["email", "magiclink", "signup"] as const)(
    "signs in who has none yet, by the digits typed as %s, and confirms the address",
    async (type) => {
      const email = nextEmail();
      const client = live.client();
      const asked = await client.auth.signInWithOtp({ email, options: { data: { voice: "Alice" } } });
      expect(asked).toMatchObject({ error: null, data: { session: null, user: null } });
      const unconfirmed = await db.inspect("select email_confirmed_at from auth.users where email = $1", [email]);
      expect(unconfirmed.rows).toEqual([{ email_confirmed_at: null }]);

      const mail = await lastMail(email);
      expect(mail).toMatchObject({ template: "magic-link", data: { code: expect.stringMatching(/^\d{8}$/) } });
      const { data, error } = await client.auth.verifyOtp({ email, token: mail.data.code, type });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ email, user_metadata: { voice: "Alice" }, is_anonymous: false });
      expect(data.user?.email_confirmed_at).toBeTruthy();
      expect(readClaims(data.session!.access_token).amr).toMatchObject([{ method: "otp" }]);
      expect((await client.auth.getUser()).error).toBeNull();
    },
  );

  test("keeps at most 4 KB of metadata for a new account, and none for an existing one", async () => {
    const email = nextEmail();
    const ask = (data: unknown) => live.send("POST", "/otp", { body: { email, data } });
    const metadata = async () =>
      (await db.inspect("select raw_user_meta_data as said from auth.users where email = $1", [email])).rows;
    for (const data of [{ voice: "a".repeat(4096) }, { voice: "\u0000" }]) {
      expect(expectProblem(await ask(data))).toEqual({ status: 400, code: "validation_failed" });
    }
    for (const data of [[], "text"]) expect(expectProblem(await ask(data))).toEqual({ status: 400, code: "bad_json" });
    expect(await metadata()).toEqual([]);
    expect((await ask({ voice: "a".repeat(4000) })).status).toBe(200);
    await emptyBuckets(db, live.context);
    expect((await ask({ voice: "b", taken: true })).status).toBe(200);
    expect(await metadata()).toEqual([{ said: { voice: "a".repeat(4000) } }]);
  });

  test("signs in a customer on the device that opens it, with tokens in the fragment, once", async () => {
    const { email, userId } = await signUpCustomer(demo);
    const { error } = await live.client().auth.signInWithOtp({
      email,
      options: { emailRedirectTo: `${origin}/dashboard`, shouldCreateUser: false },
    });
    expect(error).toBeNull();
    const mail = await lastMail(email);
    const location = await open(linkPath(mail));
    expect(location).toMatch(/^http:\/\/localhost:3000\/dashboard#/);
    const tokens = fragmentOf(location);
    expect(tokens.get("type")).toBe("magiclink");
    expect(readClaims(tokens.get("access_token") ?? "").sub).toBe(userId);
    expect(await open(linkPath(mail))).toContain("error_code=otp_expired");
  });

  test("asked with PKCE ends in a code that only its browser exchanges", async () => {
    const { email } = await signUpCustomer(demo);
    const [browser, other] = [live.client({ flowType: "pkce" }), live.client({ flowType: "pkce" })];
    await browser.auth.signInWithOtp({ email, options: { emailRedirectTo: `${origin}/dashboard` } });
    const landed = new URL((await open(linkPath(await lastMail(email)))) ?? "");
    const code = landed.searchParams.get("code") ?? "";
    expect(landed.pathname + landed.hash).toBe("/dashboard");
    expect((await other.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    const { data } = await browser.auth.exchangeCodeForSession(code);
    expect(readClaims(data.session!.access_token).amr).toMatchObject([{ method: "magiclink" }]);
  });

  test("asked with PKCE for a new address begins a session of a sign-up", async () => {
    const [email, browser] = [nextEmail(), live.client({ flowType: "pkce" })];
    await browser.auth.signInWithOtp({ email });
    const landed = new URL((await open(linkPath(await lastMail(email)))) ?? "");
    const { data } = await browser.auth.exchangeCodeForSession(landed.searchParams.get("code") ?? "");
    expect(readClaims(data.session!.access_token).amr).toMatchObject([{ method: "email/signup" }]);
  });

  test("by its hash signs in as a page of a client's posts it, once", async () => {
    const { email } = await signUpCustomer(demo);
    await live.send("POST", "/magiclink", { body: { email } });
    const { data } = await lastMail(email);
    const hash = new URL(data.link).searchParams.get("token") ?? "";
    expect((await live.client().auth.verifyOtp({ token_hash: hash, type: "email" })).error).toBeNull();
    expect(expectProblem(await verify({ token_hash: hash, type: "email" }))).toMatchObject({ code: "otp_expired" });
    expect(expectProblem(await verify({ email, token: data.code, type: "email" }))).toMatchObject({
      code: "otp_expired",
    });
  });

  test("creates no account when asked not to, or where sign-ups are closed", async () => {
    const closed = createWire({
      db,
      settings: { ...productionSettings, auth: { ...productionSettings.auth, enableSignup: false } },
    });
    const [stranger, another] = [nextEmail(), nextEmail()];
    expect((await live.send("POST", "/otp", { body: { email: stranger, create_user: false } })).body).toEqual({});
    expect((await closed.send("POST", "/otp", { body: { email: another } })).body).toEqual({});
    for (const email of [stranger, another]) {
      expect({ users: await countUsers(email), mails: await mailsTo(db, email) }).toEqual({ users: 0, mails: [] });
    }
    const refused = await closed.send("POST", "/signup", { body: { email: another, password: goodPassword } });
    expect(expectProblem(refused)).toEqual({ status: 422, code: "signup_disabled" });
  });

  test("lives for the time and has the digits that the settings say", async () => {
    const email = { ...productionSettings.auth.email, otpLength: 6, otpExpirySeconds: 120 };
    const settings = { ...productionSettings, auth: { ...productionSettings.auth, email } };
    const on = createWire({ db, settings, clock: createClock() });
    const [early, late] = [nextEmail(), nextEmail()];
    for (const each of [early, late]) await on.send("POST", "/otp", { body: { email: each } });
    const [{ data: first }, { data: second }] = [await lastMail(early), await lastMail(late)];
    expect(first.code).toMatch(/^\d{6}$/);
    on.clock.advance(119_000);
    expect((await verify({ email: early, token: first.code, type: "email" }, on)).status).toBe(200);
    on.clock.advance(2000);
    expect((await verify({ email: late, token: second.code, type: "email" }, on)).status).toBe(403);
    expect(await open(linkPath(await lastMail(late)), on)).toContain("error_code=otp_expired");
  });

  test("opens no banned account, and is not sent to one", async () => {
    const { email, userId } = await signUpCustomer(demo);
    await live.send("POST", "/otp", { body: { email } });
    const { data } = await lastMail(email);
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [userId]);
    expect((await live.send("POST", "/otp", { body: { email } })).body).toEqual({});
    expect(await mailsTo(db, email)).toHaveLength(1);
    expect(expectProblem(await verify({ email, token: data.code, type: "email" }))).toMatchObject({
      code: "user_banned",
    });
  });

  test("does not set the password that a stranger chose for the address", async () => {
    const email = nextEmail();
    await live.send("POST", "/signup", { body: { email, password: "Une-Autre-Phrase-3" } });
    await live.send("POST", "/otp", { body: { email } });
    await verify({ email, token: (await lastMail(email)).data.code, type: "email" });
    const signIn = await live.send("POST", "/token?grant_type=password", {
      body: { email, password: "Une-Autre-Phrase-3" },
    });
    expect(expectProblem(signIn)).toEqual({ status: 400, code: "invalid_credentials" });
  });
});

describe("A program that opens the links of mails first does not lock the owner out", () => {
  const ways = {
    "a magic link": ["email", (email: string) => live.send("POST", "/otp", { body: { email } })],
    "a reset": ["recovery", (email: string) => live.send("POST", "/recover", { body: { email } })],
    "a sign-up": [
      "signup",
      (email: string) => live.send("POST", "/signup", { body: { email, password: goodPassword } }),
    ],
  } as const;
  const known = ["a reset"];

  test.each(Object.keys(ways) as (keyof typeof ways)[])(
    "the digits of %s still sign in, once; the link does not again",
    async (way) => {
      const email = known.includes(way) ? (await signUpCustomer(demo)).email : nextEmail();
      const [type, ask] = ways[way];
      await ask(email);
      const mail = await lastMail(email);
      expect(await open(linkPath(mail))).toContain("access_token=");
      expect(await open(linkPath(mail))).toContain("error_code=otp_expired");
      const typed = { email, token: mail.data.code, type };
      expect((await verify(typed)).body).toMatchObject({ user: { email } });
      expect(expectProblem(await verify(typed))).toEqual({ status: 403, code: "otp_expired" });
    },
  );

  test("nor out of a change of address whose two links it opened: they change nothing", async () => {
    const { email, access } = await signUpCustomer(demo);
    const next = nextEmail("nouvelle");
    await live.send("PUT", "/user", { token: access, body: { email: next } });
    const [from, to] = [await lastMail(email), await lastMail(next)];
    for (const mail of [from, to]) await open(linkPath(mail));
    const agreed = await verify({ email, token: from.data.code, type: "email_change" });
    expect(agreed).toMatchObject({ status: 200, body: { msg: expect.stringContaining("other email") } });
    const typed = await verify({ email: next, token: to.data.code, type: "email_change" });
    expect(typed.body).toMatchObject({ user: { email: next } });
  });

  test("after a new password, the digits of a reset open nothing", async () => {
    const { email } = await signUpCustomer(demo);
    await live.send("POST", "/recover", { body: { email } });
    const mail = await lastMail(email);
    const token = fragmentOf(await open(linkPath(mail))).get("access_token") ?? "";
    expect((await live.send("PUT", "/user", { token, body: { password: "Genêt-du-Soir-82" } })).status).toBe(200);
    expect((await verify({ email, token: mail.data.code, type: "recovery" })).status).toBe(403);
  });
});

test("Of twenty that type one code at once, one is let in", async () => {
  const email = nextEmail();
  await live.send("POST", "/otp", { body: { email } });
  const { data } = await lastMail(email);
  // Past the limit of guesses, which would refuse most of them by itself.
  const unlimited = {
    ...live.context.limits,
    consume: () => Promise.resolve({ isAllowed: true, retryAfterSeconds: 0 }),
  };
  const limits = live.context.limits;
  live.context.limits = unlimited;
  const body = { email, token: data.code, type: "email" };
  const answers = await Promise.all(Array.from({ length: 20 }, () => verify(body)));
  live.context.limits = limits;
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, ...Array<number>(19).fill(403)]);
});

test("Ten wrong codes close the challenge: the right one opens nothing any more, its link still does", async () => {
  const email = nextEmail();
  await live.send("POST", "/otp", { body: { email } });
  const mail = await lastMail(email);
  const wrong = String((Number(mail.data.code) + 1) % 100_000_000).padStart(8, "0");
  for (let guess = 0; guess < 10; guess += 1) {
    await emptyBuckets(db, live.context);
    expect((await verify({ email, token: wrong, type: "email" })).status).toBe(403);
  }
  await emptyBuckets(db, live.context);
  expect((await verify({ email, token: mail.data.code, type: "email" })).status).toBe(403);
  expect(await open(linkPath(mail))).toContain("access_token=");
});

test("Codes that were used or never typed are gone after their term", async () => {
  const on = createWire({ db, settings: productionSettings, clock: createClock() });
  const [opened, unread] = [nextEmail(), nextEmail()];
  for (const email of [opened, unread]) await on.send("POST", "/otp", { body: { email } });
  await open(linkPath(await lastMail(opened)), on);
  const left = async () =>
    (await db.inspect("select 1 from auth.one_time_tokens where relates_to = any($1)", [[opened, unread]])).rowCount;
  expect(await left()).toBe(2);
  on.clock.advance(61 * minuteMs);
  await on.context.db.asServer((tx) => purgeAuth(tx, on.clock.now()));
  expect(await left()).toBe(0);
});
