import { generateKeyPairSync, sign } from "node:crypto";

import { base58 } from "@scure/base";
import { beforeEach, describe, expect, test } from "vitest";

import { createAdministrator, createFirstAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { inviteAdministrator } from "#engine/auth/administration/invite-administrator.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { callFunction } from "#tests/functions/customers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { withdrawalOf } from "#tests/fixtures/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { prove, signUpHolder } from "./authenticator-app.ts";
import { SecurityKey } from "./security-key.ts";
import {
  createClock,
  createWire,
  fragmentOf,
  goodPassword,
  linkPath,
  mailsTo,
  nextAddress,
  nextEmail,
  nextPhone,
  origin,
  readSession,
  signInAdministrator,
  signInWithPassword,
  signUpCustomer,
  textsTo,
  type CookieJar,
  type SignedIn,
  type Wire,
} from "./support.ts";
import { startProviderForFile, visitProvider } from "./test-provider.ts";

const chosenPassword = "Genêt-du-Soir-82";
const verifier = "v".repeat(64);
const challengeOfVerifier = "w1TpKUdYE9hUAcNSeeSRFioHDxfUxuHho_JHAfZ_vDM";

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const clock = createClock();
const open = createTestWire(false);
/** Where a new address is asked to agree, as in production. */
const strict = createTestWire(true);
await registerReceivers(db, open.context.settings, new Date());

function createTestWire(enableConfirmations: boolean): Wire {
  const { auth } = createWire({ db }).context.settings;
  const settings = {
    identityProvider: provider.settings,
    auth: { ...auth, email: { ...auth.email, enableConfirmations } },
  };
  return createWire({ db, settings, clock });
}

beforeEach(() => emptyBuckets(db, open.context));

const post = (path: string, body: object, token?: string, on = open) => on.send("POST", path, { body, token });
const sessionIn = ({ body }: { body: any }): string | undefined => body?.access_token;

/** Goes to the provider as the person with this address and back, in one browser. */
async function enterByProvider(path: string, email: string, token?: string): Promise<string | undefined> {
  const jar: CookieJar = new Map();
  const asked = await open.send("GET", path, { token, jar, apiKey: token === undefined ? null : undefined! });
  const url = asked.body?.url ?? asked.headers.get("location");
  return finishAtProvider(url, email, jar);
}

async function finishAtProvider(url: string, email: string, jar: CookieJar): Promise<string | undefined> {
  provider.signIn = { sub: `of-${email}`, email, email_verified: true };
  const landed = await open.send("GET", await visitProvider(url), { apiKey: null, jar });
  return fragmentOf(landed.headers.get("location")).get("access_token") ?? undefined;
}

const returnTo = `provider=google&redirect_to=${origin}/`;
const linking = `/user/identities/authorize?${returnTo}&skip_http_redirect=true`;

async function addPasskey({ access }: SignedIn): Promise<SecurityKey> {
  const key = new SecurityKey();
  const asked = await post("/passkeys/registration/options", {}, access);
  const credential = key.create(asked.body.options);
  const made = await post(
    "/passkeys/registration/verify",
    { challenge_id: asked.body.challenge_id, credential },
    access,
  );
  expect(made.status).toBe(200);
  return key;
}

async function addPhone({ access }: SignedIn): Promise<string> {
  const phone = nextPhone();
  expect((await open.send("PUT", "/user", { token: access, body: { phone } })).status).toBe(200);
  const token = (await textsTo(db, phone)).at(-1)?.sms.otp;
  expect((await post("/verify", { type: "phone_change", phone, token })).status).toBe(200);
  return phone;
}

const lastMail = async (email: string) => (await mailsTo(db, email)).at(-1)!;
const follow = async (path: string, jar: CookieJar = new Map()) =>
  (await strict.send("GET", path, { apiKey: null, jar })).headers.get("location") ?? "";
const tokenOf = (location: string) => fragmentOf(location).get("access_token") ?? undefined;

/** Opens the account by the way that was prepared. @returns an access token, whosever account it is of */
type Entry = () => Promise<string | undefined>;

/** The account has this way in, before it becomes an administrator's. */
const ways: Record<string, (owner: SignedIn) => Promise<Entry>> = {
  async "its password"({ email }) {
    return async () => sessionIn(await post("/token?grant_type=password", { email, password: goodPassword }));
  },
  async "an open session"({ access }) {
    return async () => ((await open.send("GET", "/user", { token: access })).status === 200 ? access : undefined);
  },
  async "a refresh token"({ refresh }) {
    return async () => sessionIn(await post("/token?grant_type=refresh_token", { refresh_token: refresh }));
  },
  async "a linked identity of another address"({ access }) {
    const outside = nextEmail("ailleurs");
    expect(await enterByProvider(linking, outside, access)).toBeDefined();
    return () => enterByProvider(`/authorize?${returnTo}`, outside);
  },
  async "a linked identity of the same address"({ access, email }) {
    expect(await enterByProvider(linking, email, access)).toBeDefined();
    return () => enterByProvider(`/authorize?${returnTo}`, email);
  },
  async "an identity that is being linked"({ access }) {
    const jar: CookieJar = new Map();
    const asked = await open.send("GET", linking, { token: access, jar });
    return () => finishAtProvider(asked.body.url, nextEmail("ailleurs"), jar);
  },
  async "a passkey"(owner) {
    const key = await addPasskey(owner);
    return async () => {
      const { body } = await post("/passkeys/authentication/options", {});
      return sessionIn(
        await post("/passkeys/authentication/verify", {
          challenge_id: body.challenge_id,
          credential: key.get(body.options),
        }),
      );
    };
  },
  async "a passkey that is being registered"({ access, email }) {
    const key = new SecurityKey();
    const { body } = await post("/passkeys/registration/options", {}, access);
    const credential = key.create(body.options);
    return async () => {
      const again = await post("/token?grant_type=password", { email, password: chosenPassword });
      const asked = { challenge_id: body.challenge_id, credential };
      const made = await post("/passkeys/registration/verify", asked, sessionIn(again) ?? access);
      return made.status === 200 ? (sessionIn(again) ?? access) : undefined;
    };
  },
  async "digits for its phone"(owner) {
    const phone = await addPhone(owner);
    return async () => {
      await post("/otp", { phone });
      const token = (await textsTo(db, phone)).at(-1)?.sms.otp;
      return sessionIn(await post("/verify", { type: "sms", phone, token }));
    };
  },
  async "its phone and password"(owner) {
    const phone = await addPhone(owner);
    return async () => sessionIn(await post("/token?grant_type=password", { phone, password: goodPassword }));
  },
  async "a phone that is being added"({ access }) {
    const phone = nextPhone();
    await open.send("PUT", "/user", { token: access, body: { phone } });
    const token = (await textsTo(db, phone)).at(-1)?.sms.otp;
    return async () => sessionIn(await post("/verify", { type: "phone_change", phone, token }));
  },
  async "a mailed link to a new password"({ email }) {
    await post("/recover", { email });
    const path = linkPath(await lastMail(email));
    return async () => tokenOf(await follow(path));
  },
  async "a mailed link that signs in"({ email }) {
    await post("/otp", { email });
    const path = linkPath(await lastMail(email));
    return async () => tokenOf(await follow(path));
  },
  async "the digits of such a mail"({ email }) {
    await post("/otp", { email });
    const { code } = (await lastMail(email)).data;
    return async () => sessionIn(await post("/verify", { type: "email", email, token: code }));
  },
  async "a code that waits for its verifier"({ email }) {
    await post("/recover", { email, code_challenge: challengeOfVerifier, code_challenge_method: "s256" });
    const location = await follow(linkPath(await lastMail(email)));
    const code = new URL(location).searchParams.get("code");
    expect(code).not.toBeNull();
    return async () => sessionIn(await post("/token?grant_type=pkce", { auth_code: code, code_verifier: verifier }));
  },
  async "a change to another address, half agreed"({ access, email }) {
    const elsewhere = nextEmail("ailleurs");
    await strict.send("PUT", "/user", { token: access, body: { email: elsewhere } });
    const agreed = { type: "email_change", email, token: (await lastMail(email)).data.code };
    expect((await strict.send("POST", "/verify", { body: agreed, token: access })).status).toBe(200);
    const { code } = (await lastMail(elsewhere)).data;
    return async () => {
      const changed = await post("/verify", { type: "email_change", email: elsewhere, token: code }, undefined, strict);
      return sessionIn(changed);
    };
  },
  async "digits that prove the owner"({ access, email }) {
    await open.send("GET", "/reauthenticate", { token: access });
    const nonce = (await lastMail(email)).data.code;
    return async () => {
      const again = sessionIn(await post("/token?grant_type=password", { email, password: chosenPassword }));
      const body = { password: "Lavande-Midi-64", nonce };
      clock.advance(20 * 60_000);
      const changed = await open.send("PUT", "/user", { token: again ?? access, body });
      return changed.status === 200 ? (again ?? access) : undefined;
    };
  },
};

const doors: Record<string, (email: string) => Promise<{ ok: boolean }>> = {
  "by the invitation of a colleague": async (email) => {
    const { access } = await signInAdministrator(open);
    const headers = { authorization: `Bearer ${access}` };
    return { ok: (await callFunction(open.context, "invite-administrator", headers, { email })).status === 200 };
  },
  "by an invitation of the command": (email) => inviteAdministrator(open.context, { email }),
  "with a password of the command": (email) =>
    createAdministrator(db, { email, password: chosenPassword, guessableWords: [] }, open.context.passwords),
  "at the first start": async (email) => {
    await db.inspect(withdrawalOf());
    await createFirstAdministrator(open.context, { email, password: chosenPassword });
    return { ok: true };
  },
};

describe.each(Object.keys(doors))("Who becomes an administrator %s", (door) => {
  test.each(Object.keys(ways))("is not entered any more by %s", async (way) => {
    const prepared = await signUpCustomer(open);
    const entry = await ways[way]!(prepared);
    expect(await doors[door]!(prepared.email)).toMatchObject({ ok: true });
    const token = await entry();
    const opened = token === undefined ? undefined : await open.send("GET", "/user", { token });
    expect(opened?.body?.id).not.toBe(prepared.userId);
  });

  test("keeps no factor of a stranger", async () => {
    const holder = await signUpHolder(open);
    await doors[door]!(holder.email);
    const left = await db.inspect("select from auth.mfa_factors where user_id = $1", [holder.userId]);
    expect(left.rowCount).toBe(0);
  });

  test("is not entered by a wallet", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ed25519");
    const wallet = base58.encode(Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"));
    const enter = async () => {
      const message = [
        "localhost:3000 wants you to sign in with your Solana account:",
        `${wallet}\n\nOuvrir mon espace client\n\nURI: ${origin}/dashboard\nVersion: 1`,
        `Issued At: ${clock.now().toISOString()}`,
      ].join("\n");
      const signature = sign(null, Buffer.from(message), privateKey).toString("base64url");
      return readSession((await post("/token?grant_type=web3", { chain: "solana", message, signature })).body);
    };
    const owner = await enter();
    const email = nextEmail();
    expect((await open.send("PUT", "/user", { token: owner.access, body: { email } })).status).toBe(200);
    const typed = { type: "email_change", email, token: (await lastMail(email)).data.code };
    expect((await open.send("POST", "/verify", { body: typed, token: owner.access })).status).toBe(200);
    await doors[door]!(email);
    clock.advance(1000);
    expect((await enter()).userId).not.toBe(owner.userId);
  });
});

describe("Each way opens the account while it is a customer's", () => {
  // Without this the table above would pass for ways that never were any.
  const opening = Object.keys(ways).filter((way) => !/being registered|prove the owner/.test(way));
  test.each(opening)("%s", async (way) => {
    const owner = await signUpCustomer(open);
    const token = await (await ways[way]!(owner))();
    expect((await open.send("GET", "/user", { token: token! })).body.id).toBe(owner.userId);
  });
});

describe("The right of who is invited", () => {
  const access = async (token: string) => {
    const { rows } = await db.asCaller(
      { role: "authenticated", claims: JSON.parse(Buffer.from(token.split(".")[1]!, "base64url").toString()) },
      {},
      (tx) => tx.query<{ access: string }>("select public.own_administrator_access() as access"),
    );
    return rows[0]?.access;
  };
  const list = async (token: string) =>
    (await callFunction(open.context, "list-administrators", { authorization: `Bearer ${token}` })).status;
  const invited = async () => {
    const { email, userId } = await signUpCustomer(open);
    expect(await inviteAdministrator(open.context, { email })).toEqual({ ok: true, value: { userId } });
    return { email, userId };
  };

  test("begins with the password chosen by the link, not with the link", async () => {
    const { email } = await invited();
    const token = tokenOf(await follow(linkPath(await lastMail(email))))!;
    expect([await access(token), await list(token)]).toEqual(["invited", 403]);
    const choose = (password: string) => open.send("PUT", "/user", { token, body: { password } });
    expect((await choose("Court-12345")).status).toBe(422);
    expect(await access(token)).toBe("invited");
    expect((await choose(goodPassword)).status).toBe(200);
    expect([await access(token), await list(token)]).toEqual(["granted", 200]);
    const again = await signInWithPassword(open, email);
    expect([await access(again.access), await list(again.access)]).toEqual(["granted", 200]);
  });

  test("does not begin with any other sign-in of the mailbox", async () => {
    const { email } = await invited();
    await post("/otp", { email });
    const token = tokenOf(await follow(linkPath(await lastMail(email))))!;
    expect([await access(token), await list(token)]).toEqual(["invited", 403]);
  });

  test("waits where the team can see it and withdraw it", async () => {
    const admin = await signInAdministrator(open);
    const headers = { authorization: `Bearer ${admin.access}` };
    const { email, userId } = await invited();
    const row = async () => {
      const { answer } = await callFunction(open.context, "list-administrators", headers);
      return (answer as any).administrators.find((each: any) => each.userId === userId);
    };
    expect(await row()).toMatchObject({ isInvited: true });
    const withdrawn = await callFunction(open.context, "withdraw-administrator", headers, { user_id: userId });
    expect(withdrawn.status).toBe(200);
    expect(await row()).toBeUndefined();
    // Its link still chooses a customer's password.
    const token = tokenOf(await follow(linkPath(await lastMail(email))))!;
    expect((await open.send("PUT", "/user", { token, body: { password: goodPassword } })).status).toBe(200);
    expect(await access(token)).toBe("none");
  });

  test("is at once with a password of the command, and an invitation before it is over", async () => {
    const { email } = await invited();
    await createAdministrator(db, { email, password: goodPassword, guessableWords: [] }, open.context.passwords);
    expect(await list((await signInWithPassword(open, email)).access)).toBe(200);
  });

  test("asks for the second factor that its owner then enrols, and for no other", async () => {
    const holder = await signUpHolder(open);
    await inviteAdministrator(open.context, { email: holder.email });
    const token = tokenOf(await follow(linkPath(await lastMail(holder.email))))!;
    expect((await open.send("PUT", "/user", { token, body: { password: chosenPassword } })).status).toBe(200);
    expect(await access(token)).toBe("granted");
    expect(
      (await prove(open, { access: token, address: nextAddress() }, holder.app).catch(() => undefined))?.status,
    ).not.toBe(200);
  });
});
