import { describe, expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";
import { emptyBuckets } from "#tests/support/context.ts";

import { challenge, enrollTotp, openApp, prove, signUpHolder, verify } from "./authenticator-app.ts";
import {
  createWire,
  expectProblem,
  goodPassword,
  mailsTo,
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

const minutes = 60_000;
const someId = "00000000-0000-4000-8000-000000000000";
const at = (signedIn: SignedIn, address = nextAddress()) => ({ ...signedIn, address });
const count = async (text: string, values: unknown[] = []) => (await db.inspect(text, values)).rowCount;
const enroll = (token: string, body: object) => wire.send("POST", "/factors", { token, body });
const unenroll = (token: string, id: string) => wire.send("DELETE", `/factors/${id}`, { token });
const refresh = (refreshToken: string) =>
  wire.send("POST", "/token?grant_type=refresh_token", { body: { refresh_token: refreshToken } });

describe("With the published client", () => {
  test("a factor is enrolled by QR code, lifts the session, is listed and removed", async () => {
    const email = nextEmail();
    const client = wire.client({ address: nextAddress() });
    await client.auth.signUp({ email, password: goodPassword });
    wire.clock.advance(1000);
    const events: string[] = [];
    client.auth.onAuthStateChange((event) => void events.push(event));

    const { data: enrolled } = await client.auth.mfa.enroll({ factorType: "totp", friendlyName: "Téléphone" });
    expect(enrolled).toMatchObject({ type: "totp", friendly_name: "Téléphone" });
    if (enrolled?.type !== "totp") throw new Error("no factor");
    expect(enrolled.totp.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/);
    expect(enrolled.totp.uri).toContain(`secret=${enrolled.totp.secret}`);
    expect(enrolled.totp.uri).toContain("issuer=Ariane");
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({ all: [{ status: "unverified" }], totp: [] });

    const code = openApp(wire, enrolled.id, enrolled.totp.uri).code();
    const verified = await client.auth.mfa.challengeAndVerify({ factorId: enrolled.id, code });
    expect(verified.error).toBeNull();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal2",
      nextLevel: "aal2",
      currentAuthenticationMethods: [{ method: "totp" }, { method: "password" }],
    });
    expect(events).toContain("MFA_CHALLENGE_VERIFIED");
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      totp: [{ id: enrolled.id, status: "verified" }],
    });

    const removed = await client.auth.mfa.unenroll({ factorId: enrolled.id });
    expect(removed).toEqual({ data: { id: enrolled.id }, error: null });
    await client.auth.refreshSession();
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
      currentLevel: "aal1",
      nextLevel: "aal1",
      currentAuthenticationMethods: [{ method: "password" }],
    });
    expect((await mailsTo(db, email)).map(({ template }) => template)).toEqual(["factor-changed", "factor-changed"]);
  });

  test("a wrong code is an error object, and the session stays as it was", async () => {
    const client = wire.client({ address: nextAddress() });
    await client.auth.signUp({ email: nextEmail(), password: goodPassword });
    const { data } = await client.auth.mfa.enroll({ factorType: "totp" });
    const { error } = await client.auth.mfa.challengeAndVerify({ factorId: data!.id, code: "abcdef" });
    expect(error).toMatchObject({ code: "mfa_verification_failed", status: 422 });
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal1");
  });
});

describe("Enrolling", () => {
  test.each([
    ["TOTP without issuer", { factor_type: "totp", friendly_name: "john" }, 200],
    ["an invalid factor type", { factor_type: "invalid_factor", friendly_name: "bob" }, 400],
    ["TOTP with a name", { factor_type: "totp", friendly_name: "bob", issuer: "exemple.example" }, 200],
    ["TOTP without a name", { factor_type: "totp", friendly_name: "", issuer: "exemple.example" }, 200],
    ["WebAuthn with a name", { factor_type: "webauthn", friendly_name: "clé" }, 200],
  ])("supabase/auth, TestEnrollFactor: %s", async (_, body, status) => {
    const { access, userId } = await signUpCustomer(wire);
    expect((await enroll(access, body)).status).toBe(status);
    const { rows } = await db.inspect("select status, friendly_name from auth.mfa_factors where user_id = $1", [
      userId,
    ]);
    expect(rows).toEqual(status === 200 ? [{ status: "unverified", friendly_name: body.friendly_name }] : []);
  });

  test("the secret is sealed: the database alone makes no code", async () => {
    const { access } = await signUpCustomer(wire);
    const { body } = await enroll(access, { factor_type: "totp" });
    const { rows } = await db.inspect(
      "select row_to_json(mfa_factors)::text as row from auth.mfa_factors where id = $1",
      [body.id],
    );
    expect(rows[0]?.row).not.toContain(body.totp.secret);
    expect(body.totp.secret).toMatch(/^[A-Z2-7]{32}$/);
  });

  test("supabase/auth, TestDuplicateTOTPEnrolls: a name is taken once, in each account", async () => {
    const { access } = await signUpCustomer(wire);
    const other = await signUpCustomer(wire);
    const mary = { factor_type: "totp", friendly_name: "mary", issuer: "https://issuer.example" };
    expect((await enroll(access, mary)).status).toBe(200);
    const again = await enroll(access, mary);
    expect(expectProblem(again)).toEqual({ status: 422, code: "mfa_factor_name_conflict" });
    expect((await enroll(other.access, mary)).status).toBe(200);
  });

  test("supabase/auth, TestMultipleEnrollsCleanupExpiredFactors: an unfinished enrolment is deleted", async () => {
    const holder = await signUpHolder(wire);
    for (let each = 0; each < 4; each += 1) {
      expect((await enroll(holder.access, { factor_type: "totp", friendly_name: "first-name" })).status).toBe(200);
      wire.clock.advance(6 * minutes);
      await wire.send("PUT", "/user", { token: holder.access, body: { current_password: goodPassword } });
    }
    const { body: challenged } = await enroll(holder.access, { factor_type: "totp", friendly_name: "first-name" });
    await challenge(wire, holder, challenged.id);
    wire.clock.advance(6 * minutes);
    await enroll(holder.access, { factor_type: "totp", friendly_name: "second-name" });
    expect(await count("select from auth.mfa_factors where user_id = $1", [holder.userId])).toBe(3);
  });

  test("no more factors than the configuration allows, also when asked at once", async () => {
    const { access, userId } = await signUpCustomer(wire);
    const answers = await Promise.all(Array.from({ length: 14 }, () => enroll(access, { factor_type: "totp" })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(answers.find(({ status }) => status !== 200)?.body.code).toBe("too_many_enrolled_mfa_factors");
    expect(await count("select from auth.mfa_factors where user_id = $1", [userId])).toBe(10);
  });

  test("with a verified factor, adding another needs a session past it", async () => {
    const holder = await signUpHolder(wire);
    const { access } = await signInWithPassword(wire, holder.email);
    expect(expectProblem(await enroll(access, { factor_type: "totp" }))).toEqual({
      status: 403,
      code: "insufficient_aal",
    });
    expect((await enroll(holder.access, { factor_type: "totp", friendly_name: "second" })).status).toBe(200);
  });

  test("what the configuration switches off is refused with its code", async () => {
    const off = { enrollEnabled: false, verifyEnabled: false };
    const { auth } = wire.context.settings;
    const closed = createWire({
      db,
      clock: wire.clock,
      settings: { auth: { ...auth, mfa: { maxEnrolledFactors: 10, totp: off, phone: off, webAuthn: off } } },
    });
    const holder = await signUpHolder(wire);
    const codeOf = async (path: string, body: object) => {
      const { token, address } = { token: holder.access, address: holder.address };
      return (await closed.send("POST", path, { token, address, body })).body.code;
    };
    expect(await codeOf("/factors", { factor_type: "totp" })).toBe("mfa_totp_enroll_not_enabled");
    expect(await codeOf("/factors", { factor_type: "webauthn" })).toBe("mfa_webauthn_enroll_not_enabled");
    expect(await codeOf(`/factors/${holder.app.factorId}/challenge`, {})).toBe("mfa_totp_verify_not_enabled");
    const answer = { challenge_id: someId, code: "123456" };
    expect(await codeOf(`/factors/${holder.app.factorId}/verify`, answer)).toBe("mfa_totp_verify_not_enabled");
  });
});

describe("Verifying", () => {
  test("supabase/auth, TestChallengeTOTPFactor: a challenge lasts five minutes", async () => {
    const holder = await signUpHolder(wire);
    const path = `/factors/${holder.app.factorId}/challenge`;
    const { status, body } = await wire.send("POST", path, { token: holder.access });
    expect(status).toBe(200);
    expect(body.type).toBe("totp");
    expect(body.expires_at).toBe(Math.floor(wire.clock.now().getTime() / 1000) + 300);
  });

  test("supabase/auth, TestMFAVerifyFactor: a right code after the end of its challenge is refused", async () => {
    const signedIn = at(await signUpCustomer(wire));
    const app = await enrollTotp(wire, signedIn);
    const id = await challenge(wire, signedIn, app.factorId);
    wire.clock.advance(5 * minutes);
    const late = await verify(wire, signedIn, app.factorId, { challenge_id: id, code: app.code() });
    expect(expectProblem(late)).toEqual({ status: 422, code: "mfa_challenge_expired" });
    expect(await count("select from auth.mfa_challenges where id = $1", [id])).toBe(0);
  });

  test("supabase/auth, TestMFAVerifyFactor: a code of a minute ago is refused, the one of now is taken", async () => {
    const signedIn = at(await signUpCustomer(wire));
    const elsewhere = await signInWithPassword(wire, signedIn.email);
    const app = await enrollTotp(wire, signedIn);
    const unfinished = await enrollTotp(wire, signedIn, { friendly_name: "jamais fini" });
    expect(expectProblem(await prove(wire, signedIn, app, app.code(-2)))).toEqual({
      status: 422,
      code: "mfa_verification_failed",
    });
    const proved = await prove(wire, signedIn, app);
    expect(proved.status).toBe(200);
    expect(readClaims(proved.body.access_token)).toMatchObject({ aal: "aal2", session_id: signedIn.sessionId });
    expect(
      readClaims(proved.body.access_token)
        .amr.map(({ method }: any) => method)
        .sort(),
    ).toEqual(["password", "totp"]);
    // The sessions that were not lifted end, and so does the enrolment that was left behind.
    expect((await wire.send("GET", "/user", { token: elsewhere.access })).status).toBe(403);
    expect(await count("select from auth.mfa_factors where id = $1", [unfinished.factorId])).toBe(0);
  });

  test.each([-1, 0, 1])("a code %i half minutes away is taken, once", async (steps) => {
    const signedIn = at(await signUpCustomer(wire));
    const app = await enrollTotp(wire, signedIn);
    const code = app.code(steps);
    // As the application shows it.
    expect((await prove(wire, signedIn, app, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200);
    const again = await prove(wire, signedIn, app, code);
    expect(expectProblem(again)).toEqual({ status: 422, code: "mfa_verification_failed" });
    const other = [-1, 0, 1].find((each) => each !== steps) ?? 0;
    expect((await prove(wire, signedIn, app, app.code(other))).status).toBe(200);
  });

  test("of 20 parallel tries of one code, one wins", async () => {
    const signedIn = at(await signUpCustomer(wire));
    const app = await enrollTotp(wire, signedIn);
    const ids = await Promise.all(
      Array.from({ length: 20 }, () => challenge(wire, at(signedIn, "192.0.2.7"), app.factorId)),
    );
    const body = (id: string) => ({ challenge_id: id, code: app.code() });
    const answers = await Promise.all(ids.map((id) => verify(wire, at(signedIn, "192.0.2.7"), app.factorId, body(id))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status !== 200 && status !== 422 && status !== 403)).toEqual([]);
  });

  test("one challenge is answered once, and only from where it was asked", async () => {
    const signedIn = at(await signUpCustomer(wire));
    const app = await enrollTotp(wire, signedIn);
    const id = await challenge(wire, signedIn, app.factorId);
    const answer = (code: string) => ({ challenge_id: id, code });
    const away = await verify(wire, at(signedIn), app.factorId, answer(app.code()));
    expect(expectProblem(away)).toEqual({ status: 422, code: "mfa_ip_address_mismatch" });
    expect((await verify(wire, signedIn, app.factorId, answer(app.code()))).status).toBe(200);
    expect((await verify(wire, signedIn, app.factorId, answer(app.code(1)))).status).toBe(422);
  });

  test("a visitor of IPv6 is one within their network of 64 bits, as for the limits", async () => {
    const signedIn = await signUpCustomer(wire);
    const app = await enrollTotp(wire, at(signedIn));
    const [asked, same, other] = ["2001:db8:1:2::3", "2001:db8:1:2:ffff::9", "2001:db8:1:3::3"];
    const id = await challenge(wire, at(signedIn, asked), app.factorId);
    const answer = { challenge_id: id, code: app.code() };
    const away = await verify(wire, at(signedIn, other), app.factorId, answer);
    expect(expectProblem(away)).toEqual({ status: 422, code: "mfa_ip_address_mismatch" });
    expect((await verify(wire, at(signedIn, same), app.factorId, answer)).status).toBe(200);
  });

  test("five wrong codes make the factor wait a quarter of an hour, whatever the challenge", async () => {
    const holder = await signUpHolder(wire);
    const thief = at(await signInWithPassword(wire, holder.email));
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await prove(wire, thief, holder.app, "not it")).body.code).toBe("mfa_verification_failed");
    }
    const waiting = await prove(wire, holder, holder.app, holder.app.code(1));
    expect(expectProblem(waiting)).toEqual({ status: 403, code: "mfa_verification_rejected" });
    expect(Number(waiting.headers.get("retry-after"))).toBe(900);
    wire.clock.advance(15 * minutes - 1000);
    expect((await prove(wire, holder, holder.app)).status).toBe(403);
    wire.clock.advance(1000);
    expect((await prove(wire, holder, holder.app)).status).toBe(200);
  });

  test("four wrong codes, then a right one: the count begins again", async () => {
    const holder = await signUpHolder(wire);
    for (let guess = 0; guess < 4; guess += 1) await prove(wire, holder, holder.app, "000");
    expect((await prove(wire, holder, holder.app, holder.app.code(1))).status).toBe(200);
    for (let guess = 0; guess < 4; guess += 1) await prove(wire, holder, holder.app, "000");
    wire.clock.advance(minutes);
    expect((await prove(wire, holder, holder.app)).status).toBe(200);
  });

  test("ten wrong codes close the challenge, parallel ones too", async () => {
    const holder = await signUpHolder(wire);
    const id = await challenge(wire, holder, holder.app.factorId);
    const guess = (code: string) => verify(wire, holder, holder.app.factorId, { challenge_id: id, code });
    await Promise.all(Array.from({ length: 10 }, () => guess("wrong!")));
    // Past the wait, as if a challenge could last that long.
    await db.inspect("update auth.mfa_factors set wait_until = null where id = $1", [holder.app.factorId]);
    expect(expectProblem(await guess(holder.app.code(1)))).toEqual({ status: 422, code: "mfa_challenge_expired" });
    expect(expectProblem(await guess(holder.app.code(1)))).toEqual({ status: 422, code: "mfa_factor_not_found" });
  });

  test("a secret sealed with another AUTH_SECRET opens nothing, and is no failure of the service", async () => {
    const holder = await signUpHolder(wire);
    await db.inspect("update auth.mfa_factors set secret = $2 where id = $1", [holder.app.factorId, "AAAA".repeat(30)]);
    expect((await prove(wire, holder, holder.app, holder.app.code(1))).body.code).toBe("mfa_verification_failed");
  });
});

describe("Sessions", () => {
  test("supabase/auth, TestSessionsMaintainAALOnRefresh: a lifted session stays lifted", async () => {
    const holder = await signUpHolder(wire);
    const { body } = await refresh(holder.refresh);
    expect(readClaims(body.access_token).aal).toBe("aal2");
  });

  test("a refresh token given before the second factor opens nothing after it, however soon it comes", async () => {
    const before = at(await signUpCustomer(wire));
    const app = await enrollTotp(wire, before);
    const { body } = await prove(wire, before, app);
    expect(expectProblem(await refresh(before.refresh))).toEqual({ status: 400, code: "refresh_token_already_used" });
    expect((await refresh(body.refresh_token)).status).toBe(200);
    expect((await refresh(body.refresh_token)).status).toBe(200);
  });

  test("supabase/auth, TestMFAFollowedByPasswordSignIn: a later sign-in is at the first level again", async () => {
    const holder = await signUpHolder(wire);
    expect(readClaims((await signInWithPassword(wire, holder.email)).access).aal).toBe("aal1");
    const { rows } = await db.inspect("select aal from auth.sessions where user_id = $1 order by aal", [holder.userId]);
    expect(rows).toEqual([{ aal: "aal1" }, { aal: "aal2" }]);
  });

  test("supabase/auth, AAL2RequiredToUpdatePassword: a reset does not skip the factor", async () => {
    const holder = await signUpHolder(wire);
    await wire.send("POST", "/recover", { body: { email: holder.email } });
    const [mail] = (await mailsTo(db, holder.email)).filter(({ template }) => template === "recovery");
    const opened = await wire.send("POST", "/verify", {
      body: { type: "recovery", email: holder.email, token: mail?.data.code },
    });
    const change = (token: string) =>
      wire.send("PUT", "/user", { token, body: { password: "Genêt-du-Soir-82", current_password: goodPassword } });
    expect(expectProblem(await change(opened.body.access_token))).toEqual({ status: 401, code: "insufficient_aal" });
    expect((await change(holder.access)).status).toBe(200);
  });

  test("supabase/auth, TestUnenrollVerifiedFactor: only past the second factor; its sessions step down", async () => {
    const holder = await signUpHolder(wire);
    const second = at(await signInWithPassword(wire, holder.email), holder.address);
    expect(expectProblem(await unenroll(second.access, holder.app.factorId))).toEqual({
      status: 422,
      code: "insufficient_aal",
    });
    const lifted = readSession((await prove(wire, second, holder.app, holder.app.code(1))).body);
    expect((await unenroll(holder.access, holder.app.factorId)).status).toBe(200);
    expect(await count("select from auth.mfa_factors where user_id = $1", [holder.userId])).toBe(0);
    const { rows } = await db.inspect("select aal, factor_id from auth.sessions where id = $1", [lifted.sessionId]);
    expect(rows).toEqual([{ aal: "aal1", factor_id: null }]);
    expect(readClaims((await refresh(lifted.refresh)).body.access_token).amr.map(({ method }: any) => method)).toEqual([
      "password",
    ]);
  });

  test("supabase/auth, TestUnenrollUnverifiedFactor: one that proved nothing goes without", async () => {
    const { access, userId, email } = await signUpCustomer(wire);
    const app = await enrollTotp(wire, { access });
    expect((await unenroll(access, app.factorId)).body).toEqual({ id: app.factorId });
    expect(await count("select from auth.mfa_factors where user_id = $1", [userId])).toBe(0);
    expect(await mailsTo(db, email)).toEqual([]);
  });

  test("one tab passes the factor for the other, which still has the token of before", async () => {
    const holder = await signUpHolder(wire);
    const session = at(await signInWithPassword(wire, holder.email), holder.address);
    const change = (password: string) => wire.send("PUT", "/user", { token: session.access, body: { password } });
    expect((await change("Une-Autre-Phrase-3")).body.code).toBe("insufficient_aal");
    await prove(wire, session, holder.app, holder.app.code(1));
    expect((await change("Une-Autre-Phrase-3")).status).toBe(200);
  });

  test("an access token outlives the factor that lifted it, and its level does not", async () => {
    const holder = await signUpHolder(wire);
    const removed = await enrollTotp(wire, holder, { friendly_name: "second" });
    const lifted = readSession((await prove(wire, holder, removed)).body);
    const second = at(await signInWithPassword(wire, holder.email), holder.address);
    const strong = readSession((await prove(wire, second, holder.app, holder.app.code(1))).body);
    await unenroll(strong.access, removed.factorId);
    expect(readClaims(lifted.access).aal).toBe("aal2");
    expect((await unenroll(lifted.access, holder.app.factorId)).body.code).toBe("insufficient_aal");
    expect((await enroll(lifted.access, { factor_type: "totp" })).body.code).toBe("insufficient_aal");
    const password = { password: "Genêt-du-Soir-82", current_password: goodPassword };
    const changed = await wire.send("PUT", "/user", { token: lifted.access, body: password });
    expect(changed.body.code).toBe("insufficient_aal");
  });
});

describe("Bad input", () => {
  test("supabase/auth, TestChallengeFactorNotOwnedByUser: other people's factors are not there", async () => {
    const holder = await signUpHolder(wire);
    const stranger = at(await signUpCustomer(wire));
    const { factorId } = holder.app;
    const answers = [
      await wire.send("POST", `/factors/${factorId}/challenge`, { token: stranger.access }),
      await verify(wire, stranger, factorId, { challenge_id: someId, code: holder.app.code(1) }),
      await unenroll(stranger.access, factorId),
    ];
    expect(answers.map(expectProblem)).toEqual(
      Array.from({ length: 3 }, () => ({ status: 404, code: "mfa_factor_not_found" })),
    );
  });

  test("a challenge of one factor is none of another", async () => {
    const signedIn = at(await signUpCustomer(wire));
    const [one, other] = [await enrollTotp(wire, signedIn), await enrollTotp(wire, signedIn)];
    const id = await challenge(wire, signedIn, one.factorId);
    const answer = await verify(wire, signedIn, other.factorId, { challenge_id: id, code: other.code() });
    expect(expectProblem(answer)).toEqual({ status: 422, code: "mfa_factor_not_found" });
  });

  const wrongTexts = [5, true, [], {}, ["totp"], "x".repeat(10_000), "nul\u0000", "ligne\nligne"];
  const wrongIds = [undefined, null, 5, true, [], {}, "", "x".repeat(10_000), "nul\u0000", `${someId}'--`];

  test("a field of the wrong kind is the client's own error, and changes nothing", async () => {
    const signedIn = at(await signUpCustomer(wire));
    const app = await enrollTotp(wire, signedIn);
    const id = await challenge(wire, signedIn, app.factorId);
    const answers = [];
    for (const value of [undefined, null, ...wrongTexts])
      answers.push(await enroll(signedIn.access, { factor_type: value }));
    for (const value of wrongTexts) {
      answers.push(await enroll(signedIn.access, { factor_type: "totp", friendly_name: value }));
      answers.push(await enroll(signedIn.access, { factor_type: "totp", issuer: value }));
    }
    await emptyBuckets(db, wire.context);
    for (const value of wrongIds) {
      answers.push(await verify(wire, signedIn, app.factorId, { challenge_id: value, code: app.code() }));
    }
    for (const value of [undefined, null, "", 123456, true, [], {}, "1".repeat(10_000)]) {
      answers.push(await verify(wire, signedIn, app.factorId, { challenge_id: id, code: value }));
    }
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([400, expect.stringMatching(/^(validation_failed|bad_json)$/)]);
    }
    expect(await count("select from auth.mfa_factors where user_id = $1", [signedIn.userId])).toBe(1);
    expect((await verify(wire, signedIn, app.factorId, { challenge_id: id, code: app.code() })).status).toBe(200);
  });

  test("an unknown id, a body that is none, a caller without an account", async () => {
    const { access, userId } = await signUpCustomer(wire);
    for (const id of ["x", "%00", "x".repeat(2000), `${someId}'`, "..%2f"]) {
      for (const step of ["/challenge", "/verify"]) {
        const answer = await wire.send("POST", `/factors/${id}${step}`, { token: access, body: {} });
        expect(expectProblem(answer)).toEqual({ status: 404, code: "validation_failed" });
      }
      expect((await unenroll(access, id)).status).toBe(404);
    }
    for (const rawBody of ["{", "[]", "5", '"x"', '{"factor_type":"totp"']) {
      const answer = await wire.send("POST", "/factors", { token: access, rawBody });
      expect(expectProblem(answer)).toEqual({ status: 400, code: "bad_json" });
    }
    for (const path of ["/factors", `/factors/${someId}/challenge`, `/factors/${someId}/verify`]) {
      expect((await wire.send("POST", path, { body: {} })).body.code).toBe("no_authorization");
      expect((await wire.send("POST", path, { body: {}, token: "x.y.z" })).body.code).toBe("bad_jwt");
      expect((await wire.send("GET", path, { token: access })).body.code).toBe("method_not_allowed");
    }
    await db.inspect("delete from auth.sessions where user_id = $1", [userId]);
    expect((await enroll(access, { factor_type: "totp" })).body.code).toBe("session_not_found");
  });

  test("a name given twice in a body is read once, and an anonymous account has no factor", async () => {
    const { access, userId } = await signUpCustomer(wire);
    const rawBody = '{"factor_type":"phone","factor_type":"totp"}';
    expect((await wire.send("POST", "/factors", { token: access, rawBody })).status).toBe(200);
    await db.inspect("update auth.users set is_anonymous = true where id = $1", [userId]);
    expect(expectProblem(await enroll(access, { factor_type: "totp" }))).toEqual({
      status: 403,
      code: "no_authorization",
    });
  });

  test("recovery codes are known to the client, and are not offered", async () => {
    const { access } = await signUpCustomer(wire);
    for (const [method, path] of [
      ["GET", ""],
      ["POST", ""],
      ["DELETE", ""],
      ["POST", "/verify"],
      ["POST", "/regenerate"],
    ] as const) {
      const answer = await wire.send(method, `/factors/recovery-codes${path}`, { token: access });
      expect(expectProblem(answer)).toEqual({ status: 404, code: "feature_disabled" });
    }
  });

  test("an address that asks for too many challenges or codes waits", async () => {
    const signedIn = at(await signUpCustomer(wire));
    const app = await enrollTotp(wire, signedIn);
    const ask = () => {
      const { access: token, address } = signedIn;
      return wire.send("POST", `/factors/${app.factorId}/challenge`, { token, address });
    };
    // Some more than the bucket holds: it fills again meanwhile.
    const answers = await Promise.all(Array.from({ length: 60 }, ask));
    const [refused] = answers.filter(({ status }) => status !== 200).map(expectProblem);
    expect(refused).toEqual({ status: 429, code: "over_request_rate_limit" });
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(30);
  });
});
