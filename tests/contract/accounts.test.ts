import { generateKeyPairSync, sign } from "node:crypto";

import { base58 } from "@scure/base";
import type { AuthChangeEvent, SupabaseClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, test, vi } from "vitest";

import { enrollTotp, openApp } from "#tests/auth/authenticator-app.ts";
import {
  createWire,
  goodPassword,
  mailsTo,
  nextAddress,
  nextEmail,
  origin,
  productionSettings,
  signUpCustomer,
  type CookieJar,
  type Wire,
  wallClock,
} from "#tests/auth/support.ts";
import { askForTokens, startProviderForFile, visitProvider } from "#tests/auth/test-provider.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { versions } from "./versions.ts";

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const identityProvider = { ...provider.settings, otherClientIds: ["one-tap"] };
const wire = createWire({ db, clock: wallClock, settings: { identityProvider } });

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.each(versions)("The published client $version", ({ create, AuthClient, otherChain, emptyKeys, otherKeys }) => {
  const storageKey = "sb-localhost-auth-token";
  const connect = (options: Parameters<Wire["client"]>[0] = {}, on = wire) =>
    on.client({ create, address: nextAddress(), ...options });

  async function signedIn(options: Parameters<Wire["client"]>[0] = {}) {
    const client = connect(options);
    const email = nextEmail();
    const { data, error } = await client.auth.signUp({ email, password: goodPassword });
    expect(error).toBeNull();
    return { client, auth: client.auth, email, session: data.session!, user: data.user! };
  }

  /** As a page opened at this address reads it. */
  async function openPage(path: string, options: Parameters<Wire["client"]>[0] = {}) {
    const location = new URL(path, origin);
    vi.stubGlobal("document", { addEventListener() {}, visibilityState: "visible" });
    vi.stubGlobal("window", {
      location: { href: location.href, hash: location.hash },
      history: { replaceState() {} },
      addEventListener() {},
      removeEventListener() {},
    });
    vi.spyOn(console, "warn").mockImplementation(() => {});
    const client = connect({ detectSessionInUrl: true, ...options });
    const { error } = await client.auth.initialize();
    return { client, error };
  }

  describe("signs up and in", () => {
    test("with an address and a password: the session has all that it needs (DATA-21)", async () => {
      const { auth, email, user } = await signedIn();
      await auth.signOut();
      const { data, error } = await auth.signInWithPassword({ email, password: goodPassword });
      expect(error).toBeNull();
      expect(data.user!.id).toBe(user.id);
      expect(data.session).toMatchObject({
        access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
        refresh_token: expect.any(String),
        expires_in: 3600,
        expires_at: expect.any(Number),
        token_type: "bearer",
        user: { id: user.id, email },
      });
    });

    test("anonymously, and later gets an address", async () => {
      const { auth } = connect();
      const { data, error } = await auth.signInAnonymously({ options: { data: { from: "home" } } });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ is_anonymous: true, user_metadata: { from: "home" } });
      const email = nextEmail();
      const updated = await auth.updateUser({ email });
      expect(updated.error).toBeNull();
      expect(updated.data.user).toMatchObject({ id: data.user!.id, email, is_anonymous: false });
    });

    test("with a code from a mail", async () => {
      const { auth } = connect();
      const email = nextEmail();
      const asked = await auth.signInWithOtp({ email });
      expect(asked).toMatchObject({ data: { user: null, session: null }, error: null });
      const [mail] = await mailsTo(db, email);
      const { data, error } = await auth.verifyOtp({ email, token: mail!.data.code, type: "email" });
      expect(error).toBeNull();
      expect(data.session!.user.email).toBe(email);
    });

    test("at a provider, and gets its tokens (DATA-21)", async () => {
      const jar: CookieJar = new Map();
      const { auth } = connect({ flowType: "pkce", jar });
      const { data } = await auth.signInWithOAuth({
        provider: "google",
        options: {
          redirectTo: `${origin}/dashboard`,
          skipBrowserRedirect: true,
          scopes: "offline_access",
          queryParams: { prompt: "consent" },
        },
      });
      const email = nextEmail();
      provider.signIn = { sub: email, email, email_verified: true };
      const started = await wire.send("GET", data.url!.replace(`${origin}/auth/v1`, ""), { apiKey: null, jar });
      const callback = await visitProvider(started.headers.get("location")!);
      const landed = new URL((await wire.send("GET", callback, { apiKey: null, jar })).headers.get("location")!);
      const exchanged = await auth.exchangeCodeForSession(landed.searchParams.get("code")!);
      expect(exchanged.error).toBeNull();
      expect(exchanged.data.session).toMatchObject({
        user: { email },
        provider_token: expect.any(String),
        provider_refresh_token: expect.any(String),
      });
      const again = await auth.exchangeCodeForSession(landed.searchParams.get("code")!);
      expect(again.error).not.toBeNull();
    });

    test("with the ID token of a provider", async () => {
      const email = nextEmail();
      provider.signIn = { sub: email, email, email_verified: true };
      const { id_token: token } = await askForTokens(provider);
      const { auth } = connect();
      const { data, error } = await auth.signInWithIdToken({ provider: "google", token });
      expect(error).toBeNull();
      expect(data.user!.email).toBe(email);
      const copied = await connect().auth.signInWithIdToken({ provider: "google", token });
      expect(copied.error).toMatchObject({ name: "AuthApiError", status: 400 });
    });

    test.each([
      ["with a statement", "Ouvrir mon espace client"],
      ["without", undefined],
    ])("with a Solana wallet, %s, and with no other chain (AUTH-VAL-06)", async (_, statement) => {
      const { publicKey, privateKey } = generateKeyPairSync("ed25519");
      const address = base58.encode(Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url"));
      const wallet = {
        publicKey: { toBase58: () => address },
        signMessage: async (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
      };
      const { auth } = connect();
      const options = { url: `${origin}/dashboard`, signInWithSolana: { resources: [`${origin}/mentions-legales`] } };
      const signed = { chain: "solana", wallet, options, ...(statement && { statement }) };
      const { data, error } = await auth.signInWithWeb3(signed as never);
      expect(error).toBeNull();
      expect(data.user!.identities![0]!.id).toBe(`web3:solana:${address}`);
      await expect(auth.signInWithWeb3({ chain: "polygon" } as never)).rejects.toThrow(otherChain);
    });

    test("not by a company's own provider", async () => {
      const { error } = await connect().auth.signInWithSSO({ domain: "exemple.example" });
      expect(error).toMatchObject({ name: "AuthApiError", code: "saml_provider_disabled", status: 404 });
    });
  });

  describe("reads and changes the account", () => {
    test("with its identities and factors (DATA-22)", async () => {
      const { auth, session, user } = await signedIn();
      const app = await enrollTotp(wire, { access: session.access_token });
      const read = async () => (await auth.getUser()).data.user!;
      expect((await read()).factors).toMatchObject([{ id: app.factorId, factor_type: "totp", status: "unverified" }]);
      const verified = await auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
      expect(verified.error).toBeNull();
      expect(await read()).toMatchObject({
        identities: [{ provider: "email", user_id: user.id, identity_data: { email: user.email } }],
        factors: [{ id: app.factorId, factor_type: "totp", status: "verified" }],
      });
    });

    test("its own data, its password, and nothing while signed out (AUTH-ERR-01)", async () => {
      const { auth, email } = await signedIn();
      const updated = await auth.updateUser({ data: { company: "Kerbrat" }, password: "Autre-Matin-58-Bruyère" });
      expect(updated.error).toBeNull();
      expect(updated.data.user!.user_metadata).toEqual(expect.objectContaining({ company: "Kerbrat" }));
      await auth.signOut();
      const wrong = await auth.signInWithPassword({ email, password: goodPassword });
      expect(wrong.error).toMatchObject({ name: "AuthApiError", code: "invalid_credentials", status: 400 });
      const nobody = await auth.updateUser({ data: {} });
      expect(nobody.error).toMatchObject({ name: "AuthSessionMissingError" });
      expect((await auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
    });

    test("its identities: lists them, asks for another, removes none that is the last", async () => {
      const { auth } = await signedIn();
      const listed = await auth.getUserIdentities();
      expect(listed.data!.identities).toHaveLength(1);
      const asked = await auth.linkIdentity({ provider: "google", options: { skipBrowserRedirect: true } });
      expect(asked.error).toBeNull();
      expect(asked.data.url).toContain(provider.issuer);
      const refused = await auth.unlinkIdentity(listed.data!.identities[0]!);
      expect(refused.error).toMatchObject({ name: "AuthApiError", code: "single_identity_not_deletable", status: 422 });
    });

    test("by mail: a new password, a confirmation sent again, a code before a change", async () => {
      const { auth, email } = await signedIn();
      expect((await auth.reauthenticate()).error).toBeNull();
      const signedOut = connect();
      expect((await signedOut.auth.resetPasswordForEmail(email)).error).toBeNull();
      const confirming = createWire({ db, settings: productionSettings });
      const unknown = nextEmail();
      expect((await connect({}, confirming).auth.resend({ type: "signup", email: unknown })).error).toBeNull();
    });

    test("by the claims of its token, checked with our keys", async () => {
      const { auth, user, email } = await signedIn();
      const { data, error } = await auth.getClaims();
      expect(error).toBeNull();
      expect(data!.claims).toMatchObject({ sub: user.id, email, role: "authenticated", aal: "aal1" });
    });
  });

  describe("uses a second factor", () => {
    test("enrols, verifies, lists and removes it; the level goes from aal1 to aal2 (AUTH-SESS-04)", async () => {
      const { auth } = await signedIn();
      const enrolled = await auth.mfa.enroll({ factorType: "totp", friendlyName: "Téléphone" });
      expect(enrolled.error).toBeNull();
      const { id: factorId, totp } = enrolled.data as { id: string; totp: { uri: string; secret: string } };
      const app = openApp(wire, factorId, totp.uri);
      const challenged = await auth.mfa.challenge({ factorId });
      const wrong = await auth.mfa.verify({ factorId, challengeId: challenged.data!.id, code: "000000" });
      expect(wrong.error).toMatchObject({ name: "AuthApiError", code: "mfa_verification_failed" });
      const right = await auth.mfa.verify({ factorId, challengeId: challenged.data!.id, code: app.code() });
      expect(right.error).toBeNull();
      const level = async (client: SupabaseClient) => (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data;
      expect(await level({ auth } as SupabaseClient)).toMatchObject({ currentLevel: "aal2", nextLevel: "aal2" });

      const { email } = (await auth.getUser()).data.user!;
      const elsewhere = connect();
      await elsewhere.auth.signInWithPassword({ email: email!, password: goodPassword });
      expect(await level(elsewhere)).toMatchObject({ currentLevel: "aal1", nextLevel: "aal2" });
      expect((await auth.mfa.listFactors()).data!.totp).toMatchObject([{ id: factorId, status: "verified" }]);
      expect((await auth.mfa.unenroll({ factorId })).error).toBeNull();
      expect((await auth.mfa.listFactors()).data!.totp).toEqual([]);
    });
  });

  test("tells its subscribers what happens (AUTH-EVT-02)", async () => {
    const client = connect();
    const events: AuthChangeEvent[] = [];
    const { data } = client.auth.onAuthStateChange((event) => void events.push(event));
    await vi.waitFor(() => expect(events).toEqual(["INITIAL_SESSION"]));
    const email = nextEmail();
    await client.auth.signUp({ email, password: goodPassword });
    await client.auth.refreshSession();
    await client.auth.updateUser({ data: { a: 1 } });
    const app = await enrollTotp(wire, { access: (await client.auth.getSession()).data.session!.access_token });
    await client.auth.mfa.challengeAndVerify({ factorId: app.factorId, code: app.code() });
    await client.auth.mfa.unenroll({ factorId: app.factorId });
    await client.auth.signOut();
    await client.auth.resetPasswordForEmail(email);
    const mail = (await mailsTo(db, email)).findLast(({ template }) => template === "recovery");
    await client.auth.verifyOtp({ email, token: mail!.data.code, type: "recovery" });
    data.subscription.unsubscribe();
    expect(events.filter((event, index) => event !== events[index - 1])).toEqual([
      "INITIAL_SESSION",
      "SIGNED_IN",
      "TOKEN_REFRESHED",
      "USER_UPDATED",
      "MFA_CHALLENGE_VERIFIED",
      "SIGNED_OUT",
      "PASSWORD_RECOVERY",
    ]);
  });

  describe("keeps a session", () => {
    const kept = async (storage: Map<string, string>) => JSON.parse(storage.get(storageKey) ?? "null");

    test("over a reload, and another client takes it from its tokens (AUTH-SESS-07)", async () => {
      const storage = new Map<string, string>();
      const { session, user } = await signedIn({ storage });
      expect((await connect({ storage }).auth.getSession()).data.session!.user.id).toBe(user.id);
      const { access_token, refresh_token } = session;
      const taken = await connect().auth.setSession({ access_token, refresh_token });
      expect(taken.error).toBeNull();
      expect(taken.data.user!.id).toBe(user.id);
      for (const half of [{ access_token }, { refresh_token }]) {
        const refused = await connect().auth.setSession(half as never);
        expect(refused.error).toMatchObject({ name: "AuthSessionMissingError" });
      }
    });

    test("only whole: one without its refresh token is removed (AUTH-SESS-01)", async () => {
      const storage = new Map<string, string>();
      await signedIn({ storage });
      const { refresh_token: _, ...rest } = await kept(storage);
      storage.set(storageKey, JSON.stringify(rest));
      expect((await connect({ storage }).auth.getSession()).data.session).toBeNull();
      expect(storage.has(storageKey)).toBe(false);
    });

    test("refreshed when it is over; a refusal removes it, our absence does not (AUTH-SESS-02, -03)", async () => {
      vi.spyOn(console, "error").mockImplementation(() => {});
      vi.spyOn(console, "warn").mockImplementation(() => {});
      const storage = new Map<string, string>();
      await signedIn({ storage });
      const expire = async (change = {}) =>
        storage.set(storageKey, JSON.stringify({ ...(await kept(storage)), expires_at: 1, ...change }));
      await expire();
      const refreshed = await connect({ storage }).auth.getSession();
      expect(refreshed.error).toBeNull();
      expect(refreshed.data.session!.expires_at).toBeGreaterThan(Date.now() / 1000);

      await expire();
      const away = () => Response.json({ message: "away" }, { status: 503 });
      // The client asks again for half a minute, of its own clock.
      vi.useFakeTimers();
      const asking = connect({ storage, intercept: away }).auth.getSession();
      for (let second = 0; second < 60; second += 1) await vi.advanceTimersByTimeAsync(1_000);
      const waiting = await asking;
      vi.useRealTimers();
      expect(waiting.error).toMatchObject({ name: "AuthRetryableFetchError" });
      expect(await kept(storage)).not.toBeNull();

      await expire({ refresh_token: "of nobody" });
      const refused = await connect({ storage }).auth.getSession();
      expect(refused).toMatchObject({ data: { session: null } });
      expect(storage.has(storageKey)).toBe(false);
    });

    test.each([401, 403, 404])("not after signing out, though the server answers %i (AUTH-SESS-05)", async (status) => {
      const storage = new Map<string, string>();
      const { session } = await signedIn({ storage });
      const intercept = ({ url }: Request) =>
        url.includes("/logout") ? Response.json({ code: "x", message: "x" }, { status }) : undefined;
      expect((await connect({ storage, intercept }).auth.signOut()).error).toBeNull();
      expect(storage.has(storageKey)).toBe(false);
      expect((await wire.send("GET", "/user", { token: session.access_token })).status).toBe(200);
    });

    test.each(["global", "local"] as const)("not after signing out of an ended session, scope %s", async (scope) => {
      const storage = new Map<string, string>();
      const { auth, session } = await signedIn({ storage });
      await wire.send("POST", "/logout?scope=local", { token: session.access_token });
      expect((await auth.signOut({ scope })).error).toBeNull();
      expect([...storage.keys()]).toEqual([]);
    });

    test("not when the server says that it is over (AUTH-SESS-06)", async () => {
      const storage = new Map<string, string>();
      const { auth, session } = await signedIn({ storage });
      storage.set(`${storageKey}-code-verifier`, '"x"');
      await wire.send("POST", "/logout", { token: session.access_token });
      expect((await auth.getUser()).error).toMatchObject({ name: "AuthSessionMissingError" });
      expect([...storage.keys()]).toEqual([]);
    });

    test("signs out here, everywhere, or everywhere else", async () => {
      const { auth, email, session } = await signedIn();
      const elsewhere = connect();
      await elsewhere.auth.signInWithPassword({ email, password: goodPassword });
      expect((await auth.signOut({ scope: "others" })).error).toBeNull();
      expect((await elsewhere.auth.getUser()).error).not.toBeNull();
      expect((await auth.getUser()).error).toBeNull();
      expect((await auth.signOut({ scope: "global" })).error).toBeNull();
      expect((await wire.send("GET", "/user", { token: session.access_token })).status).toBe(403);
    });
  });

  describe("refuses in an object, not by throwing", () => {
    test.each([
      [
        "signUp",
        (auth) => auth.signUp({} as never),
        /^You must provide either an email or phone number and a password$/,
      ],
      [
        "signInWithPassword",
        (auth) => auth.signInWithPassword({} as never),
        /^You must provide either an email or phone number and a password$/,
      ],
      [
        "signInWithOtp",
        (auth) => auth.signInWithOtp({} as never),
        /^You must provide either an email or phone number\.$/,
      ],
    ] satisfies [string, (auth: SupabaseClient["auth"]) => PromiseLike<{ error: unknown }>, RegExp][])(
      "%s with nothing (AUTH-VAL-01, -02)",
      async (_, call, message) => {
        expect((await call(connect().auth)).error).toMatchObject({ message: expect.stringMatching(message) });
      },
    );

    // Both have the words; what they make of an answer always holds data, so that no server brings them out.
    test.each(["null", "{}", "[]", '""', "0", ""])(
      "a proof answered with %j: no user is signed in (AUTH-ERR-03)",
      async (text) => {
        const storage = new Map<string, string>();
        const intercept = ({ url }: Request) =>
          url.endsWith("/verify") ? new Response(text, { headers: { "content-type": "application/json" } }) : undefined;
        const { auth } = connect({ storage, intercept });
        const answered = await auth
          .verifyOtp({ email: nextEmail(), token: "123456", type: "email" })
          .catch((error: unknown) => ({ data: { session: null }, error }));
        expect(answered.data.session).toBeNull();
        expect(storage.size).toBe(0);
        expect(AuthClient.prototype.verifyOtp.toString()).toContain("An error occurred on token verification.");
      },
    );

    test("a start with a storage that breaks (AUTH-ERR-02)", async () => {
      await openPage("/?code=x");
      vi.spyOn(console, "error").mockImplementation(() => {});
      const getItem = () => {
        throw new Error("the disk is gone");
      };
      const storage = { getItem, setItem() {}, removeItem() {} };
      const auth = new AuthClient({ url: origin, storage, autoRefreshToken: false });
      const { error } = await auth.initialize();
      expect(error).toMatchObject({ message: "Unexpected error during initialization" });
    });

    test.each([
      ["the server's refusal (AUTH-VAL-04)", "/#error=access_denied&error_description=refus", "implicit", "refus"],
      ["tokens for a client of PKCE (AUTH-ERR-05)", "/#access_token=x", "pkce", "Not a valid PKCE flow url."],
      [
        "half a session (AUTH-VAL-05, AUTH-ERR-07)",
        "/#access_token=x&expires_in=1",
        "implicit",
        "No session defined in URL",
      ],
    ] as const)("an address with %s", async (_, path, flowType, message) => {
      const { client, error } = await openPage(path, { flowType });
      expect(error).toMatchObject({ message });
      expect((await client.auth.getSession()).data.session).toBeNull();
    });

    test("an address with a code for a client without PKCE (AUTH-ERR-06)", async () => {
      const storage = new Map([[`${storageKey}-code-verifier`, '"x"']]);
      const { error } = await openPage("/?code=x", { flowType: "implicit", storage });
      expect(error).toMatchObject({ message: "Not a valid implicit grant flow url." });
    });

    test("the parser of addresses, called by itself (AUTH-ERR-04, -07)", async () => {
      type Parser = { _getSessionFromURL(params: object, type: string): Promise<{ error: unknown }> };
      const outside = connect().auth as unknown as Parser;
      expect((await outside._getSessionFromURL({}, "pkce")).error).toMatchObject({ message: "No browser detected." });
      const { client } = await openPage("/", { flowType: "pkce" });
      const inside = client.auth as unknown as Parser;
      expect((await inside._getSessionFromURL({}, "pkce")).error).toMatchObject({ message: "No code detected." });
    });

    test("claims that our keys do not vouch for (AUTH-ERR-08 to -10)", async () => {
      const { session } = await signedIn();
      const [header, payload, signature = ""] = session.access_token.split(".");
      const keys = (list: object[]) => ({
        intercept: ({ url }: Request) => (url.endsWith("/jwks.json") ? Response.json({ keys: list }) : undefined),
      });
      const other = `${header}.${payload}.${signature.startsWith("A") ? "B" : "A"}${signature.slice(1)}`;
      const foreign = Buffer.from(JSON.stringify({ alg: "ES256", kid: crypto.randomUUID(), typ: "JWT" }));
      const unknown = `${foreign.toString("base64url")}.${payload}.${signature}`;
      const claims = async (token: string, options = {}) => (await connect(options).auth.getClaims(token)).error;
      expect(await claims(other)).toMatchObject({ message: "Invalid JWT signature" });
      expect(await claims(unknown, keys([]))).toMatchObject({ message: expect.stringMatching(emptyKeys) });
      expect(await claims(unknown)).toMatchObject({ message: expect.stringMatching(otherKeys) });
    });
  });
});

test("Both versions read a session that the other one keeps", async () => {
  const storage = new Map<string, string>();
  const { email } = await signUpCustomer(wire);
  for (const [writing, reading] of [versions, versions.toReversed()]) {
    const writer = wire.client({ create: writing!.create, storage });
    await writer.auth.signInWithPassword({ email, password: goodPassword });
    const reader = wire.client({ create: reading!.create, storage });
    expect((await reader.auth.getUser()).data.user!.email).toBe(email);
  }
});
