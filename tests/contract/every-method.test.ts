import { generateKeyPairSync, randomUUID, sign } from "node:crypto";

import { base58 } from "@scure/base";
import type { SupabaseClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, test, vi } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { enrollTotp, openApp } from "#tests/auth/authenticator-app.ts";
import { SecurityKey } from "#tests/auth/security-key.ts";
import {
  createWire,
  goodPassword,
  linkPath,
  mailsTo,
  nextAddress,
  nextEmail,
  nextPhone,
  origin,
  textsTo,
  type Wire,
  wallClock,
} from "#tests/auth/support.ts";
import { askForTokens, startProviderForFile } from "#tests/auth/test-provider.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { methodsOf, noting } from "./client-methods.ts";
import { versions } from "./versions.ts";

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const identityProvider = { ...provider.settings, otherClientIds: ["one-tap"] };
const wire = createWire({ db, clock: wallClock, settings: { identityProvider } });
await registerReceivers(db, wire.context.settings, new Date());

afterEach(() => vi.unstubAllGlobals());

/** Methods that the types keep private, by the public one that leads to each. */
const behindOthers: Record<string, string> = {
  fetchJwk: "getClaims",
  isThrowOnErrorEnabled: "every method",
  linkIdentityIdToken: "linkIdentity",
  linkIdentityOAuth: "linkIdentity",
  signInWithEthereum: "signInWithWeb3",
  signInWithSolana: "signInWithWeb3",
};

type Answered = { data?: any; error: unknown };

async function got(answer: PromiseLike<Answered>): Promise<any> {
  const { data, error } = await answer;
  expect(error).toBeNull();
  return data;
}

async function refused(answer: PromiseLike<Answered>, code: string): Promise<void> {
  expect((await answer).error).toMatchObject({ name: "AuthApiError", code });
}

/** A browser whose only authenticator is this key. */
function stubBrowser(key: SecurityKey): void {
  class PublicKeyCredential {
    readonly made: object;
    constructor(made: object) {
      this.made = made;
    }
    toJSON() {
      return this.made;
    }
  }
  const text = (bytes: ArrayBuffer) => Buffer.from(bytes).toString("base64url");
  const credentials = {
    create: async ({ publicKey }: any) =>
      new PublicKeyCredential(
        key.create({
          ...publicKey,
          challenge: text(publicKey.challenge),
          user: { ...publicKey.user, id: text(publicKey.user.id) },
        }),
      ),
    get: async ({ publicKey }: any) =>
      new PublicKeyCredential(key.get({ ...publicKey, challenge: text(publicKey.challenge) })),
  };
  vi.stubGlobal("PublicKeyCredential", PublicKeyCredential);
  vi.stubGlobal("navigator", { credentials });
  vi.stubGlobal("document", { addEventListener() {}, visibilityState: "visible" });
  const location = new URL(origin);
  vi.stubGlobal("window", { PublicKeyCredential, location, addEventListener() {}, removeEventListener() {} });
}

describe.each(versions)("Each method of the client $version is answered", ({ create, hasKeys }) => {
  const called = new Set<string>();

  function connect(options: Parameters<Wire["client"]>[0] = {}): SupabaseClient["auth"] {
    const { auth } = wire.client({ create, address: nextAddress(), experimental: { recoveryCodes: true }, ...options });
    return noting(auth, called);
  }
  const administer = () => connect({ apiKey: wire.context.settings.secretKey }).admin;

  async function signedIn() {
    const auth = connect();
    const email = nextEmail();
    const { session, user } = await got(auth.signUp({ email, password: goodPassword }));
    return { auth, email, session, userId: user.id as string };
  }
  const lastCode = async (phone: string) => (await textsTo(db, phone)).at(-1)!.sms.otp;
  const lastMail = async (email: string) => (await mailsTo(db, email)).at(-1)!;

  test("sessions: start, read, hand over, refresh, end", async () => {
    const { auth, email, session, userId } = await signedIn();
    // It looks at the page's address, whether there is a page or not.
    stubBrowser(new SecurityKey());
    await got(connect().initialize());
    vi.unstubAllGlobals();
    const { data } = auth.onAuthStateChange(() => {});
    data.subscription.unsubscribe();
    expect((await got(auth.getSession())).session.user.id).toBe(userId);
    expect((await got(auth.getUser())).user.email).toBe(email);
    expect((await got(auth.getClaims())).claims.sub).toBe(userId);
    expect((await got(auth.refreshSession())).user.id).toBe(userId);
    await auth.startAutoRefresh();
    await auth.stopAutoRefresh();
    if ("dispose" in auth) await (auth as unknown as { dispose(): Promise<void> }).dispose();
    expect(await auth.signOut()).toEqual({ error: null });

    const other = connect();
    const again = await got(other.signInWithPassword({ email, password: goodPassword }));
    const taken = connect();
    const { access_token, refresh_token } = again.session;
    expect((await got(taken.setSession({ access_token, refresh_token }))).user.id).toBe(userId);
    expect(session.access_token).not.toBe(access_token);
  });

  test("mails: a link by PKCE, a code, a new password, a nonce, and once more", async () => {
    const auth = connect({ flowType: "pkce" });
    const email = nextEmail();
    await got(auth.signInWithOtp({ email, options: { emailRedirectTo: `${origin}/dashboard` } }));
    const followed = await wire.send("GET", linkPath(await lastMail(email)), { apiKey: null });
    const code = new URL(followed.headers.get("location")!).searchParams.get("code")!;
    expect((await got(auth.exchangeCodeForSession(code))).user.email).toBe(email);
    await got(auth.reauthenticate());
    const nonce = (await lastMail(email)).data.code;
    expect((await got(auth.updateUser({ password: goodPassword, nonce }))).user.email).toBe(email);
    await got(auth.resend({ type: "signup", email: nextEmail() }));
    const implicit = connect();
    await got(implicit.resetPasswordForEmail(email));
    const token = (await lastMail(email)).data.code;
    expect((await got(implicit.verifyOtp({ email, token, type: "recovery" }))).user.email).toBe(email);
    const unknown = await connect().verifyOtp({ email, token, type: "recovery" });
    expect(unknown).toMatchObject({ data: { user: null, session: null }, error: { code: "otp_expired" } });
  });

  test("phones: sign up, prove, sign in, ask again, change", async () => {
    const phone = nextPhone();
    const auth = connect();
    expect(await got(auth.signUp({ phone, password: goodPassword }))).toMatchObject({ session: null });
    const early = await auth.signInWithPassword({ phone, password: goodPassword });
    expect(early.error).toMatchObject({ name: "AuthApiError" });
    await got(auth.resend({ type: "sms", phone }));
    const proved = await got(auth.verifyOtp({ phone, token: await lastCode(phone), type: "sms" }));
    expect(proved.session.user.phone).toBe(phone);
    expect((await got(connect().signInWithPassword({ phone, password: goodPassword }))).user.id).toBe(proved.user.id);

    const byCode = connect();
    await got(byCode.signInWithOtp({ phone }));
    const known = await got(byCode.verifyOtp({ phone, token: await lastCode(phone), type: "sms" }));
    expect(known.user.id).toBe(proved.user.id);

    const newPhone = nextPhone();
    expect((await got(auth.updateUser({ phone: newPhone }))).user).toMatchObject({ phone, new_phone: newPhone });
    const token = await lastCode(newPhone);
    const changed = await got(auth.verifyOtp({ phone: newPhone, token, type: "phone_change" }));
    expect(changed.user).toMatchObject({ id: proved.user.id, phone: newPhone });
    const wrong = await connect().verifyOtp({ phone: newPhone, token: "000000", type: "sms" });
    expect(wrong.error).toMatchObject({ name: "AuthApiError", code: "otp_expired", status: 403 });
  });

  test("providers, wallets, and anonymous accounts", async () => {
    const email = nextEmail();
    provider.signIn = { sub: email, email, email_verified: true };
    const { id_token: token } = await askForTokens(provider);
    const auth = connect();
    await got(auth.signInWithIdToken({ provider: "google", token }));
    const { identities } = await got(auth.getUserIdentities());
    expect(identities).toMatchObject([{ provider: "google" }]);
    await refused(auth.unlinkIdentity(identities[0]), "single_identity_not_deletable");
    const skipBrowserRedirect = { options: { skipBrowserRedirect: true } };
    expect((await got(auth.linkIdentity({ provider: "google", ...skipBrowserRedirect }))).url).toContain("http");
    const asked = await got(connect().signInWithOAuth({ provider: "google", ...skipBrowserRedirect }));
    expect(asked.url).toContain("/auth/v1/authorize?provider=google");
    await refused(connect().signInWithSSO({ domain: "exemple.example" }), "saml_provider_disabled");
    expect((await got(connect().signInAnonymously())).user.is_anonymous).toBe(true);

    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const address = base58.encode(Buffer.from(publicKey.export({ format: "jwk" }).x!, "base64url"));
    const wallet = {
      publicKey: { toBase58: () => address },
      signMessage: async (message: Uint8Array) => new Uint8Array(sign(null, message, privateKey)),
    };
    const options = { url: `${origin}/dashboard` };
    const signed = { chain: "solana", statement: "Ouvrir mon espace client", wallet, options };
    expect((await got(connect().signInWithWeb3(signed as never))).user.identities[0].provider).toBe("web3");
  });

  test("second factors: an application and a phone", async () => {
    const { auth } = await signedIn();
    const enrolled = await got(auth.mfa.enroll({ factorType: "totp" }));
    const app = openApp(wire, enrolled.id, enrolled.totp.uri);
    await got(auth.mfa.challengeAndVerify({ factorId: enrolled.id, code: app.code() }));
    const level = await got(auth.mfa.getAuthenticatorAssuranceLevel());
    expect(level).toMatchObject({ currentLevel: "aal2" });

    const phone = nextPhone();
    const texted = await got(auth.mfa.enroll({ factorType: "phone", phone, friendlyName: "Portable" }));
    const { id: challengeId } = await got(auth.mfa.challenge({ factorId: texted.id, channel: "sms" }));
    const wrong = { factorId: texted.id, challengeId, code: "000000" };
    await refused(auth.mfa.verify(wrong), "mfa_verification_failed");
    await got(auth.mfa.verify({ ...wrong, code: await lastCode(phone) }));
    expect((await got(auth.mfa.listFactors())).phone).toMatchObject([{ id: texted.id, status: "verified" }]);
    await got(auth.mfa.unenroll({ factorId: texted.id }));
    expect((await got(auth.mfa.listFactors())).all).toHaveLength(1);
  });

  test.runIf(hasKeys)("second factors: a security key, in one step and step by step", async () => {
    const [key, second] = [new SecurityKey(), new SecurityKey()];
    const { auth, email } = await signedIn();
    stubBrowser(key);
    const { webauthn } = auth.mfa;
    await got(webauthn.register({ friendlyName: "clé" }));
    const [factor] = (await got(auth.mfa.listFactors())).webauthn;
    await got(webauthn.authenticate({ factorId: factor.id }));

    stubBrowser(second);
    const enrolled = await got(webauthn.enroll({ friendlyName: "autre clé" }));
    const rp = { rpId: "localhost", rpOrigins: [origin] };
    const asked = await got(webauthn.challenge({ factorId: enrolled.id, webauthn: rp }));
    const { challengeId } = asked;
    await got(webauthn.verify({ factorId: enrolled.id, challengeId, webauthn: { ...asked.webauthn, ...rp } }));

    stubBrowser(key);
    const elsewhere = connect();
    await got(elsewhere.signInWithPassword({ email, password: goodPassword }));
    await got(elsewhere.mfa.webauthn.authenticate({ factorId: factor.id }));
    expect((await got(elsewhere.mfa.getAuthenticatorAssuranceLevel())).currentLevel).toBe("aal2");
  });

  test.runIf(hasKeys)("passkeys: register, sign in, list, rename, remove", async () => {
    const [key, second] = [new SecurityKey(), new SecurityKey()];
    const { auth, userId } = await signedIn();
    stubBrowser(key);
    await got(auth.registerPasskey());
    expect((await got(connect().signInWithPasskey())).user.id).toBe(userId);

    const registration = await got(auth.passkey.startRegistration());
    const credential: any = second.create(registration.options);
    await got(auth.passkey.verifyRegistration({ challengeId: registration.challenge_id, credential }));
    const visitor = connect();
    const asked = await got(visitor.passkey.startAuthentication());
    const answer = { challengeId: asked.challenge_id, credential: second.get(asked.options) as any };
    expect((await got(visitor.passkey.verifyAuthentication(answer))).user.id).toBe(userId);
    expect((await visitor.passkey.verifyAuthentication(answer)).error).toMatchObject({ name: "AuthApiError" });

    const [{ id: passkeyId }, { id: otherId }] = await got(auth.passkey.list());
    await got(auth.passkey.update({ passkeyId, friendlyName: "Mon téléphone" }));
    await got(auth.passkey.delete({ passkeyId: otherId }));
    expect(await got(auth.passkey.list())).toMatchObject([{ id: passkeyId, friendly_name: "Mon téléphone" }]);
    expect(await got(administer().passkey.listPasskeys({ userId }))).toMatchObject([{ id: passkeyId }]);
    await got(administer().passkey.deletePasskey({ userId, passkeyId }));
    expect((await connect().signInWithPasskey()).error).not.toBeNull();
  });

  test("administration: accounts, invitations, links, factors, sign-out", async () => {
    const admin = administer();
    const email = nextEmail();
    const made = await got(admin.createUser({ email, password: goodPassword, email_confirm: true }));
    const { id } = made.user;
    expect((await got(admin.getUserById(id))).user.email).toBe(email);
    const changed = await got(admin.updateUserById(id, { user_metadata: { company: "Kerbrat" } }));
    expect(changed.user.user_metadata).toMatchObject({ company: "Kerbrat" });
    const page = await got(admin.listUsers({ page: 1, perPage: 1 }));
    expect(page.users).toHaveLength(1);
    expect(page).toMatchObject({ nextPage: 2, total: expect.any(Number) });
    expect((await got(admin.inviteUserByEmail(nextEmail()))).user.invited_at).toEqual(expect.any(String));
    const link = await got(admin.generateLink({ type: "magiclink", email }));
    expect(link.properties).toMatchObject({ verification_type: "magiclink", email_otp: expect.any(String) });

    const owner = connect();
    const { session } = await got(owner.signInWithPassword({ email, password: goodPassword }));
    const app = await enrollTotp(wire, { access: session.access_token });
    expect((await got(admin.mfa.listFactors({ userId: id }))).factors).toMatchObject([{ id: app.factorId }]);
    await got(admin.mfa.deleteFactor({ userId: id, id: app.factorId }));
    await got(connect().admin.signOut(session.access_token, "global"));
    expect((await owner.getUser()).error).not.toBeNull();
    await got(admin.deleteUser(id));
    await refused(admin.getUserById(id), "user_not_found");
    await refused(connect().admin.listUsers(), "not_admin");
  });

  test.runIf(hasKeys)("recovery codes, an OAuth server and providers of one's own: not here", async () => {
    const { auth } = await signedIn();
    const { recoveryCodes } = auth.mfa as unknown as { recoveryCodes: Record<string, Asking> };
    for (const ask of methodsOf(recoveryCodes)) await refused(recoveryCodes[ask]!({ code: "x" }), "feature_disabled");

    const administration = administer() as unknown as Record<string, Record<string, Asking>>;
    for (const place of ["oauth", "customProviders"]) {
      for (const ask of methodsOf(administration[place]!)) {
        await refused(administration[place]![ask]!(randomUUID(), {}), "feature_disabled");
      }
    }
    const consent = (auth as unknown as { oauth: Record<string, Asking> }).oauth;
    for (const ask of methodsOf(consent)) {
      const { error } = await consent[ask]!(ask === "revokeGrant" ? { clientId: randomUUID() } : randomUUID());
      expect([ask, error]).toEqual([ask, expect.objectContaining({ name: "AuthApiError", status: 404 })]);
    }
  });

  // The last one: it looks at what the tests above called.
  test("none is left out", () => {
    const all = methodsOf(connect());
    expect(all.filter((name) => !called.has(name) && !Object.hasOwn(behindOthers, name))).toEqual([]);
    expect(Object.keys(behindOthers).filter((name) => called.has(name))).toEqual([]);
    expect(all.length).toBeGreaterThan(40);
  });
});

type Asking = (...given: unknown[]) => PromiseLike<Answered>;
