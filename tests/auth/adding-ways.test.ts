import { beforeEach, describe, expect, test } from "vitest";

import { callFunction } from "#tests/functions/customers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { enrollTotp, prove, signUpHolder } from "./authenticator-app.ts";
import { SecurityKey } from "./security-key.ts";
import {
  createClock,
  createWire,
  goodPassword,
  mailsTo,
  nextAddress,
  nextEmail,
  nextPhone,
  origin,
  signInAdministrator,
  signUpCustomer,
  type Received,
  type SignedIn,
} from "./support.ts";
import { startProviderForFile } from "./test-provider.ts";

const db = await openDatabaseForFile();
const provider = await startProviderForFile();
const clock = createClock();
const wire = createWire({ db, clock, settings: { identityProvider: provider.settings } });

beforeEach(() => emptyBuckets(db, wire.context));

const post = (path: string, body: object, { access }: SignedIn) => wire.send("POST", path, { body, token: access });
const put = (body: object, { access }: SignedIn) => wire.send("PUT", "/user", { body, token: access });
/** As a session that was stolen is: open, and older than a quarter of an hour. Its access token is good for an hour. */
const grow = () => clock.advance(16 * 60_000);

async function addKey(path: string, owner: SignedIn): Promise<Received> {
  const key = new SecurityKey();
  const asked = await post(`${path}/options`, {}, owner);
  if (asked.status !== 200) return asked;
  const body = { challenge_id: asked.body.challenge_id, credential: key.create(asked.body.options) };
  return post(`${path}/verify`, body, owner);
}

/** Adds one way in. */
const ways: Record<string, (owner: SignedIn) => Promise<Pick<Received, "status" | "body">>> = {
  "an authenticator application": (owner) => post("/factors", { factor_type: "totp" }, owner),
  "a security key": (owner) => post("/factors", { factor_type: "webauthn" }, owner),
  "a factor by text message": (owner) => post("/factors", { factor_type: "phone", phone: nextPhone() }, owner),
  "a passkey": (owner) => addKey("/passkeys/registration", owner),
  "a linked identity": ({ access }) =>
    wire.send("GET", `/user/identities/authorize?provider=google&redirect_to=${origin}/&skip_http_redirect=true`, {
      token: access,
    }),
  "a phone": (owner) => put({ phone: nextPhone() }, owner),
  async "a linked identity by its ID token"(owner) {
    const email = nextEmail("ailleurs");
    const { clientId } = provider.settings;
    const iat = Math.floor(Date.now() / 1000);
    const person = { sub: `of-${email}`, email, email_verified: true };
    const claims = { ...person, iss: provider.issuer, aud: clientId, iat, exp: iat + 86_400 };
    const body = { provider: "google", id_token: await provider.signIdToken(claims), link_identity: true };
    return wire.send("POST", "/token?grant_type=id_token", { body, token: owner.access });
  },
};

const colleague = async ({ access }: SignedIn) => {
  const headers = { authorization: `Bearer ${access}` };
  const { status, answer } = await callFunction(wire.context, "invite-administrator", headers, { email: nextEmail() });
  return { status, body: answer };
};

describe("Who adds a way into an account proves to be its owner", () => {
  test.each(Object.keys(ways))("%s", async (way) => {
    const owner = await signUpCustomer(wire);
    expect((await ways[way]!(owner)).status).toBe(200);
    grow();
    const refused = await ways[way]!(owner);
    expect([refused.status, refused.body.code]).toEqual([400, "reauthentication_needed"]);
    expect((await put({ current_password: "Une-Autre-Phrase-3" }, owner)).body.code).toBe("current_password_invalid");
    expect((await ways[way]!(owner)).body.code).toBe("reauthentication_needed");
    expect((await put({ current_password: goodPassword }, owner)).status).toBe(200);
    expect((await ways[way]!(owner)).status).toBe(200);
    grow();
    expect((await ways[way]!(owner)).body.code).toBe("reauthentication_needed");
  });

  test("a colleague who is invited", async () => {
    const admin = await signInAdministrator(wire);
    expect((await colleague(admin)).status).toBe(200);
    grow();
    const refused = await colleague(admin);
    expect([refused.status, refused.body.code]).toEqual([403, "reauthentication_needed"]);
    expect((await put({ current_password: goodPassword }, admin)).status).toBe(200);
    expect((await colleague(admin)).status).toBe(200);
  });

  test("with the digits that were mailed, once", async () => {
    const owner = await signUpCustomer(wire);
    grow();
    await wire.send("GET", "/reauthenticate", { token: owner.access });
    const nonce = (await mailsTo(db, owner.email)).at(-1)!.data.code;
    expect((await put({ nonce: "00000000" }, owner)).body.code).toBe("reauthentication_not_valid");
    expect((await put({ nonce }, owner)).status).toBe(200);
    expect((await ways["a passkey"]!(owner)).status).toBe(200);
    grow();
    expect((await put({ nonce }, owner)).body.code).toBe("reauthentication_not_valid");
    expect((await ways["a passkey"]!(owner)).body.code).toBe("reauthentication_needed");
  });

  test("with a factor that was just passed; a session that passed one long ago asks again", async () => {
    const holder = await signUpHolder(wire);
    grow();
    expect((await ways["a passkey"]!(holder)).body.code).toBe("reauthentication_needed");
    const passed = await prove(wire, holder, holder.app);
    expect(passed.status).toBe(200);
    expect((await ways["a passkey"]!({ ...holder, access: passed.body.access_token })).status).toBe(200);
  });

  test("also to finish an enrolment that was begun in time", async () => {
    const owner = await signUpCustomer(wire);
    const asking = { access: owner.access, address: nextAddress() };
    const app = await enrollTotp(wire, owner);
    grow();
    expect((await prove(wire, asking, app)).body.code).toBe("reauthentication_needed");
    expect((await put({ current_password: goodPassword }, owner)).status).toBe(200);
    expect((await prove(wire, asking, app)).status).toBe(200);
  });

  test("not with an exchanged token, which is no sign-in", async () => {
    const owner = await signUpCustomer(wire);
    grow();
    const body = { refresh_token: owner.refresh };
    const { access_token: access } = (await wire.send("POST", "/token?grant_type=refresh_token", { body })).body;
    expect((await ways["a passkey"]!({ ...owner, access })).body.code).toBe("reauthentication_needed");
  });

  test("past the second factor, whatever else they show", async () => {
    const holder = await signUpHolder(wire);
    const { body } = await wire.send("POST", "/token?grant_type=password", {
      body: { email: holder.email, password: goodPassword },
    });
    const first = { ...holder, access: body.access_token };
    expect((await put({ current_password: goodPassword }, first)).status).toBe(200);
    for (const way of ["an authenticator application", "a passkey", "a linked identity"]) {
      expect((await ways[way]!(first)).body.code).toBe("insufficient_aal");
    }
  });

  test("an anonymous visitor gets an identity without a proof", async () => {
    const { body } = await wire.send("POST", "/signup", { body: {} });
    grow();
    const visitor = { access: body.access_token } as SignedIn;
    expect((await ways["a linked identity"]!(visitor)).status).toBe(200);
  });
});

test("Letting go of a way in asks for no proof", async () => {
  const owner = await signUpCustomer(wire);
  const { body } = await ways["a passkey"]!(owner);
  grow();
  const removed = await wire.send("DELETE", `/passkeys/${body.id}`, { token: owner.access });
  expect(removed.status).toBe(204);
});

test("An account that began with an identity lets it go once it has a password, and is still entered", async () => {
  const { email, access, userId } = await signUpCustomer(wire);
  await db.inspect(
    "update auth.identities set provider = 'google', provider_id = 'of-' || user_id where user_id = $1",
    [userId],
  );
  const { identities } = (await wire.send("GET", "/user", { token: access })).body;
  const path = `/user/identities/${identities[0].identity_id}`;
  const letGo = () => wire.send("DELETE", path, { token: access });
  expect((await letGo()).body.code).toBe("single_identity_not_deletable");
  const password = "Lavande-Midi-64";
  expect((await wire.send("PUT", "/user", { token: access, body: { password } })).status).toBe(200);
  expect((await letGo()).status).toBe(200);
  const { body } = await wire.send("POST", "/token?grant_type=password", { body: { email, password } });
  expect(body.user).toMatchObject({ id: userId, identities: [{ provider: "email" }] });
});
