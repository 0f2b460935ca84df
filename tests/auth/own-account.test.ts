import { describe, expect, test } from "vitest";

import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  expectProblem,
  goodPassword,
  otherMailsTo,
  nextEmail,
  productionSettings,
  readClaims,
  readSession,
  signUpCustomer,
} from "./support.ts";

const newPassword = "Genêt-du-Soir-82";

const db = await openDatabaseForFile();
const demo = createWire({ db });
const live = createWire({ db, settings: productionSettings, clock: demo.clock });

const signIn = (email: string, password: string) =>
  demo.send("POST", "/token?grant_type=password", { body: { email, password } });
const change = (token: string | undefined, body: unknown, wire = demo) => wire.send("PUT", "/user", { token, body });

test("Reading needs a token that is ours and of a session that still is", async () => {
  const { access } = await signUpCustomer(demo);
  expect((await demo.send("GET", "/user", { token: access })).body).toMatchObject({ aud: "authenticated" });
  expect((await demo.send("GET", "/user", { token: access, apiKey: null })).status).toBe(200);
  expect(expectProblem(await demo.send("GET", "/user"))).toEqual({ status: 401, code: "no_authorization" });
  expect(expectProblem(await demo.send("GET", "/user", { token: demo.context.settings.publishableKey }))).toEqual({
    status: 401,
    code: "no_authorization",
  });
  expect(expectProblem(await demo.send("GET", "/user", { token: "x.y.z" }))).toEqual({ status: 403, code: "bad_jwt" });
});

describe("What an account says of itself", () => {
  test("is merged, and a name given null is removed", async () => {
    const client = demo.client();
    await client.auth.signUp({ email: nextEmail(), password: goodPassword, options: { data: { a: 1, b: 2 } } });
    const { data, error } = await client.auth.updateUser({ data: { b: null, c: { d: [3] } } });
    expect(error).toBeNull();
    expect(data.user?.user_metadata).toMatchObject({ a: 1, c: { d: [3] } });
    expect(data.user?.user_metadata).not.toHaveProperty("b");
    expect((await client.auth.getUser()).data.user?.user_metadata).toEqual(data.user?.user_metadata);
  });

  test("holds 64 KiB at most, however often it is added to", async () => {
    const { access } = await signUpCustomer(demo);
    expect((await change(access, { data: { a: "x".repeat(40_000) } })).status).toBe(200);
    const { status, body } = await change(access, { data: { b: "x".repeat(40_000) } });
    expect([status, body]).toEqual([
      400,
      { code: "validation_failed", message: "data is an object of at most 65536 bytes" },
    ]);
  });

  test("is left out of the tokens when it is longer than 4 KiB, which stay good", async () => {
    const client = demo.client();
    await client.auth.signUp({ email: nextEmail(), password: goodPassword });
    const { data } = await client.auth.updateUser({ data: { notes: "x".repeat(20_000) } });
    expect(data.user?.user_metadata.notes).toHaveLength(20_000);
    const { data: refreshed } = await client.auth.refreshSession();
    const token = refreshed.session!.access_token;
    expect(token.length).toBeLessThan(2_000);
    expect(readClaims(token).user_metadata).toMatchObject({ email_verified: true });
    expect((await demo.send("GET", "/user", { token })).body.user_metadata.notes).toHaveLength(20_000);
  });

  test("begins with what its own identity says, in the tokens too", async () => {
    const { access, email, userId } = await signUpCustomer(demo);
    const own = { sub: userId, email, email_verified: true, phone_verified: false };
    expect((await demo.send("GET", "/user", { token: access })).body.user_metadata).toEqual(own);
    expect(readClaims(access).user_metadata).toEqual(own);
  });

  test("gives no right: role, address, confirmation and bans are not its to write", async () => {
    const { access, userId } = await signUpCustomer(demo);
    const body = {
      role: "service_role",
      raw_app_meta_data: { role: "admin" },
      is_super_admin: true,
      banned_until: null,
      email_confirmed_at: "2020-01-01T00:00:00Z",
      id: "00000000-0000-4000-8000-000000000000",
      data: { role: "service_role", __proto__: { admin: true } },
    };
    const asked = await change(access, { ...body, app_metadata: { role: "admin" } });
    expect(expectProblem(asked)).toEqual({ status: 403, code: "not_admin" });
    const { body: user } = await change(access, body);
    expect(user).toMatchObject({
      id: userId,
      role: "authenticated",
      app_metadata: { provider: "email", providers: ["email"] },
    });
  });
});

describe("A new password", () => {
  test("ends every other session, keeps this one, and is told by mail", async () => {
    const here = await signUpCustomer(demo);
    const elsewhere = readSession((await signIn(here.email, goodPassword)).body);
    expect((await change(here.access, { password: newPassword })).status).toBe(200);

    expect((await demo.send("GET", "/user", { token: here.access })).status).toBe(200);
    expect(expectProblem(await demo.send("GET", "/user", { token: elsewhere.access }))).toEqual({
      status: 403,
      code: "session_not_found",
    });
    expect((await signIn(here.email, goodPassword)).status).toBe(400);
    expect((await signIn(here.email, newPassword)).status).toBe(200);
    const told = await otherMailsTo(db, here.email);
    expect(told).toEqual([{ to: here.email, template: "password-changed", data: {} }]);
  });

  test("must be another one, and not a weak one", async () => {
    const { access } = await signUpCustomer(demo);
    expect(expectProblem(await change(access, { password: goodPassword }))).toEqual({
      status: 422,
      code: "same_password",
    });
    expect(expectProblem(await change(access, { password: "password" }))).toEqual({
      status: 422,
      code: "weak_password",
    });
    const empty = await change(access, { password: "" });
    expect(empty).toMatchObject({
      status: 422,
      body: { code: "weak_password", weak_password: { reasons: ["length"] } },
    });
    expect(expectProblem(await change(access, { password: 12345678 }))).toEqual({ status: 400, code: "bad_json" });
  });

  /** A session that has been open for a while, as a stolen token mostly is. */
  async function lateSession(minutes = 16) {
    const on = createWire({ db, clock: createClock() });
    const client = on.client();
    const email = nextEmail();
    await client.auth.signUp({ email, password: goodPassword });
    on.clock.advance(minutes * 60_000);
    return { on, client, email };
  }

  test("asks for the current one, unless the sign-in is a quarter of an hour old at most", async () => {
    const { client, email } = await lateSession();
    const { error: refused } = await client.auth.updateUser({ password: newPassword });
    expect(refused).toMatchObject({ status: 400, code: "reauthentication_needed" });
    const { error: wrong } = await client.auth.updateUser({ password: newPassword, current_password: newPassword });
    expect(wrong).toMatchObject({ status: 400, code: "current_password_invalid" });
    expect((await signIn(email, goodPassword)).status).toBe(200);

    const { error } = await client.auth.updateUser({ password: newPassword, current_password: goodPassword });
    expect(error).toBeNull();
    expect((await signIn(email, goodPassword)).status).toBe(400);
    expect((await signIn(email, newPassword)).status).toBe(200);
    expect((await (await lateSession(14)).client.auth.updateUser({ password: newPassword })).error).toBeNull();
  });

  test("is not chosen with an exchanged token: that is no new sign-in", async () => {
    const { client } = await lateSession();
    expect((await client.auth.refreshSession()).error).toBeNull();
    const { error } = await client.auth.updateUser({ password: newPassword });
    expect(error).toMatchObject({ code: "reauthentication_needed" });
  });

  test("does not follow from a wrong current one, however fresh the sign-in", async () => {
    const { access, email } = await signUpCustomer(demo);
    const changed = await change(access, { password: newPassword, current_password: "Faux-mot-de-passe-1" });
    expect(expectProblem(changed)).toEqual({ status: 400, code: "current_password_invalid" });
    expect(expectProblem(await change(access, { password: newPassword, current_password: 1 }))).toEqual({
      status: 400,
      code: "bad_json",
    });
    expect((await signIn(email, goodPassword)).status).toBe(200);
  });

  test("is asked of an account without one by a new sign-in", async () => {
    const { client, email } = await lateSession();
    await db.inspect("update auth.users set encrypted_password = null where email = $1", [email]);
    for (const current of [undefined, "", goodPassword]) {
      const { error } = await client.auth.updateUser({ password: newPassword, current_password: current! });
      expect(error).toMatchObject({ code: current ? "current_password_invalid" : "reauthentication_needed" });
    }
  });

  test("lets the current one be guessed no more often than a sign-in, and together with it", async () => {
    await emptyBuckets(db, demo.context);
    const { client } = await lateSession();
    const statuses = [];
    for (let guess = 0; guess < 7; guess += 1) {
      const { error } = await client.auth.updateUser({ password: newPassword, current_password: `Faux-mot-${guess}` });
      statuses.push(error?.status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429]);
    const { error } = await client.auth.updateUser({ password: newPassword, current_password: goodPassword });
    expect(error?.status).toBe(429);
  });

  test.each([
    ["recovery", 59, 200],
    ["recovery", 61, 400],
    ["email_change", 16, 400],
  ])("is chosen with a link of the kind %s, %i minutes after it: %i", async (method, minutes, status) => {
    const { on, client } = await lateSession(minutes);
    const { data } = await client.auth.getSession();
    const { session_id: sessionId } = readClaims(data.session!.access_token);
    await db.inspect("update auth.mfa_amr_claims set authentication_method = $2 where session_id = $1", [
      sessionId,
      method,
    ]);
    const { data: refreshed } = await client.auth.refreshSession();
    expect((await change(refreshed.session!.access_token, { password: newPassword }, on)).status).toBe(status);
  });

  test("of an administrator has 12 characters at least", async () => {
    const { access, userId } = await signUpCustomer(demo);
    expect((await change(access, { password: "Genêt-82!ab" })).status).toBe(200);
    await db.inspect("insert into public.admin_users (user_id) values ($1)", [userId]);
    const { body } = await change(access, { password: "Genêt-83!ab" });
    expect(body).toMatchObject({ code: "weak_password", weak_password: { reasons: ["length"] } });
    expect((await change(access, { password: "Genêt-83!abc" })).status).toBe(200);
  });

  test("or address of who has a second factor needs it", async () => {
    const { access, userId } = await signUpCustomer(demo);
    await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [
      userId,
    ]);
    expect(expectProblem(await change(access, { password: newPassword }))).toEqual({
      status: 401,
      code: "insufficient_aal",
    });
    expect(expectProblem(await change(access, { email: nextEmail() }))).toEqual({
      status: 401,
      code: "insufficient_aal",
    });
    expect((await change(access, { data: { a: 1 } })).status).toBe(200);
  });
});

test.each([
  ["without a token", undefined, {}, 401, "no_authorization"],
  ["with a foreign token", "x.y.z", {}, 403, "bad_jwt"],
])("A change of an account is refused %s", async (_, token, body, status, code) => {
  expect(expectProblem(await change(token, body))).toEqual({ status, code });
});

test("A malformed change is refused whole", async () => {
  const { access, email } = await signUpCustomer(demo);
  expect(expectProblem(await change(access, { email: "x@", data: { a: 1 } }))).toEqual({
    status: 400,
    code: "validation_failed",
  });
  expect(expectProblem(await change(access, { phone: "33600000000" }, live))).toEqual({
    status: 422,
    code: "phone_provider_disabled",
  });
  expect(expectProblem(await change(access, { data: [1] }))).toEqual({ status: 400, code: "bad_json" });
  const { body } = await demo.send("GET", "/user", { token: access });
  expect(body.email).toBe(email);
  expect(body.user_metadata).not.toHaveProperty("a");
});
