import { hash as bcryptHash } from "bcryptjs";
import { describe, expect, test } from "vitest";

import { createPasswordHasher, productionCost } from "#engine/passwords/password-hasher.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { createWire, expectProblem, goodPassword, nextEmail, readClaims, signUpCustomer } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

const signIn = (email: string, password: string) =>
  wire.send("POST", "/token?grant_type=password", { body: { email, password } });

describe("The published client", () => {
  test("signs up, signs in, reads its user and signs out", async () => {
    const client = wire.client();
    const email = nextEmail();
    const signedUp = await client.auth.signUp({
      email,
      password: goodPassword,
      options: { data: { first_name: "Ana" } },
    });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data.session?.access_token).toBeTruthy();
    expect(signedUp.data.user?.identities).toHaveLength(1);

    const signedIn = await client.auth.signInWithPassword({ email: email.toUpperCase(), password: goodPassword });
    expect(signedIn.error).toBeNull();
    expect(signedIn.data.user).toMatchObject({ email, phone: "", user_metadata: { first_name: "Ana" } });

    const user = await client.auth.getUser();
    expect(user.data.user?.id).toBe(signedUp.data.user?.id);
    const claims = await client.auth.getClaims();
    expect(claims.error).toBeNull();
    expect(claims.data?.claims.sub).toBe(user.data.user?.id);

    expect((await client.auth.signOut()).error).toBeNull();
    expect((await client.auth.getSession()).data.session).toBeNull();
  });

  test("reads the code of a refusal", async () => {
    const { error } = await wire.client().auth.signInWithPassword({ email: nextEmail(), password: goodPassword });
    expect(error).toMatchObject({ name: "AuthApiError", status: 400, code: "invalid_credentials" });
  });
});

test("A session holds both tokens, an hour of validity and the account", async () => {
  const { email } = await signUpCustomer(wire);
  const { status, body, headers } = await signIn(email, goodPassword);
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("no-store");
  const seconds = Math.floor(wire.clock.now().getTime() / 1000);
  expect(body).toMatchObject({ token_type: "bearer", expires_in: 3600, expires_at: seconds + 3600 });
  expect(body.user).toMatchObject({
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { sub: body.user.id, email, email_verified: true, phone_verified: false },
    is_anonymous: false,
  });
  expect(body.user.created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(body.user).not.toHaveProperty("factors");
  expect(body.user).not.toHaveProperty("encrypted_password");
  expect(body.user.identities[0]).toMatchObject({ id: body.user.id, provider: "email", user_id: body.user.id });
  expect(body.user.identities[0].identity_id).not.toBe(body.user.id);

  expect(readClaims(body.access_token)).toEqual({
    iss: "http://localhost:3000/auth/v1",
    sub: body.user.id,
    aud: "authenticated",
    iat: seconds,
    exp: seconds + 3600,
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { sub: body.user.id, email, email_verified: true, phone_verified: false },
    role: "authenticated",
    aal: "aal1",
    amr: [{ method: "password", timestamp: seconds }],
    session_id: expect.stringMatching(/^[\da-f-]{36}$/),
    is_anonymous: false,
  });
});

test.each([
  ["no field", {}, 400, "validation_failed"],
  ["no password", { email: "a@exemple.example" }, 400, "validation_failed"],
  [
    "an e-mail and a phone",
    { email: "a@exemple.example", phone: "33600000000", password: "x" },
    400,
    "validation_failed",
  ],
  ["an unknown phone", { phone: "33600000000", password: goodPassword }, 400, "invalid_credentials"],
  ["a phone that is none", { phone: "abc", password: goodPassword }, 400, "invalid_credentials"],
  ["a number as password", { email: "a@exemple.example", password: 12345678 }, 400, "bad_json"],
  ["a list", [], 400, "bad_json"],
  ["an e-mail that is none", { email: "nobody", password: goodPassword }, 400, "invalid_credentials"],
  ["a megabyte of password", { email: "a@exemple.example", password: "x".repeat(40_000) }, 400, "invalid_credentials"],
  ["a null character", { email: "a\u0000@exemple.example", password: goodPassword }, 400, "invalid_credentials"],
])("Signing in with %s is refused", async (_, body, status, code) => {
  expect(expectProblem(await wire.send("POST", "/token?grant_type=password", { body }))).toEqual({ status, code });
});

test("A sign-in without a key of ours is refused", async () => {
  const body = { email: nextEmail(), password: goodPassword };
  const path = "/token?grant_type=password";
  expect(expectProblem(await wire.send("POST", path, { body, apiKey: null }))).toEqual({
    status: 401,
    code: "no_authorization",
  });
  expect(expectProblem(await wire.send("POST", path, { body, apiKey: "sb_publishable_x" }))).toEqual({
    status: 401,
    code: "invalid_api_key",
  });
});

test("Only who knows the password learns that an account is banned or unconfirmed", async () => {
  const banned = await signUpCustomer(wire);
  await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [banned.userId]);
  const unconfirmed = await signUpCustomer(wire);
  await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [unconfirmed.userId]);

  expect(expectProblem(await signIn(banned.email, "Autre-Chose-81"))).toEqual({
    status: 400,
    code: "invalid_credentials",
  });
  expect(expectProblem(await signIn(unconfirmed.email, "Autre-Chose-81"))).toEqual({
    status: 400,
    code: "invalid_credentials",
  });
  expect(expectProblem(await signIn(banned.email, goodPassword))).toEqual({ status: 400, code: "user_banned" });
  expect(expectProblem(await signIn(unconfirmed.email, goodPassword))).toEqual({
    status: 400,
    code: "email_not_confirmed",
  });
});

describe("An imported account", () => {
  test("signs in with its bcrypt hash, which becomes ours", async () => {
    const { email, userId } = await signUpCustomer(wire);
    await db.inspect("update auth.users set encrypted_password = $2 where id = $1", [
      userId,
      await bcryptHash("Ancien-Secret-9", 4),
    ]);
    expect((await signIn(email, "Ancien-Secret-8")).status).toBe(400);
    expect((await signIn(email, "Ancien-Secret-9")).status).toBe(200);
    const { rows } = await db.inspect("select encrypted_password from auth.users where id = $1", [userId]);
    expect(rows[0]?.encrypted_password).toMatch(/^\$argon2id\$v=19\$m=8,t=1,p=1\$/);
    expect((await signIn(email, "Ancien-Secret-9")).status).toBe(200);
  });

  test("is let in with a weak password, and told", async () => {
    const { email, userId } = await signUpCustomer(wire);
    await db.inspect("update auth.users set encrypted_password = $2 where id = $1", [
      userId,
      await bcryptHash("password", 4),
    ]);
    const { data, error } = await wire.client().auth.signInWithPassword({ email, password: "password" });
    expect(error).toBeNull();
    expect(data.weakPassword?.reasons).toEqual(["pwned"]);
  });

  test("whose hash is unreadable is refused like a wrong password", async () => {
    const { email, userId } = await signUpCustomer(wire);
    await db.inspect("update auth.users set encrypted_password = '$scrypt$odd' where id = $1", [userId]);
    expect(expectProblem(await signIn(email, goodPassword))).toEqual({ status: 400, code: "invalid_credentials" });
  });
});

test("At the cost of production a visitor signs up and in, and a hash of a lesser cost becomes one of it", async () => {
  const production = createWire({ db, passwords: createPasswordHasher(productionCost) });
  const hashOf = async (userId: string) =>
    (await db.inspect("select encrypted_password from auth.users where id = $1", [userId])).rows[0]?.encrypted_password;
  const signInThere = (email: string) =>
    production.send("POST", "/token?grant_type=password", { body: { email, password: goodPassword } });
  const atCost = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/;
  const fresh = await signUpCustomer(production);
  expect(await hashOf(fresh.userId)).toMatch(atCost);
  expect((await signInThere(fresh.email)).status).toBe(200);

  const cheap = await signUpCustomer(wire);
  expect(await hashOf(cheap.userId)).not.toMatch(atCost);
  expect((await signInThere(cheap.email)).status).toBe(200);
  expect(await hashOf(cheap.userId)).toMatch(atCost);
});

test("A password is not cut at 72 bytes", async () => {
  const email = nextEmail();
  const password = "Fougère".repeat(14);
  expect((await wire.send("POST", "/signup", { body: { email, password } })).status).toBe(200);
  expect((await signIn(email, password)).status).toBe(200);
  expect((await signIn(email, password.slice(0, -1))).status).toBe(400);
});
