import { beforeEach, describe, expect, test } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createClock,
  createWire,
  expectProblem,
  goodPassword,
  mailsTo,
  nextEmail,
  nextPhone,
  readClaims,
  signUpCustomer,
  textsTo,
} from "./support.ts";

const minuteMs = 60_000;
const foreignPassword = "Une-Autre-Phrase-3";

const db = await openDatabaseForFile();
const wire = createWire({ db, clock: createClock() });
await registerReceivers(db, wire.context.settings, new Date());

// A flood is not what these tests are about: see limits.test.ts.
beforeEach(() => emptyBuckets(db, wire.context));

const send = (method: string, path: string, body: unknown, token?: string, on = wire) =>
  on.send(method, path, { body, token });
const verify = (phone: string, token: string, type = "sms", on = wire) =>
  send("POST", "/verify", { phone, token, type }, undefined, on);
const lastCode = async (phone: string) => (await textsTo(db, phone)).at(-1)?.sms.otp ?? "";
const signIn = (phone: string, password: string) => send("POST", "/token?grant_type=password", { phone, password });

describe("A phone", () => {
  test("signs up with a password, waits for its code, and then signs in with both", async () => {
    const phone = nextPhone();
    const client = wire.client();
    const signedUp = await client.auth.signUp({ phone: `+${phone}`, password: goodPassword });
    expect(signedUp.error).toBeNull();
    expect(signedUp.data).toMatchObject({
      session: null,
      user: { phone, email: "", identities: [{ provider: "phone" }] },
    });
    expect(expectProblem(await signIn(phone, goodPassword))).toEqual({ status: 400, code: "phone_not_confirmed" });

    const [text] = await textsTo(db, phone);
    expect(text).toEqual({
      metadata: { uuid: expect.stringMatching(/^[\da-f-]{36}$/), time: expect.any(String), name: "send-sms" },
      user: expect.objectContaining({ phone }),
      sms: { phone, otp: expect.stringMatching(/^\d{6}$/) },
    });
    const { data, error } = await client.auth.verifyOtp({ phone: `+${phone}`, token: text!.sms.otp, type: "sms" });
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ phone, app_metadata: { provider: "phone", providers: ["phone"] } });
    expect(data.user?.phone_confirmed_at).toBeTruthy();
    expect(data.user?.identities?.[0]).toMatchObject({ provider: "phone", identity_data: { phone_verified: true } });
    expect(readClaims(data.session!.access_token)).toMatchObject({ phone, email: "", amr: [{ method: "otp" }] });

    const entered = await client.auth.signInWithPassword({ phone, password: goodPassword });
    expect(entered.data.user).toMatchObject({ phone });
  });

  test("signs in with a code alone, and is an account then", async () => {
    const phone = nextPhone();
    const client = wire.client();
    expect((await client.auth.signInWithOtp({ phone, options: { data: { voice: "Alice" } } })).error).toBeNull();
    const { data } = await client.auth.verifyOtp({ phone, token: await lastCode(phone), type: "sms" });
    expect(data.user).toMatchObject({ phone, user_metadata: { voice: "Alice" } });
    expect(expectProblem(await verify(phone, await lastCode(phone)))).toEqual({ status: 403, code: "otp_expired" });
  });

  test("keeps the password that the secret key gave it, once it is proved", async () => {
    const phone = nextPhone();
    const apiKey = wire.context.settings.secretKey;
    await wire.send("POST", "/admin/users", { body: { phone, password: goodPassword }, apiKey });
    await send("POST", "/otp", { phone });
    expect((await verify(phone, await lastCode(phone))).status).toBe(200);
    expect((await signIn(phone, goodPassword)).status).toBe(200);
  });

  test("is signed in at once where its settings ask for no confirmation", async () => {
    const auth = {
      ...wire.context.settings.auth,
      sms: { ...wire.context.settings.auth.sms, enableConfirmations: false },
    };
    const on = createWire({ db, settings: { auth } });
    const phone = nextPhone();
    const answers = [];
    for (let times = 0; times < 2; times += 1)
      answers.push(await send("POST", "/signup", { phone, password: goodPassword }, undefined, on));
    expect(answers[0]?.body).toMatchObject({ user: { phone }, token_type: "bearer" });
    expect(expectProblem(answers[1]!)).toEqual({ status: 422, code: "user_already_exists" });
    expect(await textsTo(db, phone)).toEqual([]);

    const { access } = await signUpCustomer(on);
    const taken = await send("PUT", "/user", { phone, data: { a: 1 } }, access, on);
    expect(expectProblem(taken)).toEqual({ status: 422, code: "phone_exists" });
    const next = nextPhone();
    const { body } = await send("PUT", "/user", { phone: next }, access, on);
    expect(body).toMatchObject({ phone: next, user_metadata: {} });
  });

  test("is sent its code again, which counts as the first did", async () => {
    const phone = nextPhone();
    const client = wire.client();
    await client.auth.signUp({ phone, password: goodPassword });
    expect((await client.auth.resend({ type: "sms", phone })).error).toBeNull();
    const texts = await textsTo(db, phone);
    expect(texts).toHaveLength(2);
    expect((await verify(phone, texts[1]!.sms.otp)).status).toBe(200);
    expect((await signIn(phone, goodPassword)).status).toBe(200);
    await client.auth.resend({ type: "sms", phone });
    expect(await textsTo(db, phone)).toHaveLength(2);
  });

  test("has codes that live ten minutes, and close after ten wrong ones", async () => {
    const [late, guessed] = [nextPhone(), nextPhone()];
    for (const phone of [late, guessed]) await send("POST", "/otp", { phone });
    const [code, right] = [await lastCode(late), await lastCode(guessed)];
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, "0");
    for (let guess = 0; guess < 10; guess += 1) {
      await emptyBuckets(db, wire.context);
      expect((await verify(guessed, wrong)).status).toBe(403);
    }
    await emptyBuckets(db, wire.context);
    expect((await verify(guessed, right)).status).toBe(403);
    wire.clock.advance(10 * minuteMs + 1);
    expect(expectProblem(await verify(late, code))).toEqual({ status: 403, code: "otp_expired" });
  });

  test("lets one of twenty in that type its code at once", async () => {
    const phone = nextPhone();
    await send("POST", "/otp", { phone });
    const code = await lastCode(phone);
    const { limits } = wire.context;
    wire.context.limits = { ...limits, consume: () => Promise.resolve({ isAllowed: true, retryAfterSeconds: 0 }) };
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(phone, code)));
    wire.context.limits = limits;
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      200,
      ...Array<number>(19).fill(403),
    ]);
  });

  test("is kept as a hash of its code, which another phone's does not open", async () => {
    const [phone, other] = [nextPhone(), nextPhone()];
    await send("POST", "/otp", { phone });
    const code = await lastCode(phone);
    const { rows } = await db.inspect("select code_hash from auth.one_time_tokens where relates_to = $1", [phone]);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect((await verify(other, code)).status).toBe(403);
    expect((await verify(phone, code, "phone_change")).status).toBe(403);
    expect((await verify(phone, code, "email")).status).toBe(403);
  });
});

describe("A password typed for another person's phone never becomes its account's", () => {
  const steal = (phone: string) => send("POST", "/signup", { phone, password: foreignPassword });

  test("when its owner signs in with a code of their own", async () => {
    const phone = nextPhone();
    await steal(phone);
    await send("POST", "/otp", { phone });
    expect((await verify(phone, await lastCode(phone))).status).toBe(200);
    expect((await signIn(phone, foreignPassword)).status).toBe(400);
  });

  test("when its owner types the stranger's code instead of their own", async () => {
    const phone = nextPhone();
    await send("POST", "/otp", { phone });
    await steal(phone);
    expect((await verify(phone, await lastCode(phone))).status).toBe(200);
    expect((await signIn(phone, foreignPassword)).status).toBe(400);
  });

  test("when its owner signs up as well, without cookies", async () => {
    const phone = nextPhone();
    await send("POST", "/signup", { phone, password: goodPassword });
    await steal(phone);
    expect((await verify(phone, await lastCode(phone))).status).toBe(200);
    expect((await signIn(phone, foreignPassword)).status).toBe(400);
  });

  test("while who signed up in this browser has theirs", async () => {
    const [phone, jar] = [nextPhone(), new Map()];
    await wire.send("POST", "/signup", { body: { phone, password: goodPassword }, jar });
    const code = await lastCode(phone);
    await steal(phone);
    expect((await wire.send("POST", "/verify", { body: { phone, token: code, type: "sms" }, jar })).status).toBe(200);
    expect((await signIn(phone, goodPassword)).status).toBe(200);
  });

  test("when it has an account already: its owner gets a code, as for a free one", async () => {
    const phone = nextPhone();
    await send("POST", "/otp", { phone });
    await verify(phone, await lastCode(phone));
    await steal(phone);
    expect(await textsTo(db, phone)).toHaveLength(2);
    expect((await verify(phone, await lastCode(phone))).status).toBe(200);
    expect((await signIn(phone, foreignPassword)).status).toBe(400);
  });
});

describe("A new phone", () => {
  test("counts once its code was typed; the owner is told by mail when there was another", async () => {
    const client = wire.client();
    const email = nextEmail();
    await client.auth.signUp({ email, password: goodPassword });
    for (const phone of [nextPhone(), nextPhone()]) {
      const asked = await client.auth.updateUser({ phone: `+${phone}` });
      expect(asked.data.user).toMatchObject({ new_phone: phone });
      expect(asked.data.user?.phone).not.toBe(phone);
      expect((await textsTo(db, phone)).at(-1)?.user).toMatchObject({ new_phone: phone });
      const { data, error } = await client.auth.verifyOtp({
        phone,
        token: await lastCode(phone),
        type: "phone_change",
      });
      expect(error).toBeNull();
      expect(data.user).toMatchObject({ phone, email, app_metadata: { provider: "email" } });
      expect(data.user?.app_metadata.providers).toEqual(["email", "phone"]);
    }
    expect(await mailsTo(db, email)).toEqual([{ to: email, template: "phone-changed", data: {} }]);
  });

  test("of another account is not revealed, and gets no message", async () => {
    const [taken, free] = [nextPhone(), nextPhone()];
    await send("POST", "/otp", { phone: taken });
    await verify(taken, await lastCode(taken));
    const { access } = await signUpCustomer(wire);
    const answers = [];
    for (const phone of [taken, free]) answers.push(await send("PUT", "/user", { phone }, access));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(await textsTo(db, taken)).toHaveLength(1);
    expect(await textsTo(db, free)).toHaveLength(1);
  });

  test("goes to who proves it first", async () => {
    const phone = nextPhone();
    const [one, other] = [await signUpCustomer(wire), await signUpCustomer(wire)];
    await send("PUT", "/user", { phone }, one.access);
    const first = await lastCode(phone);
    await send("PUT", "/user", { phone }, other.access);
    expect((await verify(phone, await lastCode(phone), "phone_change")).body.user.id).toBe(other.userId);
    expect(expectProblem(await verify(phone, first, "phone_change"))).toEqual({ status: 422, code: "phone_exists" });
  });

  test("has its code sent again, whether the client names it or the one before", async () => {
    const client = wire.client();
    await client.auth.signUp({ email: nextEmail(), password: goodPassword });
    const [first, next] = [nextPhone(), nextPhone()];
    await client.auth.updateUser({ phone: first });
    await client.auth.resend({ type: "phone_change", phone: first });
    expect(await textsTo(db, first)).toHaveLength(2);
    await client.auth.verifyOtp({ phone: first, token: await lastCode(first), type: "phone_change" });
    await client.auth.updateUser({ phone: next });
    await client.auth.resend({ type: "phone_change", phone: first });
    expect(await textsTo(db, next)).toHaveLength(2);
  });
});

test("A phone for tests has the code of the settings, once each time one is asked for, and is sent nothing", async () => {
  const phone = nextPhone();
  const { auth } = wire.context.settings;
  const on = createWire({ db, settings: { auth: { ...auth, sms: { ...auth.sms, testOtp: { [phone]: "424242" } } } } });
  expect((await verify(phone, "424242", "sms", on)).status).toBe(403);
  await send("POST", "/otp", { phone }, undefined, on);
  expect(await textsTo(db, phone)).toEqual([]);
  expect((await verify(phone, "424243", "sms", on)).status).toBe(403);
  const tries = await Promise.all(Array.from({ length: 20 }, () => verify(phone, "424242", "sms", on)));
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1);
  await emptyBuckets(db, on.context);
  expect((await verify(phone, "424242", "sms", on)).status).toBe(403);
  await send("POST", "/otp", { phone }, undefined, on);
  expect((await verify(phone, "424242", "sms", on)).status).toBe(200);
});

test("Without a way to send codes, phones are no way in", async () => {
  const { auth } = wire.context.settings;
  const on = createWire({ db, settings: { auth: { ...auth, sendSms: undefined } } });
  const answer = await send("POST", "/otp", { phone: nextPhone() }, undefined, on);
  expect(expectProblem(answer)).toEqual({ status: 422, code: "phone_provider_disabled" });
});

describe("Text messages", () => {
  test("go to one phone five times an hour, known or not, and from one address fifteen times", async () => {
    const known = nextPhone();
    await send("POST", "/otp", { phone: known });
    await verify(known, await lastCode(known));
    await emptyBuckets(db, wire.context);
    for (const phone of [known, nextPhone()]) {
      const statuses = [];
      for (let times = 0; times < 6; times += 1) statuses.push((await send("POST", "/otp", { phone })).status);
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    }
    const answers = [];
    for (let times = 0; times < 16; times += 1)
      answers.push(
        await wire.send("POST", "/otp", {
          body: { phone: nextPhone(), create_user: false },
          address: "192.0.2.80",
        }),
      );
    expect(answers.slice(0, 15).every(({ status }) => status === 200)).toBe(true);
    expect(expectProblem(answers[15]!)).toEqual({ status: 429, code: "over_sms_send_rate_limit" });
  });

  test("come as far apart as the settings say", async () => {
    const { auth } = wire.context.settings;
    const on = createWire({ db, settings: { auth: { ...auth, sms: { ...auth.sms, maxFrequencySeconds: 60 } } } });
    const phone = nextPhone();
    expect((await send("POST", "/otp", { phone }, undefined, on)).status).toBe(200);
    const { status, headers, body } = await send("POST", "/resend", { type: "sms", phone }, undefined, on);
    expect({ status, code: body.code }).toEqual({ status: 429, code: "over_sms_send_rate_limit" });
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(30);
  });
});

describe("An answer does not reveal whether a phone has an account", () => {
  async function phones() {
    const [known, banned, unconfirmed, unknown] = [nextPhone(), nextPhone(), nextPhone(), nextPhone()];
    for (const phone of [known, banned, unconfirmed]) await send("POST", "/otp", { phone });
    for (const phone of [known, banned]) await verify(phone, await lastCode(phone));
    await db.inspect("update auth.users set banned_until = now() + interval '1 day' where phone = $1", [banned]);
    return { unknown, known, banned, unconfirmed };
  }

  test.each([
    ["/signup", { password: foreignPassword }],
    ["/otp", {}],
    ["/otp", { create_user: false }],
    ["/resend", { type: "sms" }],
    ["/resend", { type: "phone_change" }],
    ["/verify", { type: "sms", token: "000000" }],
    ["/token?grant_type=password", { password: foreignPassword }],
  ])("%s %j: same status, headers and body", async (path, body) => {
    const seen: Record<string, unknown> = {};
    for (const [kind, phone] of Object.entries(await phones())) {
      const { status, headers, text } = await wire.send("POST", path, { body: { ...body, phone } });
      const named = [...headers].map(([name, value]) => [
        name,
        value.replace(/^sign-up=[\w-]{43};/, "sign-up=<mark>;"),
      ]);
      seen[kind] = {
        status,
        named,
        text: text.replaceAll(phone, "<phone>").replaceAll(/"(id|identity_id|user_id|sub)":"[^"]+"/g, ""),
      };
    }
    for (const kind of ["known", "banned", "unconfirmed"])
      expect({ [kind]: seen[kind] }).toEqual({ [kind]: seen.unknown });
  });
});
