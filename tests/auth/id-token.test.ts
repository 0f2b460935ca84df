import { createHash } from "node:crypto";

import { describe, expect, test } from "vitest";

import { defaultAuthConfig } from "#engine/settings/auth-config.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  expectProblem,
  nextEmail,
  origin,
  readClaims,
  signUpCustomer,
  wallClock,
  type Wire,
} from "./support.ts";
import { askForTokens, startProvider, startProviderForFile, type Person } from "./test-provider.ts";

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const wire = createIdTokenWire();

function createIdTokenWire({ issuer = provider.issuer, auth = {}, clock = wallClock } = {}): Wire {
  const identityProvider = { ...provider.settings, issuer, otherClientIds: ["one-tap"] };
  const config = { ...defaultAuthConfig({ isDemo: true, origin, brand: "Ariane" }), ...auth };
  return createWire({ db, settings: { identityProvider, auth: config }, clock });
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
const verified = (email: string): Person => ({ sub: `id-${email}`, email, email_verified: true, name: "Claire D." });

/** The claims of a valid token. */
function claimsFor(email: string, on = wire): Record<string, unknown> {
  const seconds = Math.floor(on.clock.now().getTime() / 1000);
  return { iss: provider.issuer, aud: "site", iat: seconds, exp: seconds + 600, ...verified(email) };
}

const exchange = (fields: Record<string, unknown>, on = wire) =>
  on.send("POST", "/token?grant_type=id_token", { body: { provider: "google", ...fields } });

async function exchangeClaims(change: Record<string, unknown>, fields: Record<string, unknown> = {}, on = wire) {
  const claims = { ...claimsFor(nextEmail(), on), ...change };
  return exchange({ id_token: await provider.signIdToken(claims), ...fields }, on);
}

describe("The published client", () => {
  test("signs in with the token that One Tap gave it, its nonce and its access token", async () => {
    const email = nextEmail();
    provider.signIn = verified(email);
    const tokens = await askForTokens(provider, sha256("of this page"));
    const { data, error } = await wire.client().auth.signInWithIdToken({
      provider: "google",
      token: tokens.id_token,
      access_token: tokens.access_token,
      nonce: "of this page",
    });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({
      email,
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: { full_name: "Claire D.", email_verified: true },
      identities: [{ provider: "google", id: `id-${email}` }],
    });
    expect(readClaims(data.session!.access_token)).toMatchObject({ amr: [{ method: "oauth" }], aal: "aal1" });
  });

  test("links the identity of a token to the account that is signed in", async () => {
    const client = wire.client();
    const { email } = await signUpCustomer(wire);
    const password = await client.auth.signInWithPassword({ email, password: "Bruyère-Matin-57" });
    provider.signIn = verified(nextEmail("autre"));
    const { id_token: token } = await askForTokens(provider);
    const { data, error } = await client.auth.linkIdentity({ provider: "google", token });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: password.data.user!.id, email });
    expect(data.user!.identities!.map((identity) => identity.provider)).toEqual(["email", "google"]);
  });
});

test("The account is the one of the redirect: found by its identity, joined by its verified address", async () => {
  const customer = await signUpCustomer(wire);
  const joined = await exchange({ id_token: await provider.signIdToken(claimsFor(customer.email)) });
  expect(joined.body.user).toMatchObject({ id: customer.userId, app_metadata: { providers: ["email", "google"] } });
  const claims = { ...claimsFor(customer.email), email: nextEmail("changee"), jti: "second" };
  const again = await exchange({ id_token: await provider.signIdToken(claims) });
  expect(again.body.user.id).toBe(customer.userId);
});

describe("A token", () => {
  test("opens one session, also when it comes twenty times at once, and also under another signature", async () => {
    const email = nextEmail();
    const claims = claimsFor(email);
    const token = await provider.signIdToken(claims);
    const [header, payload, signature = ""] = token.split(".");
    // Of (r, s) and (r, n - s) both are signatures of the same text: ES256 does not say which.
    const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
    const bytes = Buffer.from(signature, "base64url");
    const s = BigInt(`0x${bytes.subarray(32).toString("hex")}`);
    const other = Buffer.from((order - s).toString(16).padStart(64, "0"), "hex");
    const twin = `${header}.${payload}.${Buffer.concat([bytes.subarray(0, 32), other]).toString("base64url")}`;
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => exchange({ id_token: index % 2 ? token : twin })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const late of answers.filter(({ status }) => status !== 200)) {
      expect({ status: late.status, body: late.body }).toEqual({
        status: 400,
        body: { code: "bad_jwt", message: "This ID token was already used" },
      });
    }
    const { rows } = await db.inspect(
      "select from auth.sessions join auth.users on users.id = user_id where email = $1",
      [email],
    );
    expect(rows).toHaveLength(1);
  });

  test("of one of our applications is taken, of another's is not", async () => {
    expect((await exchangeClaims({ aud: ["another", "one-tap"] })).status).toBe(200);
    for (const aud of ["another", ["another", "site.example"], "", "si", []]) {
      expect(expectProblem(await exchangeClaims({ aud }))).toEqual({ status: 400, code: "unexpected_audience" });
    }
    expect(expectProblem(await exchangeClaims({ aud: undefined }))).toEqual({ status: 400, code: "bad_jwt" });
  });

  test("is valid from its making to its end, by a clock 30 s apart", async () => {
    const on = createIdTokenWire({ clock: createClock() });
    const now = Math.floor(on.clock.now().getTime() / 1000);
    expect((await exchangeClaims({ iat: now + 29, exp: now + 600 }, {}, on)).status).toBe(200);
    expect((await exchangeClaims({ iat: now - 600, exp: now - 29 }, {}, on)).status).toBe(200);
    for (const times of [
      { iat: now + 32, exp: now + 600 },
      { iat: now - 600, exp: now - 32 },
      { nbf: now + 32 },
      { exp: undefined },
      { iat: undefined },
      { exp: "soon" },
      { iat: "now" },
    ]) {
      expect(expectProblem(await exchangeClaims(times, {}, on))).toEqual({ status: 400, code: "bad_jwt" });
    }
  });

  test.each([
    ["of another issuer", { iss: "https://accounts.google.com" }],
    ["of no issuer", { iss: undefined }],
    ["without a subject", { sub: undefined }],
    ["of an empty name", { sub: "" }],
    ["of a name that is a number", { sub: 7 }],
  ])("%s is not believed", async (_, change) => {
    expect(expectProblem(await exchangeClaims(change))).toEqual({ status: 400, code: "bad_jwt" });
  });

  test("signed by another key, unsigned, or changed since, is refused", async () => {
    const token = await provider.signIdToken(claimsFor(nextEmail()));
    const [header = "", payload = "", signature = ""] = token.split(".");
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const stranger = await startProvider();
    const forgeries = [
      await stranger.signIdToken(claimsFor(nextEmail())),
      `${encode({ alg: "none" })}.${payload}.`,
      `${encode({ alg: "HS256", kid: "test" })}.${payload}.${signature}`,
      `${encode({ alg: "ES256", kid: "other" })}.${payload}.${signature}`,
      `${encode({ alg: "RS256", kid: "test" })}.${payload}.${signature}`,
      `${header}.${encode(claimsFor(nextEmail()))}.${signature}`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      token.slice(0, -2),
      "x",
      "a.b.c",
      "x".repeat(20_000),
      "\u0000",
    ];
    stranger.stop();
    for (const forgery of forgeries) {
      expect(expectProblem(await exchange({ id_token: forgery }))).toEqual({ status: 400, code: "bad_jwt" });
    }
    expect((await exchange({ id_token: token })).status).toBe(200);
  });

  test.each([
    ["is not verified", { email_verified: false }],
    ["is said not to be verified in a text", { email_verified: "false" }],
    ["is verified in other words", { email_verified: "yes" }],
    ["is not said to be verified", { email_verified: undefined }],
    ["is absent", { email: undefined }],
    ["is no address", { email: "nobody" }],
  ])("whose address %s neither makes nor joins an account", async (_, change) => {
    const { status, body } = await exchangeClaims(change);
    expect({ status, code: body.code }).toEqual({ status: 422, code: "provider_email_needs_verification" });
  });

  test("whose address is said to be verified in a text opens an account", async () => {
    expect((await exchangeClaims({ email_verified: "true" })).status).toBe(200);
  });

  test("of a banned account opens nothing", async () => {
    const customer = await signUpCustomer(wire);
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [customer.userId]);
    const token = await provider.signIdToken(claimsFor(customer.email));
    expect(expectProblem(await exchange({ id_token: token }))).toEqual({ status: 403, code: "user_banned" });
  });

  test("makes no account where sign-ups are closed, and opens those that are", async () => {
    const customer = await signUpCustomer(wire);
    const on = createIdTokenWire({ auth: { enableSignup: false } });
    expect(expectProblem(await exchangeClaims({}, {}, on))).toEqual({ status: 422, code: "signup_disabled" });
    expect((await exchange({ id_token: await provider.signIdToken(claimsFor(customer.email)) }, on)).status).toBe(200);
  });
});

describe("The nonce", () => {
  const missing = "Passed nonce and nonce in id_token should either both exist or not.";
  test.each([
    ["of the page", sha256("page"), "page", 200, undefined],
    ["of another page", sha256("other"), "page", 400, "Nonces mismatch"],
    ["of the page in clear", "page", "page", 400, "Nonces mismatch"],
    ["in the token only", sha256("page"), undefined, 400, missing],
    ["in the request only", undefined, "page", 400, missing],
    ["in the token, and empty in the request", sha256("page"), "", 400, missing],
  ])("%s", async (_, claim, given, status, message) => {
    const answer = await exchangeClaims({ nonce: claim }, { nonce: given });
    expect({ status: answer.status, message: answer.body.message }).toEqual({ status, message });
  });

  test("is not looked at where the settings say so", async () => {
    const on = createIdTokenWire({ auth: { google: { skipNonceCheck: true } } });
    expect((await exchangeClaims({ nonce: sha256("page") }, {}, on)).status).toBe(200);
    expect((await exchangeClaims({}, { nonce: "page" }, on)).status).toBe(200);
  });
});

test.each([
  ["cut in the middle of a character", `${"a".repeat(499)}😀`, `${"a".repeat(499)}\ufffd`],
  ["with half a character", "Claire \ud83d D.", "Claire \ufffd D."],
  ["with a null character", "Cl\u0000aire", "Claire"],
])("A name %s is kept as far as it is one", async (_, name, kept) => {
  const { status, body } = await exchangeClaims({ name });
  expect([status, body.user.user_metadata.full_name]).toEqual([200, kept]);
});

test.each([
  ["half a character", "id-\ud83d"],
  ["a null character", "id-\u0000"],
  ["more than 255 characters", "1".repeat(256)],
])("An id with %s is none of a provider's", async (_, sub) => {
  expect(expectProblem(await exchangeClaims({ sub }))).toEqual({ status: 400, code: "bad_jwt" });
});

test("An access token that came with another ID token is refused", async () => {
  const digest = createHash("sha256").update("access of this token").digest();
  const at_hash = digest.subarray(0, 16).toString("base64url");
  const refused = await exchangeClaims({ at_hash }, { access_token: "access of another" });
  expect(expectProblem(refused)).toEqual({ status: 400, code: "bad_jwt" });
  const halved = digest.toString("base64url");
  expect((await exchangeClaims({ at_hash: halved }, { access_token: "access of this token" })).status).toBe(400);
  expect((await exchangeClaims({ at_hash }, { access_token: "access of this token" })).status).toBe(200);
  expect((await exchangeClaims({ at_hash })).status).toBe(200);
});

describe("Asking", () => {
  test.each([
    ["no token", {}],
    ["null", { id_token: null }],
    ["no provider", { id_token: "x", provider: undefined }],
    ["another provider", { id_token: "x", provider: "facebook" }],
    ["another issuer", { id_token: "x", provider: undefined, issuer: "https://evil.example", client_id: "x" }],
    ["a provider of 10,000 characters", { id_token: "x", provider: "g".repeat(10_000) }],
  ])("with %s is refused", async (_, fields) => {
    expect(expectProblem(await exchange(fields))).toEqual({ status: 400, code: "validation_failed" });
  });

  test.each([
    ["a number", { id_token: 7 }],
    ["a list", { id_token: ["x"] }],
    ["a nonce that is a number", { id_token: "x", nonce: 7 }],
    ["an access token that is an object", { id_token: "x", access_token: {} }],
  ])("with %s is no JSON of the wire", async (_, fields) => {
    expect(expectProblem(await exchange(fields))).toEqual({ status: 400, code: "bad_json" });
  });

  test("by the issuer's own name is taken", async () => {
    const { status } = await exchangeClaims({}, { provider: undefined, issuer: provider.issuer, client_id: "site" });
    expect(status).toBe(200);
  });

  test("to link needs a user, and leave to do so", async () => {
    const link = { link_identity: true };
    expect(expectProblem(await exchangeClaims({}, link))).toEqual({ status: 401, code: "no_authorization" });
    const on = createIdTokenWire({ auth: { enableManualLinking: false } });
    const { access: token } = await signUpCustomer(on);
    const body = { provider: "google", id_token: await provider.signIdToken(claimsFor(nextEmail())), ...link };
    const refused = await on.send("POST", "/token?grant_type=id_token", { body, token });
    expect(expectProblem(refused)).toEqual({ status: 404, code: "manual_linking_disabled" });
  });

  test("a site without a provider says so", async () => {
    const bare = createWire({ db, settings: { identityProvider: undefined } });
    expect(expectProblem(await exchange({ id_token: "x" }, bare))).toEqual({ status: 400, code: "provider_disabled" });
  });

  test("while the provider is away is told to come back", async () => {
    const away = createIdTokenWire({ issuer: "http://127.0.0.1:9" });
    expect(expectProblem(await exchangeClaims({}, {}, away))).toMatchObject({ status: 503 });
    expect(expectProblem(await exchange({ id_token: "x" }, away))).toEqual({ status: 400, code: "bad_jwt" });
  });
});
