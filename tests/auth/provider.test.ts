import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

import { describe, expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  expectProblem,
  fragmentOf,
  goodPassword,
  nextEmail,
  origin,
  productionSettings,
  readClaims,
  signUpCustomer,
  type Clock,
  type CookieJar,
  type Wire,
} from "./support.ts";
import { startProviderForFile, visitProvider, type Person } from "./test-provider.ts";

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const wire = createProviderWire();

function createProviderWire(options: { clock?: Clock; issuer?: string } = {}): Wire {
  const identityProvider = { ...provider.settings, ...(options.issuer && { issuer: options.issuer }) };
  return createWire({ db, settings: { identityProvider }, clock: options.clock ?? createClock() });
}

async function challenge(verifier = "v".repeat(64)) {
  const hash = await crypto.subtle.digest("SHA-256", Buffer.from(verifier));
  return { verifier, query: `code_challenge=${Buffer.from(hash).toString("base64url")}&code_challenge_method=s256` };
}

async function start(on = wire, redirectTo = `${origin}/secretariat?step=2`): Promise<string> {
  const { query } = await challenge();
  const { status, headers, text } = await on.send(
    "GET",
    `/authorize?provider=google&redirect_to=${encodeURIComponent(redirectTo)}&${query}`,
    { apiKey: null },
  );
  if (status !== 302) throw new Error(`/authorize answered ${status}: ${text}`);
  return headers.get("location") ?? "";
}

async function comeBack(person: Person | { error: string }, on = wire): Promise<URL> {
  provider.signIn = person;
  const callback = await visitProvider(await start(on));
  const { status, headers } = await on.send("GET", callback, { apiKey: null });
  expect(status).toBe(303);
  return new URL(headers.get("location") ?? "");
}

async function signInAs(person: Person, on = wire) {
  const landed = await comeBack(person, on);
  const { verifier } = await challenge();
  const body = { auth_code: landed.searchParams.get("code"), code_verifier: verifier };
  return on.send("POST", "/token?grant_type=pkce", { body });
}

const verified = (email: string): Person => ({
  sub: `person-${email}`,
  email,
  email_verified: true,
  name: "Claire D.",
});

describe("The published client", () => {
  test("signs in with the provider and comes back where it was, with step=2", async () => {
    const client = wire.client({ flowType: "pkce" });
    const email = nextEmail();
    const { data, error } = await client.auth.signInWithOAuth({
      provider: "google",
      options: { redirectTo: `${origin}/secretariat?step=2`, skipBrowserRedirect: true },
    });
    expect(error).toBeNull();
    const authorized = await wire.send("GET", data.url!.replace(`${origin}/auth/v1`, ""), { apiKey: null });
    provider.signIn = verified(email);
    const callback = await visitProvider(authorized.headers.get("location")!);
    const landed = new URL((await wire.send("GET", callback, { apiKey: null })).headers.get("location")!);
    expect(landed.origin + landed.pathname).toBe(`${origin}/secretariat`);
    expect(landed.searchParams.get("step")).toBe("2");

    const exchanged = await client.auth.exchangeCodeForSession(landed.searchParams.get("code")!);
    expect(exchanged.error).toBeNull();
    expect(exchanged.data.user).toMatchObject({
      email,
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: { full_name: "Claire D.", email_verified: true },
    });
    expect(exchanged.data.user?.identities).toMatchObject([{ provider: "google", id: `person-${email}` }]);
    expect(readClaims(exchanged.data.session!.access_token).amr).toMatchObject([{ method: "oauth" }]);
  });

  test("without PKCE gets tokens in the fragment, in the browser that started", async () => {
    const email = nextEmail();
    const started = await wire.send("GET", `/authorize?provider=google&redirect_to=${origin}/`, { apiKey: null });
    const cookie = started.headers.getSetCookie()[0] ?? "";
    expect(cookie).toMatch(/HttpOnly/);
    expect(cookie).toMatch(/SameSite=Lax/);
    provider.signIn = verified(email);
    const callback = await visitProvider(started.headers.get("location")!);
    const landed = await wire.send("GET", callback, { apiKey: null, headers: { cookie: cookie.split(";")[0] ?? "" } });
    const tokens = fragmentOf(landed.headers.get("location"));
    expect((await wire.send("GET", "/user", { token: tokens.get("access_token")! })).body).toMatchObject({ email });
  });

  test("without PKCE in another browser gets nothing: a stranger's sign-in is not planted", async () => {
    const started = await wire.send("GET", "/authorize?provider=google", { apiKey: null });
    provider.signIn = verified(nextEmail());
    const callback = await visitProvider(started.headers.get("location")!);
    const landed = await wire.send("GET", callback, { apiKey: null });
    expect(landed.headers.get("location")).toContain("error_code=bad_oauth_state");
  });
});

test("The provider is asked with a state, a nonce and PKCE, and whatever of its own screen we pass on", async () => {
  const { query } = await challenge();
  const { status, headers } = await wire.send(
    "GET",
    `/authorize?provider=google&${query}&prompt=select_account&login_hint=a%40b.example&state=mine&redirect_uri=http://evil.example&client_id=x`,
  );
  expect(status).toBe(302);
  const address = new URL(headers.get("location") ?? "");
  expect(address.origin).toBe(provider.issuer);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: "site",
    redirect_uri: `${origin}/auth/v1/callback`,
    response_type: "code",
    scope: "openid email profile",
    state: expect.stringMatching(/^[\da-f-]{36}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: "S256",
    prompt: "select_account",
    login_hint: "a@b.example",
  });
});

test.each([
  ["no provider", "", 400],
  ["an unknown provider", "provider=facebook", 400],
  ["a plain challenge", `provider=google&code_challenge=${"x".repeat(43)}&code_challenge_method=plain`, 400],
  ["a challenge without method", `provider=google&code_challenge=${"x".repeat(43)}`, 400],
  ["a short challenge", "provider=google&code_challenge=xyz&code_challenge_method=s256", 400],
  [
    "a challenge of 129 characters",
    `provider=google&code_challenge=${"x".repeat(129)}&code_challenge_method=s256`,
    400,
  ],
])("Starting with %s is refused, as JSON", async (_, query, status) => {
  expect(expectProblem(await wire.send("GET", `/authorize?${query}`))).toEqual({ status, code: "validation_failed" });
});

test("A site without a provider says so", async () => {
  const bare = createWire({ db, settings: { ...productionSettings, identityProvider: undefined } });
  expect(expectProblem(await bare.send("GET", "/authorize?provider=google"))).toMatchObject({ status: 400 });
  expect((await bare.send("GET", "/settings")).body.external.google).toBe(false);
});

describe("The account", () => {
  const userOf = async (email: string) =>
    (await db.inspect<any>("select * from auth.users where email = $1", [email])).rows[0];

  test("is made once, and found again by the provider's name for it, even under a new address", async () => {
    const email = nextEmail();
    const first = await signInAs(verified(email));
    const again = await signInAs({ ...verified(email), email: nextEmail("changee") });
    expect(again.body.user.id).toBe(first.body.user.id);
    expect(again.body.user.email).toBe(email);
  });

  test("of a customer is joined when the provider has verified the address", async () => {
    const customer = await signUpCustomer(wire);
    const { body } = await signInAs(verified(customer.email.toUpperCase()));
    expect(body.user.id).toBe(customer.userId);
    expect(body.user.app_metadata).toEqual({ provider: "email", providers: ["email", "google"] });
    const password = await wire.send("POST", "/token?grant_type=password", {
      body: { email: customer.email, password: goodPassword },
    });
    expect(password.status).toBe(200);
  });

  test.each([
    ["not verified", (email: string): Person => ({ sub: `s-${email}`, email, email_verified: false })],
    ["not said to be verified", (email: string): Person => ({ sub: `s-${email}`, email })],
    ["absent", (email: string): Person => ({ sub: `s-${email}`, email_verified: true })],
    ["no address", (email: string): Person => ({ sub: `s-${email}`, email: "nobody", email_verified: true })],
  ])("is neither made nor joined when the address is %s", async (_, person) => {
    const customer = await signUpCustomer(wire);
    const fresh = nextEmail();
    for (const email of [customer.email, fresh]) {
      const landed = await comeBack(person(email));
      expect(landed.searchParams.get("error_code")).toBe("provider_email_needs_verification");
      expect(landed.searchParams.get("code")).toBeNull();
    }
    expect(await userOf(fresh)).toBeUndefined();
    expect((await db.inspect("select 1 from auth.identities where user_id = $1", [customer.userId])).rowCount).toBe(1);
  });

  test("that is unconfirmed loses its sign-up's password, sessions, identity and words", async () => {
    const squatter = await signUpCustomer(wire);
    await wire.send("PUT", "/user", { token: squatter.access, body: { data: { voice: "Alice" } } });
    await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [squatter.userId]);
    const { body } = await signInAs(verified(squatter.email));
    expect(body.user).toMatchObject({
      id: squatter.userId,
      app_metadata: { provider: "google", providers: ["google"] },
      user_metadata: { full_name: "Claire D.", email_verified: true },
      identities: [{ provider: "google" }],
    });
    expect(body.user.user_metadata).not.toHaveProperty("voice");
    expect(await userOf(squatter.email)).toMatchObject({ encrypted_password: null });
    expect(expectProblem(await wire.send("GET", "/user", { token: squatter.access }))).toMatchObject({
      code: "session_not_found",
    });
  });

  test("that is banned is not opened", async () => {
    const customer = await signUpCustomer(wire);
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [customer.userId]);
    expect((await comeBack(verified(customer.email))).searchParams.get("error_code")).toBe("user_banned");
  });

  test("is created once by two concurrent callbacks", async () => {
    const email = nextEmail();
    provider.signIn = verified(email);
    const callbacks = [await visitProvider(await start()), await visitProvider(await start())];
    const landed = await Promise.all(callbacks.map((callback) => wire.send("GET", callback, { apiKey: null })));
    for (const { headers } of landed) expect(headers.get("location")).toContain("code=");
    expect((await db.inspect("select 1 from auth.users where email = $1", [email])).rowCount).toBe(1);
  });
});

describe("The tokens of the provider", () => {
  test("reach the client with its session, once, and are nowhere in clear meanwhile", async () => {
    provider.signIn = verified(nextEmail());
    const { query, verifier } = await challenge("t".repeat(64));
    const asked = `provider=google&scopes=offline_access&prompt=consent&${query}`;
    const started = await wire.send("GET", `/authorize?${asked}`, { apiKey: null });
    expect(new URL(started.headers.get("location")!).searchParams.get("scope")).toBe(
      "openid email profile offline_access",
    );
    const callback = await visitProvider(started.headers.get("location")!);
    const landed = new URL((await wire.send("GET", callback, { apiKey: null })).headers.get("location")!);
    const { rows } = await db.inspect<{ kept: string; flow: string }>(
      `select sealed_provider_tokens as kept, to_jsonb(flow_state)::text as flow
       from auth.flow_state where code_challenge = $1`,
      [new URLSearchParams(query).get("code_challenge")],
    );
    const body = { auth_code: landed.searchParams.get("code"), code_verifier: verifier };
    const session = (await wire.send("POST", "/token?grant_type=pkce", { body })).body;
    expect(session.provider_token).toMatch(/^[\w-]{20,}$/);
    expect(session.provider_refresh_token).toMatch(/^[\w-]{20,}$/);
    for (const token of [session.provider_token, session.provider_refresh_token]) {
      expect(Buffer.from(rows[0]!.kept, "base64url").toString("latin1")).not.toContain(token);
      expect(rows[0]!.flow).not.toContain(token);
    }
    const me = await fetch(`${provider.issuer}/me`, { headers: { authorization: `Bearer ${session.provider_token}` } });
    expect(me.status).toBe(200);
    const refreshed = await wire.send("POST", "/token?grant_type=refresh_token", {
      body: { refresh_token: session.refresh_token },
    });
    expect(refreshed.body.provider_token).toBeUndefined();
    const { rowCount } = await db.inspect("select from auth.flow_state where sealed_provider_tokens = $1", [
      rows[0]!.kept,
    ]);
    expect(rowCount).toBe(0);
  });

  test("stand in the fragment without PKCE, and in no row", async () => {
    const jar: CookieJar = new Map();
    const started = await wire.send("GET", "/authorize?provider=google", { apiKey: null, jar });
    provider.signIn = verified(nextEmail());
    const callback = await visitProvider(started.headers.get("location")!);
    const landed = await wire.send("GET", callback, { apiKey: null, jar });
    const tokens = fragmentOf(landed.headers.get("location"));
    expect(tokens.get("provider_token")).toMatch(/^[\w-]{20,}$/);
    expect(tokens.has("provider_refresh_token")).toBe(false);
    const { rows } = await db.inspect("select to_jsonb(flow_state) as flow from auth.flow_state");
    expect(JSON.stringify(rows)).not.toContain(tokens.get("provider_token"));
  });

  test.each(['x"y', "\\", "é", "a".repeat(1001)])("are asked with no scope like %j", async (scopes) => {
    const asked = `provider=google&scopes=${encodeURIComponent(scopes)}`;
    const { headers } = await wire.send("GET", `/authorize?${asked}`, { apiKey: null });
    expect(new URL(headers.get("location")!).searchParams.get("scope")).toBe("openid email profile");
  });
});

describe("Coming back", () => {
  test.each(["access_denied", "server_error"])("with %s tells the page, in query and fragment", async (error) => {
    const landed = await comeBack({ error });
    expect(landed.origin + landed.pathname).toBe(`${origin}/secretariat`);
    expect(landed.searchParams.get("step")).toBe("2");
    expect(landed.searchParams.get("error")).toBe(error);
    expect(landed.searchParams.get("error_description")).toBe(`The provider answered ${error}`);
    expect(fragmentOf(landed.href).get("error")).toBe(error);
  });

  test("works once for each state", async () => {
    provider.signIn = verified(nextEmail());
    const callback = await visitProvider(await start());
    expect((await wire.send("GET", callback)).headers.get("location")).toContain("code=");
    const again = new URL((await wire.send("GET", callback)).headers.get("location") ?? "");
    expect(again.searchParams.get("error_code")).toBe("bad_oauth_state");
    expect(again.origin + again.pathname).toBe(`${origin}/`);
  });

  test("after 10 minutes is too late", async () => {
    const on = createProviderWire();
    provider.signIn = verified(nextEmail());
    const callback = await visitProvider(await start(on));
    on.clock.advance(10 * 60_000 + 1);
    expect((await on.send("GET", callback)).headers.get("location")).toContain("error_code=flow_state_expired");
  });

  test("with another visitor's code is not believed: code and state belong together", async () => {
    provider.signIn = verified(nextEmail());
    const theirs = new URL(`${origin}${await visitProvider(await start())}`);
    const ours = new URL(`${origin}${await visitProvider(await start())}`);
    ours.searchParams.set("code", theirs.searchParams.get("code")!);
    const landed = await wire.send("GET", ours.pathname + ours.search);
    expect(landed.headers.get("location")).toContain("error_code=bad_oauth_callback");
  });

  test.each([
    ["a false code", (query: URLSearchParams) => query.set("code", "false")],
    ["no code", (query: URLSearchParams) => query.delete("code")],
    ["another issuer", (query: URLSearchParams) => query.set("iss", "https://evil.example")],
    ["two codes", (query: URLSearchParams) => query.append("code", "second")],
  ])("with %s is refused, and says nothing of ours", async (_, change) => {
    provider.signIn = verified(nextEmail());
    const callback = new URL(`${origin}${await visitProvider(await start())}`);
    change(callback.searchParams);
    const landed = new URL((await wire.send("GET", callback.pathname + callback.search)).headers.get("location") ?? "");
    expect(landed.searchParams.get("error_code")).toBe("bad_oauth_callback");
    expect(landed.searchParams.get("error_description")).toBe(
      "OAuth callback is not what the provider should have sent",
    );
  });

  test("with forged words in the address shows none of them", async () => {
    const state = new URL(await start()).searchParams.get("state");
    const query = new URLSearchParams({
      state: state!,
      iss: provider.issuer,
      error: "<b>Appelez le 0899</b>",
      error_description: "Appelez le 0899",
    });
    const location = (await wire.send("GET", `/callback?${query}`)).headers.get("location");
    expect(location).toContain("error=server_error");
    expect(location).not.toContain("0899");
  });

  test.each([
    "",
    "?state=",
    "?state=x",
    "?code=x",
    "?state=00000000-0000-4000-8000-000000000000&code=x",
    "?state=%00",
    "?state=' or true --",
  ])("with a false state %s leads to the site", async (query) => {
    const { status, headers } = await wire.send("GET", `/callback${encodeURI(query)}`, { apiKey: null });
    expect(status).toBe(303);
    expect(headers.get("location")).toMatch(
      /^http:\/\/localhost:3000\/\?error=invalid_request&error_code=bad_oauth_state/,
    );
  });
});

describe("A code", () => {
  async function newCode(on = wire) {
    return (await comeBack(verified(nextEmail()), on)).searchParams.get("code")!;
  }
  const exchange = (code: unknown, verifier: unknown, on = wire) =>
    on.send("POST", "/token?grant_type=pkce", { body: { auth_code: code, code_verifier: verifier } });

  test("is exchanged once", async () => {
    const code = await newCode();
    const { verifier } = await challenge();
    const answers = await Promise.all(Array.from({ length: 10 }, () => exchange(code, verifier)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const late of answers.filter(({ status }) => status !== 200)) {
      expect(expectProblem(late)).toEqual({ status: 404, code: "flow_state_not_found" });
    }
  });

  test("with another browser's verifier is refused, and used up", async () => {
    const code = await newCode();
    expect(expectProblem(await exchange(code, "w".repeat(64)))).toEqual({ status: 400, code: "bad_code_verifier" });
    expect(expectProblem(await exchange(code, (await challenge()).verifier))).toEqual({
      status: 404,
      code: "flow_state_not_found",
    });
  });

  test("is valid 10 minutes", async () => {
    const on = createProviderWire();
    const [early, late] = [await newCode(on), await newCode(on)];
    const { verifier } = await challenge();
    on.clock.advance(10 * 60_000);
    expect((await exchange(early, verifier, on)).status).toBe(200);
    on.clock.advance(1);
    expect(expectProblem(await exchange(late, verifier, on))).toEqual({ status: 422, code: "flow_state_expired" });
  });

  test.each([
    ["nothing", undefined, undefined],
    ["no verifier", crypto.randomUUID(), ""],
  ])("that is %s is refused", async (_, code, verifier) => {
    expect(expectProblem(await exchange(code, verifier))).toEqual({ status: 400, code: "validation_failed" });
  });

  test("is not what is kept of it", async () => {
    const code = await newCode();
    const { rows } = await db.inspect("select to_jsonb(flow_state) as flow from auth.flow_state");
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

test("A provider that does not answer sends the visitor back to the page, and is asked again next time", async () => {
  const dead = createServer();
  await new Promise<void>((resolve) => dead.listen(0, "127.0.0.1", resolve));
  const { port } = dead.address() as AddressInfo;
  await new Promise((resolve) => dead.close(resolve));
  const on = createProviderWire({ issuer: `http://127.0.0.1:${port}` });
  for (let tries = 0; tries < 2; tries += 1) {
    const location = new URL(await start(on));
    expect(location.origin + location.pathname).toBe(`${origin}/secretariat`);
    expect(location.searchParams.get("error")).toBe("temporarily_unavailable");
  }
});
