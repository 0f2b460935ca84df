import { describe, expect, test } from "vitest";

import { defaultAuthConfig } from "#engine/settings/auth-config.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  expectProblem,
  fragmentOf,
  goodPassword,
  otherMailsTo,
  nextEmail,
  origin,
  signUpCustomer,
  type CookieJar,
  type SignedIn,
  type Wire,
} from "./support.ts";
import { startProviderForFile, visitProvider, type Person } from "./test-provider.ts";

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const wire = createLinkingWire();

function createLinkingWire(auth = {}): Wire {
  const config = { ...defaultAuthConfig({ isDemo: true, origin, brand: "Ariane" }), ...auth };
  return createWire({ db, settings: { identityProvider: provider.settings, auth: config }, clock: createClock() });
}

const verified = (email: string): Person => ({ sub: `link-${email}`, email, email_verified: true, name: "Claire D." });
const identitiesOf = async ({ userId }: SignedIn) =>
  (
    await db.inspect<{ id: string; provider: string }>(
      "select id, provider from auth.identities where user_id = $1 order by created_at, provider",
      [userId],
    )
  ).rows;

/** Asks as the published client does, and goes to the provider and back in the same browser unless told otherwise. */
async function link(customer: SignedIn, person: Person, on = wire, back?: CookieJar) {
  const jar: CookieJar = new Map();
  const query = `provider=google&redirect_to=${origin}/dashboard&skip_http_redirect=true`;
  const asked = await on.send("GET", `/user/identities/authorize?${query}`, { token: customer.access, jar });
  if (asked.status !== 200) return asked;
  provider.signIn = person;
  const callback = await visitProvider(asked.body.url);
  return on.send("GET", callback, { apiKey: null, jar: back ?? jar });
}

const errorOf = (landed: { headers: Headers }) =>
  new URL(landed.headers.get("location") ?? "").searchParams.get("error_code");

describe("Linking by redirect", () => {
  test("comes back to the account that asked, as the published client does it with PKCE", async () => {
    const jar: CookieJar = new Map();
    const client = wire.client({ flowType: "pkce", jar });
    const { email, userId } = await signUpCustomer(wire);
    await client.auth.signInWithPassword({ email, password: goodPassword });
    const asked = await client.auth.linkIdentity({
      provider: "google",
      options: { redirectTo: `${origin}/dashboard`, skipBrowserRedirect: true },
    });
    expect(asked.error).toBeNull();
    expect(new URL(asked.data.url!).origin).toBe(provider.issuer);

    const outside = nextEmail("ailleurs");
    provider.signIn = verified(outside);
    const landed = await wire.send("GET", await visitProvider(asked.data.url!), { apiKey: null, jar });
    const address = new URL(landed.headers.get("location") ?? "");
    expect(address.origin + address.pathname).toBe(`${origin}/dashboard`);
    const { data, error } = await client.auth.exchangeCodeForSession(address.searchParams.get("code")!);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ id: userId, email, app_metadata: { providers: ["email", "google"] } });

    const listed = await client.auth.getUserIdentities();
    expect(listed.data!.identities.map(({ provider: name, id }) => [name, id])).toEqual([
      ["email", userId],
      ["google", `link-${outside}`],
    ]);
    const removed = await client.auth.unlinkIdentity(listed.data!.identities[1]!);
    expect(removed.error).toBeNull();
    expect((await client.auth.getUserIdentities()).data!.identities).toHaveLength(1);
    expect((await otherMailsTo(db, email)).map(({ template, data: told }) => [template, told])).toEqual([
      ["factor-changed", { change: "added", factor: "google" }],
      ["factor-changed", { change: "removed", factor: "google" }],
    ]);
  });

  test("answers a redirect to who follows it, and tokens in the fragment without PKCE", async () => {
    const customer = await signUpCustomer(wire);
    const query = `provider=google&redirect_to=${origin}/dashboard`;
    const asked = await wire.send("GET", `/user/identities/authorize?${query}`, { token: customer.access });
    expect(asked.status).toBe(302);
    expect(asked.headers.get("location")).toContain(provider.issuer);
    const landed = await link(customer, verified(nextEmail()));
    const tokens = fragmentOf(landed.headers.get("location"));
    expect((await wire.send("GET", "/user", { token: tokens.get("access_token")! })).body.id).toBe(customer.userId);
  });

  test("does not look at the address: it may be another one, or another account's", async () => {
    const [customer, other] = [await signUpCustomer(wire), await signUpCustomer(wire)];
    expect(errorOf(await link(customer, { ...verified(other.email), sub: `of-${customer.userId}` }))).toBeNull();
    expect(await identitiesOf(customer)).toHaveLength(2);
    expect(await identitiesOf(other)).toHaveLength(1);
    expect((await wire.send("GET", "/user", { token: customer.access })).body.email).toBe(customer.email);
  });

  test("takes no identity of another account, and none twice", async () => {
    const [owner, thief] = [await signUpCustomer(wire), await signUpCustomer(wire)];
    const person = verified(nextEmail());
    expect(errorOf(await link(owner, person))).toBeNull();
    for (const asking of [thief, owner]) {
      const landed = await link(asking, person);
      expect(errorOf(landed)).toBe("identity_already_exists");
      expect(landed.headers.get("location")).not.toContain("access_token");
    }
    expect(await identitiesOf(thief)).toHaveLength(1);
  });

  test("of one identity to two accounts at once gives it to one", async () => {
    const person = verified(nextEmail());
    const customers = await Promise.all(Array.from({ length: 6 }, () => signUpCustomer(wire)));
    provider.signIn = person;
    const callbacks = [];
    for (const customer of customers) {
      const jar: CookieJar = new Map();
      const asked = await wire.send("GET", "/user/identities/authorize?provider=google&skip_http_redirect=true", {
        token: customer.access,
        jar,
      });
      callbacks.push({ jar, path: await visitProvider(asked.body.url) });
    }
    const landed = await Promise.all(callbacks.map(({ jar, path }) => wire.send("GET", path, { apiKey: null, jar })));
    const errors = landed.map(errorOf);
    expect(errors.filter((error) => error === null)).toHaveLength(1);
    expect(errors.filter((error) => error === "identity_already_exists")).toHaveLength(5);
  });

  test("happens in no other browser: a victim who opens a sent address gets no identity added", async () => {
    const attacker = await signUpCustomer(wire);
    expect(errorOf(await link(attacker, verified(nextEmail("victime")), wire, new Map()))).toBe("bad_oauth_state");
    const jar: CookieJar = new Map();
    const query = `provider=google&code_challenge=${"x".repeat(43)}&code_challenge_method=s256&skip_http_redirect=true`;
    const asked = await wire.send("GET", `/user/identities/authorize?${query}`, { token: attacker.access, jar });
    provider.signIn = verified(nextEmail("victime"));
    expect(errorOf(await wire.send("GET", await visitProvider(asked.body.url)))).toBe("bad_oauth_state");
    expect(await identitiesOf(attacker)).toHaveLength(1);
  });

  test("is called off by signing out meanwhile", async () => {
    const customer = await signUpCustomer(wire);
    const jar: CookieJar = new Map();
    const asked = await wire.send("GET", "/user/identities/authorize?provider=google&skip_http_redirect=true", {
      token: customer.access,
      jar,
    });
    await wire.send("POST", "/logout?scope=local", { token: customer.access });
    provider.signIn = verified(nextEmail());
    const landed = await wire.send("GET", await visitProvider(asked.body.url), { apiKey: null, jar });
    expect(errorOf(landed)).toBe("bad_oauth_state");
    expect(await identitiesOf(customer)).toHaveLength(1);
  });

  test("gives an anonymous account its address", async () => {
    const { userId, access } = await signUpCustomer(wire);
    await db.inspect("update auth.users set email = null, is_anonymous = true where id = $1", [userId]);
    await db.inspect("delete from auth.identities where user_id = $1", [userId]);
    const visitor = { userId, access } as SignedIn;
    const taken = await signUpCustomer(wire);
    expect(errorOf(await link(visitor, { ...verified(taken.email), sub: `taken-${userId}` }))).toBe("email_exists");
    const email = nextEmail();
    expect(errorOf(await link(visitor, verified(email)))).toBeNull();
    expect((await wire.send("GET", "/user", { token: access })).body).toMatchObject({
      id: userId,
      email,
      is_anonymous: false,
    });
  });

  test.each([
    ["no provider", "", 400, "validation_failed"],
    ["an unknown provider", "provider=facebook", 400, "validation_failed"],
    [
      "a plain challenge",
      `provider=google&code_challenge=${"x".repeat(43)}&code_challenge_method=plain`,
      400,
      "validation_failed",
    ],
  ])("with %s is refused, as JSON", async (_, query, status, code) => {
    const { access: token } = await signUpCustomer(wire);
    const refused = await wire.send("GET", `/user/identities/authorize?${query}`, { token });
    expect(expectProblem(refused)).toEqual({ status, code });
  });

  test("tells who asks that the provider does not answer", async () => {
    const identityProvider = { issuer: "http://127.0.0.1:9", clientId: "site", clientSecret: "x" };
    const away = createWire({ db, settings: { identityProvider } });
    const { access: token } = await signUpCustomer(away);
    const asked = await away.send("GET", "/user/identities/authorize?provider=google", { token });
    expect(expectProblem(asked)).toEqual({ status: 503, code: "service_unavailable" });
  });
});

describe("Unlinking", () => {
  const unlink = (customer: SignedIn, id: string, on = wire) =>
    on.send("DELETE", `/user/identities/${id}`, { token: customer.access });

  async function linked() {
    const customer = await signUpCustomer(wire);
    const email = nextEmail("ailleurs");
    await link(customer, verified(email));
    const [own, outside] = await identitiesOf(customer);
    return { customer, email, own: own!.id, outside: outside!.id };
  }

  test("keeps the last one, also when all are removed at once", async () => {
    const { customer, own, outside } = await linked();
    const answers = await Promise.all([unlink(customer, own), unlink(customer, outside), unlink(customer, own)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await identitiesOf(customer)).toHaveLength(1);
    const [last] = await identitiesOf(customer);
    expect(expectProblem(await unlink(customer, last!.id))).toEqual({
      status: 422,
      code: "single_identity_not_deletable",
    });
  });

  test("of the address one signs up with leaves the one that the other identity vouches for", async () => {
    const { customer, email, own } = await linked();
    await wire.send("POST", "/recover", { body: { email: customer.email } });
    expect((await unlink(customer, own)).status).toBe(200);
    expect((await wire.send("GET", "/user", { token: customer.access })).body).toMatchObject({
      id: customer.userId,
      email,
      app_metadata: { providers: ["google"] },
    });
    const left = await db.inspect("select 1 from auth.one_time_tokens where user_id = $1", [customer.userId]);
    expect(left.rowCount).toBe(0);
  });

  test("is refused when the remaining address is another account's", async () => {
    const [customer, other] = [await signUpCustomer(wire), await signUpCustomer(wire)];
    await link(customer, { ...verified(other.email), sub: `conflict-${customer.userId}` });
    const [own] = await identitiesOf(customer);
    expect(expectProblem(await unlink(customer, own!.id))).toEqual({
      status: 422,
      code: "email_conflict_identity_not_deletable",
    });
    expect(await identitiesOf(customer)).toHaveLength(2);
  });

  test("of a telephone forgets its number", async () => {
    const { customer } = await linked();
    await db.inspect("update auth.users set phone = '33600000000', phone_confirmed_at = now() where id = $1", [
      customer.userId,
    ]);
    const { rows } = await db.inspect<{ id: string }>(
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       values ($1::uuid, 'phone', $1::text, '{"phone": "33600000000"}') returning id`,
      [customer.userId],
    );
    expect((await unlink(customer, rows[0]!.id)).status).toBe(200);
    expect((await wire.send("GET", "/user", { token: customer.access })).body).toMatchObject({
      phone: "",
      email: customer.email,
    });
  });

  test("removes no identity of another account", async () => {
    const [{ customer }, other] = [await linked(), await linked()];
    for (const id of [other.outside, crypto.randomUUID()]) {
      expect(expectProblem(await unlink(customer, id))).toEqual({ status: 422, code: "identity_not_found" });
    }
    expect(await identitiesOf(other.customer)).toHaveLength(2);
    expect(expectProblem(await unlink(customer, "x"))).toEqual({ status: 404, code: "validation_failed" });
    expect(expectProblem(await unlink(customer, "x".repeat(10_000)))).toMatchObject({ status: 404 });
  });
});

describe("Either way", () => {
  const attempts = (customer: SignedIn, on = wire) =>
    Promise.all([
      on.send("GET", "/user/identities/authorize?provider=google", { token: customer.access }),
      on.send("DELETE", `/user/identities/${crypto.randomUUID()}`, { token: customer.access }),
    ]);

  test("the second factor is asked of who has one, at the start and on the way back", async () => {
    const customer = await signUpCustomer(wire);
    const jar: CookieJar = new Map();
    const asked = await wire.send("GET", "/user/identities/authorize?provider=google&skip_http_redirect=true", {
      token: customer.access,
      jar,
    });
    await db.inspect("insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified')", [
      customer.userId,
    ]);
    for (const refused of await attempts(customer)) {
      expect(expectProblem(refused)).toEqual({ status: 401, code: "insufficient_aal" });
    }
    provider.signIn = verified(nextEmail());
    const landed = await wire.send("GET", await visitProvider(asked.body.url), { apiKey: null, jar });
    expect(errorOf(landed)).toBe("insufficient_aal");

    await db.inspect("update auth.sessions set aal = 'aal2' where id = $1", [customer.sessionId]);
    expect(errorOf(await link(customer, verified(nextEmail())))).toBeNull();
  });

  test("nothing happens where the settings forbid it", async () => {
    const on = createLinkingWire({ enableManualLinking: false });
    for (const refused of await attempts(await signUpCustomer(on), on)) {
      expect(expectProblem(refused)).toEqual({ status: 404, code: "manual_linking_disabled" });
    }
  });

  test("nothing happens without a user, or after its session", async () => {
    const customer = await signUpCustomer(wire);
    await wire.send("POST", "/logout", { token: customer.access });
    for (const refused of await attempts(customer)) {
      expect(expectProblem(refused)).toEqual({ status: 403, code: "session_not_found" });
    }
    for (const refused of await attempts({ ...customer, access: wire.context.settings.publishableKey })) {
      expect(expectProblem(refused)).toEqual({ status: 401, code: "no_authorization" });
    }
  });
});
