import { describe, expect, test } from "vitest";

import { insertAccount } from "#engine/auth/accounts/accounts.ts";
import { inviteAdministrator } from "#engine/auth/administration/invite-administrator.ts";
import { sendInvitation } from "#engine/auth/codes/auth-mails.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

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
  readClaims,
  signUpCustomer,
} from "./support.ts";

const minuteMs = 60_000;
const newPassword = "Genêt-du-Soir-82";

const db = await openDatabaseForFile();
const wire = createWire({ db });

async function recover(email: string, on = wire) {
  const redirect = encodeURIComponent(`${origin}/compte/mot-de-passe`);
  expect((await on.send("POST", `/recover?redirect_to=${redirect}`, { body: { email } })).body).toEqual({});
  return (await mailsTo(db, email)).at(-1)!;
}
const tokenOf = (link: string) => new URL(link).searchParams.get("token") ?? "";

async function invite() {
  const email = nextEmail("invitee");
  await db.asServer(async (tx) => {
    const userId = await insertAccount(tx, { email, isEmailConfirmed: false }, new Date());
    await sendInvitation(wire.context, tx, { userId: userId!, email, redirectTo: `${origin}/compte/mot-de-passe` });
  });
  return (await mailsTo(db, email)).at(-1)!;
}

describe("One page that confirms every mail", () => {
  test.each(["email", "signup", "invite"])("takes the hash and the digits of an invitation as %s", async (type) => {
    const [posted, typed] = [await invite(), await invite()];
    const byHash = await wire.send("POST", "/verify", { body: { type, token_hash: tokenOf(posted.data.link) } });
    expect(byHash.body).toMatchObject({ user: { email: posted.to } });
    const byDigits = await wire.send("POST", "/verify", { body: { type, email: typed.to, token: typed.data.code } });
    expect(byDigits.body).toMatchObject({ user: { email: typed.to } });
    expect(readClaims(byDigits.body.access_token).amr).toMatchObject([{ method: "invite" }]);
  });

  test.each([
    ["in the middle", (code: string) => `${code.slice(0, 4)} ${code.slice(4)}`],
    ["around", (code: string) => `\u00a0 ${code}\n`],
    ["none sees", (code: string) => `\u200b${code.slice(0, 3)}\u2009${code.slice(3)}\ufeff`],
  ])("takes digits with the spaces of a copied code: %s", async (_, spaced) => {
    const { email } = await signUpCustomer(wire);
    const { data } = await recover(email);
    const { status } = await wire.send("POST", "/verify", {
      body: { type: "recovery", email, token: spaced(data.code) },
    });
    expect(status).toBe(200);
  });
});

describe("A reset mail", () => {
  test("lets the owner choose a password, once", async () => {
    const { email } = await signUpCustomer(wire);
    const mail = await recover(email);
    expect(mail.template).toBe("recovery");

    const clicked = await wire.send("GET", linkPath(mail), { apiKey: null });
    const location = clicked.headers.get("location");
    expect(location).toMatch(/^http:\/\/localhost:3000\/compte\/mot-de-passe#/);
    const tokens = Object.fromEntries(fragmentOf(location));
    expect(tokens).toMatchObject({ expires_in: "3600", token_type: "bearer", type: "recovery", sb: "" });
    expect(
      (await wire.send("PUT", "/user", { token: tokens.access_token, body: { password: newPassword } })).status,
    ).toBe(200);

    const again = fragmentOf((await wire.send("GET", linkPath(mail))).headers.get("location"));
    expect(Object.fromEntries(again)).toEqual({
      error: "access_denied",
      error_code: "otp_expired",
      error_description: "Email link is invalid or has expired",
      sb: "",
    });
  });

  test("of the published client with PKCE ends in a code that only its browser exchanges", async () => {
    const { email } = await signUpCustomer(wire);
    const [browser, other] = [wire.client({ flowType: "pkce" }), wire.client({ flowType: "pkce" })];
    const { error } = await browser.auth.resetPasswordForEmail(email, {
      redirectTo: `${origin}/compte/mot-de-passe?a=b`,
    });
    expect(error).toBeNull();
    const mail = (await mailsTo(db, email)).at(-1)!;
    expect(tokenOf(mail.data.link)).toMatch(/^pkce_/);

    const landed = new URL((await wire.send("GET", linkPath(mail))).headers.get("location") ?? "");
    expect(landed.pathname + landed.hash).toBe("/compte/mot-de-passe");
    expect(landed.searchParams.get("a")).toBe("b");
    const code = landed.searchParams.get("code") ?? "";
    expect((await other.auth.exchangeCodeForSession(code)).error).not.toBeNull();
    const exchanged = await browser.auth.exchangeCodeForSession(code);
    expect(exchanged.error).toBeNull();
    expect(readClaims(exchanged.data.session!.access_token).amr).toMatchObject([{ method: "recovery" }]);
    expect((await browser.auth.exchangeCodeForSession(code)).error).not.toBeNull();
  });

  test("is valid one hour", async () => {
    const on = createWire({ db, clock: createClock() });
    const { email } = await signUpCustomer(on);
    const early = await recover(email, on);
    on.clock.advance(59 * minuteMs);
    expect((await on.send("GET", linkPath(early))).headers.get("location")).toContain("access_token=");
    await emptyBuckets(db, wire.context);
    const late = await recover(email, on);
    on.clock.advance(60 * minuteMs + 1);
    expect((await on.send("GET", linkPath(late))).headers.get("location")).toContain("error_code=otp_expired");
    expect(
      expectProblem(await on.send("POST", "/verify", { body: { type: "recovery", email, token: late.data.code } })),
    ).toEqual({ status: 403, code: "otp_expired" });
  });

  test("clicked twice at once opens one session", async () => {
    const { email, userId } = await signUpCustomer(wire);
    const mail = await recover(email);
    const clicks = await Promise.all(Array.from({ length: 10 }, () => wire.send("GET", linkPath(mail))));
    const opened = clicks.filter(({ headers }) => headers.get("location")?.includes("access_token="));
    expect(opened).toHaveLength(1);
    expect((await db.inspect("select 1 from auth.sessions where user_id = $1", [userId])).rowCount).toBe(2);
  });

  test("looked at with HEAD is not used up", async () => {
    const { email } = await signUpCustomer(wire);
    const mail = await recover(email);
    expect((await wire.send("HEAD", linkPath(mail))).status).toBe(405);
    expect((await wire.send("GET", linkPath(mail))).headers.get("location")).toContain("access_token=");
  });

  test("is never sent to a banned account, and opens none", async () => {
    const { email, userId } = await signUpCustomer(wire);
    const mail = await recover(email);
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [userId]);
    expect((await wire.send("GET", linkPath(mail))).headers.get("location")).toContain("error_code=user_banned");
    await emptyBuckets(db, wire.context);
    await wire.send("POST", "/recover", { body: { email } });
    expect(await mailsTo(db, email)).toHaveLength(1);
  });

  test("of an unconfirmed account drops the password of its sign-up", async () => {
    const { email, userId } = await signUpCustomer(wire);
    await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [userId]);
    await wire.send("GET", linkPath(await recover(email)));
    const signIn = await wire.send("POST", "/token?grant_type=password", { body: { email, password: goodPassword } });
    expect(expectProblem(signIn)).toEqual({ status: 400, code: "invalid_credentials" });
  });
});

describe("A typed code", () => {
  test("works once, with its address and for its purpose", async () => {
    const { email } = await signUpCustomer(wire);
    const { data } = await recover(email);
    const verify = (body: object) => wire.send("POST", "/verify", { body });
    const other = await signUpCustomer(wire);
    expect(expectProblem(await verify({ type: "recovery", email: other.email, token: data.code }))).toMatchObject({
      code: "otp_expired",
    });
    expect(expectProblem(await verify({ type: "signup", email, token: data.code }))).toMatchObject({
      code: "otp_expired",
    });
    expect((await verify({ type: "recovery", email, token: data.code })).status).toBe(200);
    expect(expectProblem(await verify({ type: "recovery", email, token: data.code }))).toEqual({
      status: 403,
      code: "otp_expired",
    });
  });

  test("is void after five wrong tries", async () => {
    const { email } = await signUpCustomer(wire);
    const { data } = await recover(email);
    const wrong = String((Number(data.code) + 1) % 100_000_000).padStart(8, "0");
    for (let tries = 0; tries < 5; tries += 1) {
      await emptyBuckets(db, wire.context);
      await wire.send("POST", "/verify", { body: { type: "recovery", email, token: wrong } });
    }
    await emptyBuckets(db, wire.context);
    const right = await wire.send("POST", "/verify", { body: { type: "recovery", email, token: data.code } });
    expect(expectProblem(right)).toEqual({ status: 403, code: "otp_expired" });
  });
});

test.each([
  ["nothing", {}, 400, "validation_failed"],
  ["an unknown type", { type: "constructor", token_hash: "x" }, 400, "validation_failed"],
  ["a number as type", { type: 1, token_hash: "x" }, 400, "bad_json"],
  ["no token", { type: "recovery", email: "a@exemple.example" }, 400, "validation_failed"],
  ["a token without its address", { type: "recovery", token: "12345678" }, 400, "validation_failed"],
  ["a hash and an e-mail", { type: "recovery", token_hash: "x", email: "a@exemple.example" }, 400, "validation_failed"],
  ["a false hash", { type: "recovery", token_hash: "x" }, 403, "otp_expired"],
  ["a magic link", { type: "magiclink", token_hash: "x" }, 403, "otp_expired"],
  ["a phone code", { type: "sms", phone: "33600000000", token: "123456" }, 403, "otp_expired"],
])("Verifying %s is refused", async (_, body, status, code) => {
  expect(expectProblem(await wire.send("POST", "/verify", { body }))).toEqual({ status, code });
});

test.each([
  "",
  "?type=recovery",
  "?token=x",
  "?token=x&type=recovery",
  "?token=x&type=nonsense",
  "?token=%00&type=signup",
  "?token=pkce_x&type=recovery",
])("A false link %s leads to the site, which says why", async (query) => {
  const { status, headers } = await wire.send("GET", `/verify${query}`, { apiKey: null });
  expect(status).toBe(303);
  const location = new URL(headers.get("location") ?? "");
  expect(location.origin).toBe(origin);
  const code = fragmentOf(location.href).get("error_code");
  expect(code).toMatch(/^(otp_expired|validation_failed)$/);
  // A page that takes tokens clears its fragment, one that takes a code its query.
  expect(location.searchParams.get("error_code")).toBe(query.includes("pkce_") ? code : null);
});

test("An invitation is valid 7 days, confirms the address and opens a session", async () => {
  const on = createWire({ db, clock: createClock() });
  const email = nextEmail();
  const invite = () =>
    db.asServer(async (tx) => {
      const { rows } = await tx.query<{ id: string }>("select id from auth.users where email = $1", [email]);
      const created = await insertAccount(tx, { email, isEmailConfirmed: false }, new Date());
      const userId = created ?? rows[0]?.id ?? "";
      await sendInvitation(on.context, tx, { userId, email, redirectTo: `${origin}/compte/mot-de-passe` });
    });
  await invite();
  await invite();
  const [voided, mail] = await mailsTo(db, email);
  expect(mail).toMatchObject({ template: "invitation" });
  expect((await on.send("GET", linkPath(voided!))).headers.get("location")).toContain("error_code=otp_expired");
  on.clock.advance(7 * 24 * 60 * minuteMs - 1);
  const tokens = fragmentOf((await on.send("GET", linkPath(mail!))).headers.get("location"));
  expect(tokens.get("type")).toBe("invite");
  const set = await on.send("PUT", "/user", {
    token: tokens.get("access_token") ?? "",
    body: { password: newPassword },
  });
  expect(set.status).toBe(200);
  expect((await on.send("POST", "/token?grant_type=password", { body: { email, password: newPassword } })).status).toBe(
    200,
  );
});

test("What is kept of a mailed link and code is not what was mailed", async () => {
  const { email, userId } = await signUpCustomer(wire);
  const { data } = await recover(email);
  const { rows } = await db.inspect(
    "select to_jsonb(one_time_tokens) as token from auth.one_time_tokens where user_id = $1",
    [userId],
  );
  const stored = JSON.stringify(rows);
  expect(rows).toHaveLength(1);
  expect(stored).not.toContain(tokenOf(data.link));
  expect(stored).not.toContain(data.code);
});

test("An invited administrator chooses 12 characters; an account that had the address opens with that link only", async () => {
  const { email, access } = await signUpCustomer(wire);
  expect(await inviteAdministrator(wire.context, { email: "x" })).toEqual({ ok: false, problem: "malformed_email" });
  expect(await inviteAdministrator(wire.context, { email: email.toUpperCase() })).toMatchObject({ ok: true });
  expect((await wire.send("GET", "/user", { token: access })).status).toBe(403);
  expect(
    (await wire.send("POST", "/token?grant_type=password", { body: { email, password: goodPassword } })).status,
  ).toBe(400);

  const mail = (await mailsTo(db, email)).at(-1)!;
  expect(mail.template).toBe("team-invitation");
  const token = fragmentOf((await wire.send("GET", linkPath(mail))).headers.get("location")).get("access_token") ?? "";
  const short = await wire.send("PUT", "/user", { token, body: { password: "Genêt-du-8" } });
  expect(expectProblem(short)).toEqual({ status: 422, code: "weak_password" });
  expect((await wire.send("PUT", "/user", { token, body: { password: newPassword } })).status).toBe(200);
  const { rows } = await db.inspect(
    "select 1 from public.admin_users where user_id = (select id from auth.users where email = $1)",
    [email],
  );
  expect(rows).toHaveLength(1);
});
