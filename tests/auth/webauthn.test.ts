import { describe, expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";
import { emptyBuckets } from "#tests/support/context.ts";

import { signUpHolder } from "./authenticator-app.ts";
import { SecurityKey } from "./security-key.ts";
import {
  createWire,
  expectProblem,
  goodPassword,
  otherMailsTo,
  nextAddress,
  nextEmail,
  readClaims,
  readSession,
  signInWithPassword,
  signUpCustomer,
  type SignedIn,
} from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

const someId = "00000000-0000-4000-8000-000000000000";
const count = async (text: string, values: unknown[] = []) => (await db.inspect(text, values)).rowCount;
const post = (path: string, body: unknown, token?: string, address?: string) =>
  wire.send("POST", path, { body, token, ...(address && { address }) });
const templatesTo = async (email: string) =>
  (await otherMailsTo(db, email)).map(({ template, data }) => [template, data]);

describe("A security key as second factor", () => {
  type Owner = SignedIn & { address: string; factorId: string; key: SecurityKey };

  const challenge = async ({ access, address, factorId }: Omit<Owner, "key">) =>
    (await post(`/factors/${factorId}/challenge`, { webauthn: { rpId: "localhost" } }, access, address)).body;
  const verify = ({ access, address, factorId }: Omit<Owner, "key">, id: string, type: string, response: unknown) =>
    post(
      `/factors/${factorId}/verify`,
      { challenge_id: id, webauthn: { type, credential_response: response } },
      access,
      address,
    );

  async function enroll(): Promise<Owner> {
    const signedIn = { ...(await signUpCustomer(wire)), address: nextAddress() };
    const { body } = await post("/factors", { factor_type: "webauthn", friendly_name: "clé" }, signedIn.access);
    return { ...signedIn, factorId: body.id, key: new SecurityKey() };
  }

  async function enrolled(): Promise<Owner> {
    const owner = await enroll();
    const asked = await challenge(owner);
    const made = owner.key.create(asked.webauthn.credential_options.publicKey);
    const { body } = await verify(owner, asked.id, "create", made);
    return { ...owner, ...readSession(body) };
  }

  test("is made, lifts the session, and lifts the next one when it is used", async () => {
    const owner = await enrolled();
    expect(readClaims(owner.access)).toMatchObject({ aal: "aal2" });
    expect(await templatesTo(owner.email)).toEqual([["factor-changed", { change: "added", factor: "webauthn" }]]);

    const later = { ...owner, ...(await signInWithPassword(wire, owner.email)) };
    const asked = await challenge(later);
    expect(asked).toMatchObject({ type: "webauthn", webauthn: { type: "request" } });
    const { publicKey } = asked.webauthn.credential_options;
    expect(publicKey.allowCredentials).toEqual([{ id: owner.key.id, transports: [], type: "public-key" }]);
    const { status, body } = await verify(later, asked.id, "request", owner.key.get(publicKey));
    expect(status).toBe(200);
    expect(
      readClaims(body.access_token)
        .amr.map(({ method }: any) => method)
        .toSorted(),
    ).toEqual(["mfa/webauthn", "password"]);
  });

  test("by the published client, whose options the browser takes as they are", async () => {
    const client = wire.client({ address: nextAddress() });
    await client.auth.signUp({ email: nextEmail(), password: goodPassword });
    const { data: factor } = await client.auth.mfa.enroll({ factorType: "webauthn", friendlyName: "clé" });
    expect(factor).toMatchObject({ type: "webauthn", friendly_name: "clé" });
    const webauthn = { rpId: "localhost", rpOrigins: ["http://localhost:3000"] };
    const { data, error } = await client.auth.mfa.challenge({ factorId: factor!.id, webauthn });
    expect(error).toBeNull();
    if (data?.type !== "webauthn" || data.webauthn.type !== "create") throw new Error("no challenge");
    expect(data.webauthn.credential_options.publicKey).toMatchObject({ rp: { id: "localhost", name: "Ariane" } });
    expect(new Uint8Array(data.webauthn.credential_options.publicKey.challenge as ArrayBuffer).length).toBe(32);
  });

  test("an answer counts once, for its own challenge, site and address, and with a counter that grows", async () => {
    const owner = await enrolled();
    const later = { ...owner, ...(await signInWithPassword(wire, owner.email)) };
    const attempt = async (answer: (publicKey: any) => unknown, asking = later) => {
      const asked = await challenge(later);
      return expectProblem(
        await verify(asking, asked.id, "request", answer(asked.webauthn.credential_options.publicKey)),
      );
    };
    const refused = { status: 422, code: "mfa_verification_failed" };
    const { key } = owner;
    expect(await attempt((options) => key.get(options, { from: "https://evil.example" }))).toEqual(refused);
    expect(await attempt((options) => key.get({ ...options, rpId: "evil.example" }))).toEqual(refused);
    expect(await attempt((options) => key.get({ ...options, challenge: "AAAA" }))).toEqual(refused);
    expect(await attempt((options) => new SecurityKey().get(options))).toEqual(refused);
    expect(await attempt((options) => ({ ...new SecurityKey().get(options), id: key.id, rawId: key.id }))).toEqual(
      refused,
    );
    const elsewhere = { ...later, address: nextAddress() };
    expect((await attempt((options) => key.get(options), elsewhere)).code).toBe("mfa_ip_address_mismatch");

    const asked = await challenge(later);
    const answer = key.get(asked.webauthn.credential_options.publicKey, { counter: 50 });
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(later, asked.id, "request", answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const lifted = answers.find(({ status }) => status === 200);
    await emptyBuckets(db, wire.context);
    Object.assign(later, readSession(lifted?.body));
    expect(await attempt((options) => key.get(options, { counter: 50 }))).toEqual(refused);
    expect(await attempt((options) => key.get(options, { counter: 49 }))).toEqual(refused);
  });

  test("a wrong answer is the client's own error, and verifies nothing", async () => {
    const owner = await enroll();
    const made = new SecurityKey().create({ challenge: "x", rp: { id: "localhost" }, user: { id: "x" } });
    const wrongAnswers = [
      {},
      { ...made, id: 5 },
      { ...made, response: null },
      { ...made, response: { clientDataJSON: "!", attestationObject: "x" } },
      { ...made, response: { ...made.response, attestationObject: "x".repeat(10_000) } },
      made,
      new SecurityKey().get({ challenge: "x", rpId: "localhost" }),
    ];
    for (const answer of wrongAnswers) {
      const refused = await verify(owner, (await challenge(owner)).id, "create", answer);
      expect(expectProblem(refused)).toEqual({ status: 422, code: "mfa_verification_failed" });
    }
    const { id } = await challenge(owner);
    for (const webauthn of [null, 5, [], {}, { type: "create" }, { type: "other", credential_response: {} }]) {
      const body = { challenge_id: id, webauthn };
      const refused = await post(`/factors/${owner.factorId}/verify`, body, owner.access, owner.address);
      expect(expectProblem(refused)).toEqual({ status: 400, code: "validation_failed" });
    }
    const code = { challenge_id: id, code: "123456" };
    expect((await post(`/factors/${owner.factorId}/verify`, code, owner.access, owner.address)).status).toBe(400);
    expect((await verify(owner, id, "request", made)).status).toBe(422);
    expect(await count("select from auth.mfa_factors where id = $1 and status = 'verified'", [owner.factorId])).toBe(0);
  });

  test("its challenge ends after five minutes", async () => {
    const owner = await enroll();
    const asked = await challenge(owner);
    wire.clock.advance(5 * 60_000);
    const made = owner.key.create(asked.webauthn.credential_options.publicKey);
    expect((await verify(owner, asked.id, "create", made)).body.code).toBe("mfa_challenge_expired");
  });
});

describe("A passkey", () => {
  const register = async (token: string, key: SecurityKey, options: object = {}) => {
    const { body } = await post("/passkeys/registration/options", {}, token);
    const credential = key.create(body.options, options);
    return post("/passkeys/registration/verify", { challenge_id: body.challenge_id, credential }, token);
  };
  const startSignIn = async () => (await post("/passkeys/authentication/options", {})).body;
  const finish = (challengeId: unknown, credential: unknown) =>
    post("/passkeys/authentication/verify", { challenge_id: challengeId, credential });
  const enter = async (key: SecurityKey, options: object = {}) => {
    const asked = await startSignIn();
    return finish(asked.challenge_id, key.get(asked.options, options));
  };

  async function addOwner(): Promise<SignedIn & { key: SecurityKey; passkeyId: string }> {
    const signedIn = await signUpCustomer(wire);
    const key = new SecurityKey();
    const { body } = await register(signedIn.access, key);
    return { ...signedIn, key, passkeyId: body.id };
  }

  test("is registered, listed, named, used to sign in and deleted, by the published client", async () => {
    const email = nextEmail();
    const client = wire.client();
    await client.auth.signUp({ email, password: goodPassword });
    const key = new SecurityKey();
    const { data: asked } = await client.auth.passkey.startRegistration();
    const made = key.create(asked!.options) as never;
    const added = await client.auth.passkey.verifyRegistration({ challengeId: asked!.challenge_id, credential: made });
    expect(added).toMatchObject({ data: { friendly_name: "Passkey" }, error: null });
    const passkeyId = added.data!.id;
    expect((await client.auth.passkey.update({ passkeyId, friendlyName: "Bureau" })).error).toBeNull();

    const browser = wire.client();
    const { data: options } = await browser.auth.passkey.startAuthentication();
    const used = key.get(options!.options) as never;
    const entered = await browser.auth.passkey.verifyAuthentication({
      challengeId: options!.challenge_id,
      credential: used,
    });
    expect(entered.error).toBeNull();
    expect((await browser.auth.getUser()).data.user?.email).toBe(email);
    expect(readClaims(entered.data!.session!.access_token)).toMatchObject({
      aal: "aal1",
      amr: [{ method: "passkey" }],
    });

    expect((await client.auth.passkey.list()).data).toEqual([
      { id: passkeyId, friendly_name: "Bureau", created_at: expect.any(String), last_used_at: expect.any(String) },
    ]);
    expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull();
    expect((await client.auth.passkey.list()).data).toEqual([]);
    expect(expectProblem(await enter(key))).toEqual({ status: 400, code: "webauthn_verification_failed" });
    expect(await templatesTo(email)).toEqual([
      ["factor-changed", { change: "added", factor: "passkey" }],
      ["factor-changed", { change: "removed", factor: "passkey" }],
    ]);
  });

  test("opens nothing without the finger, from another site, for another challenge, with an old counter", async () => {
    const { key } = await addOwner();
    const refused = { status: 400, code: "webauthn_verification_failed" };
    expect(expectProblem(await enter(key, { isUserVerified: false }))).toEqual(refused);
    expect(expectProblem(await enter(key, { from: "https://evil.example" }))).toEqual(refused);
    expect(expectProblem(await enter(new SecurityKey()))).toEqual(refused);
    const { challenge_id: id } = await startSignIn();
    expect(expectProblem(await finish(id, key.get((await startSignIn()).options)))).toEqual(refused);
    expect((await enter(key, { counter: 40 })).status).toBe(200);
    expect(expectProblem(await enter(key, { counter: 40 }))).toEqual(refused);
    const stolen = await startSignIn();
    const answer = key.get(stolen.options, { counter: 60 });
    const other = await addOwner();
    const withHandle = (handle: unknown) => ({ ...answer, response: { ...answer.response, userHandle: handle } });
    expect(
      expectProblem(await finish(stolen.challenge_id, withHandle(Buffer.from(other.userId).toString("base64url")))),
    ).toEqual(refused);
    expect(expectProblem(await finish((await startSignIn()).challenge_id, withHandle(null)))).toEqual(refused);
  });

  test.each([null, undefined])("is taken where the browser says nothing of its owner: %s", async (userHandle) => {
    const { key, userId } = await addOwner();
    const { challenge_id: id, options } = await startSignIn();
    const answer = key.get(options);
    const { status, body } = await finish(id, { ...answer, response: { ...answer.response, userHandle } });
    expect({ status, userId: body.user.id }).toEqual({ status: 200, userId });
  });

  test("of 20 parallel uses of one answer, one opens a session; an ended challenge opens none", async () => {
    const { key, userId } = await addOwner();
    const asked = await startSignIn();
    const answer = key.get(asked.options);
    const before = await count("select from auth.sessions where user_id = $1", [userId]);
    const answers = await Promise.all(Array.from({ length: 20 }, () => finish(asked.challenge_id, answer)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await count("select from auth.sessions where user_id = $1", [userId])).toBe(before + 1);
    const late = await startSignIn();
    wire.clock.advance(5 * 60_000);
    const problem = expectProblem(await finish(late.challenge_id, key.get(late.options)));
    expect(problem).toEqual({ status: 400, code: "webauthn_challenge_expired" });
    expect((await finish(late.challenge_id, key.get(late.options))).body.code).toBe("webauthn_challenge_not_found");
  });

  test("of a banned or unconfirmed account opens nothing", async () => {
    const { key, userId } = await addOwner();
    await db.inspect("update auth.users set email_confirmed_at = null where id = $1", [userId]);
    expect(expectProblem(await enter(key))).toEqual({ status: 403, code: "email_not_confirmed" });
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [userId]);
    expect(expectProblem(await enter(key))).toEqual({ status: 403, code: "user_banned" });
  });

  test("is added and deleted only past the second factor; one key is one passkey, ten are enough", async () => {
    const holder = await signUpHolder(wire);
    const key = new SecurityKey();
    const added = await register(holder.access, key);
    expect(added.status).toBe(200);
    const weak = await signInWithPassword(wire, holder.email);
    const refused = { status: 403, code: "insufficient_aal" };
    expect(expectProblem(await post("/passkeys/registration/options", {}, weak.access))).toEqual(refused);
    expect(expectProblem(await wire.send("DELETE", `/passkeys/${added.body.id}`, { token: weak.access }))).toEqual(
      refused,
    );

    const other = await signUpCustomer(wire);
    expect(expectProblem(await register(other.access, key))).toEqual({
      status: 422,
      code: "webauthn_credential_exists",
    });
    for (let each = 0; each < 9; each += 1) await register(holder.access, new SecurityKey());
    expect((await post("/passkeys/registration/options", {}, holder.access)).body.code).toBe("too_many_passkeys");
  });

  test("is hidden from other accounts, and a malformed request is answered with an error object", async () => {
    const { access, passkeyId, key } = await addOwner();
    const stranger = await signUpCustomer(wire);
    const rename = (token: string, id: string, body: unknown) => wire.send("PATCH", `/passkeys/${id}`, { token, body });
    expect((await rename(stranger.access, passkeyId, { friendly_name: "à moi" })).status).toBe(404);
    expect((await wire.send("DELETE", `/passkeys/${passkeyId}`, { token: stranger.access })).status).toBe(404);
    expect((await wire.send("GET", "/passkeys", { token: stranger.access })).body).toEqual([]);
    for (const name of [undefined, null, "", "x".repeat(121), "a\u0000"]) {
      expect(expectProblem(await rename(access, passkeyId, { friendly_name: name }))).toEqual({
        status: 400,
        code: "validation_failed",
      });
    }
    expect((await rename(access, "x", { friendly_name: "a" })).status).toBe(404);
    for (const id of [undefined, null, "x", "x".repeat(10_000), `${someId}'`]) {
      expect((await finish(id, {})).body.code).toBe("validation_failed");
    }
    for (const credential of [undefined, null, 5, "x", []]) {
      expect((await finish(someId, credential)).body.code).toBe("validation_failed");
    }
    const { challenge_id: own } = (await post("/passkeys/registration/options", {}, access)).body;
    const made = {
      challenge_id: own,
      credential: key.create({ challenge: "x", rp: { id: "localhost" }, user: { id: "x" } }),
    };
    expect((await post("/passkeys/registration/verify", made, stranger.access)).body.code).toBe(
      "webauthn_challenge_not_found",
    );
    expect((await post("/passkeys/registration/verify", made, access)).body.code).toBe("webauthn_verification_failed");
    expect((await post("/passkeys/registration/verify", made)).body.code).toBe("no_authorization");
    expect((await wire.send("POST", "/passkeys/authentication/options", { apiKey: null })).status).toBe(401);
  });

  test("is refused where the configuration says so", async () => {
    const { auth } = wire.context.settings;
    const closed = createWire({ db, clock: wire.clock, settings: { auth: { ...auth, passkey: { enabled: false } } } });
    for (const path of ["/passkeys/authentication/options", "/passkeys/registration/verify"]) {
      expect(expectProblem(await closed.send("POST", path, { body: {} }))).toEqual({
        status: 404,
        code: "passkey_disabled",
      });
    }
  });
});
