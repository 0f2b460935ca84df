import { beforeEach, expect, test } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createWire,
  expectProblem,
  goodPassword,
  mailsTo,
  nextAddress,
  nextEmail,
  nextPhone,
  productionSettings,
  readClaims,
  signUpCustomer,
  textsTo,
  type SignedIn,
} from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });
await registerReceivers(db, wire.context.settings, new Date());

beforeEach(() => emptyBuckets(db, wire.context));

type Asking = SignedIn & { address: string };

const enroll = ({ access: token }: SignedIn, phone: unknown, name = "") =>
  wire.send("POST", "/factors", { token, body: { factor_type: "phone", phone, friendly_name: name } });
const challenge = ({ access: token, address }: Asking, factorId: string, channel?: unknown) =>
  wire.send("POST", `/factors/${factorId}/challenge`, { token, address, body: { channel } });
const verify = ({ access: token, address }: Asking, factorId: string, challengeId: string, code: unknown) =>
  wire.send("POST", `/factors/${factorId}/verify`, { token, address, body: { challenge_id: challengeId, code } });
const signUp = async (): Promise<Asking> => ({ ...(await signUpCustomer(wire)), address: nextAddress() });
const lastCode = async (phone: string) => (await textsTo(db, phone)).at(-1)?.sms.otp ?? "";
const factorsOf = async ({ userId }: SignedIn) =>
  (await db.inspect("select id, status from auth.mfa_factors where user_id = $1", [userId])).rows;

test("By the published client: a phone is enrolled, its code lifts the session, and a code is taken once", async () => {
  const phone = nextPhone();
  const email = nextEmail();
  const client = wire.client({ address: nextAddress() });
  await client.auth.signUp({ email, password: goodPassword });
  const { data: factor } = await client.auth.mfa.enroll({
    factorType: "phone",
    phone: `+${phone}`,
    friendlyName: "moi",
  });
  expect(factor).toMatchObject({ type: "phone", friendly_name: "moi", phone: `+${phone}` });
  const { data: asked } = await client.auth.mfa.challenge({ factorId: factor!.id, channel: "sms" });
  const [text] = await textsTo(db, phone);
  expect(text).toMatchObject({
    user: { email },
    sms: { phone, otp: expect.stringMatching(/^\d{6}$/), sms_type: "mfa" },
  });
  const { otp } = text!.sms;
  // As it is copied from a message.
  const answer = { factorId: factor!.id, challengeId: asked!.id, code: ` ${otp.slice(0, 3)} ${otp.slice(3)} ` };
  expect((await client.auth.mfa.verify(answer)).error).toBeNull();
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe("aal2");
  expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([{ phone, status: "verified" }]);
  expect((await client.auth.mfa.verify(answer)).error).toMatchObject({ status: 422 });
  expect((await mailsTo(db, email)).map(({ data }) => data)).toEqual([{ change: "added", factor: "phone" }]);
  const { rows } = await db.inspect("select otp_code from auth.mfa_challenges where factor_id = $1", [factor!.id]);
  expect(JSON.stringify(rows)).not.toContain(text!.sms.otp);
});

test.each([
  ["an invalid number", "+1"],
  ["no number at all", undefined],
  ["an empty number", ""],
  ["letters", "abc"],
  ["a number in brackets", "(33) 639984107"],
  ["10,000 digits", "3".repeat(10_000)],
  ["a control character", "+3363998\u00004107"],
])("supabase/auth, TestEnrollFactor: %s", async (_, phone) => {
  const signedIn = await signUp();
  expect(expectProblem(await enroll(signedIn, phone))).toEqual({ status: 400, code: "validation_failed" });
  expect(await factorsOf(signedIn)).toEqual([]);
});

test("supabase/auth, TestDuplicateEnrollPhoneFactor: a later enrolment of a number is the one", async () => {
  const signedIn = await signUp();
  const phone = nextPhone();
  await enroll(signedIn, phone, "one");
  const { body: later } = await enroll(signedIn, `+${phone}`, "two");
  expect((await factorsOf(signedIn)).map(({ id }) => id)).toEqual([later.id]);
  await enroll(signedIn, nextPhone(), "three");
  expect(await factorsOf(signedIn)).toHaveLength(2);
});

test("supabase/auth, TestDuplicateEnrollPhoneFactorWithVerified: a verified number is enrolled once", async () => {
  const signedIn = await signUp();
  const phone = nextPhone();
  const { body: factor } = await enroll(signedIn, phone);
  await db.inspect("update auth.mfa_factors set status = 'verified' where id = $1", [factor.id]);
  expect(expectProblem(await enroll(signedIn, phone))).toEqual({ status: 422, code: "mfa_verified_factor_exists" });
  expect(await factorsOf(signedIn)).toHaveLength(1);
});

test("supabase/auth, TestChallengeSMSFactor: by the hook, as often as a phone may be sent one", async () => {
  const signedIn = await signUp();
  const phone = nextPhone();
  const { body: factor } = await enroll(signedIn, phone);
  expect((await challenge(signedIn, factor.id, "pigeon")).status).toBe(400);
  const answers = [await challenge(signedIn, factor.id, "whatsapp")];
  for (let each = 0; each < 5; each += 1) answers.push(await challenge(signedIn, factor.id, "sms"));
  const sent = answers.filter(({ status }) => status === 200).length;
  expect(sent).toBeGreaterThan(0);
  expect(expectProblem(answers[5]!)).toEqual({ status: 429, code: "over_sms_send_rate_limit" });
  expect(await textsTo(db, phone)).toHaveLength(sent);
});

test("supabase/auth, TestMFAVerifyFactor: late and wrong codes are refused, the right one taken once", async () => {
  const signedIn = await signUp();
  const phone = nextPhone();
  const { body: factor } = await enroll(signedIn, phone);
  const { body: late } = await challenge(signedIn, factor.id);
  wire.clock.advance(5 * 60_000);
  expect(expectProblem(await verify(signedIn, factor.id, late.id, await lastCode(phone)))).toEqual({
    status: 422,
    code: "mfa_challenge_expired",
  });
  await emptyBuckets(db, wire.context);
  const { body: asked } = await challenge(signedIn, factor.id);
  const code = await lastCode(phone);
  expect(expectProblem(await verify(signedIn, factor.id, asked.id, `${code}1`))).toEqual({
    status: 422,
    code: "mfa_verification_failed",
  });
  const tries = Array.from({ length: 20 }, () => verify(signedIn, factor.id, asked.id, code));
  const right = (await Promise.all(tries)).filter(({ status }) => status === 200);
  expect(right).toHaveLength(1);
  expect(readClaims(right[0]?.body.access_token).amr.map(({ method }: any) => method)).toContain("mfa/phone");
});

test("Five wrong codes make the factor wait, and a switched-off way is refused with its code", async () => {
  const signedIn = await signUp();
  const phone = nextPhone();
  const { body: factor } = await enroll(signedIn, phone);
  const { body: asked } = await challenge(signedIn, factor.id);
  for (let guess = 0; guess < 5; guess += 1) await verify(signedIn, factor.id, asked.id, "no");
  expect((await verify(signedIn, factor.id, asked.id, await lastCode(phone))).body.code).toBe(
    "mfa_verification_rejected",
  );
  const closed = createWire({ db, clock: wire.clock, settings: { auth: productionSettings.auth } });
  const body = { factor_type: "phone", phone };
  const refused = await closed.send("POST", "/factors", { token: signedIn.access, body });
  expect(refused.body.code).toBe("mfa_phone_enroll_not_enabled");
});
