import { beforeEach, expect, test } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { createClock, createWire, goodPassword, mailsTo, nextEmail, nextPhone, textsTo } from "./support.ts";

const minuteMs = 60_000;
const newPassword = "Genêt-du-Soir-82";

const db = await openDatabaseForFile();
const wire = createWire({ db, clock: createClock() });
await registerReceivers(db, wire.context.settings, new Date());

beforeEach(() => emptyBuckets(db, wire.context));

/** A session that has been open for a while, as a stolen token mostly is. */
async function lateSession(on = wire) {
  const client = on.client();
  const email = nextEmail();
  await client.auth.signUp({ email, password: goodPassword });
  on.clock.advance(16 * minuteMs);
  return { client, email };
}
const nonceFor = async (email: string) => (await mailsTo(db, email)).at(-1)?.data.code ?? "";

test("Digits sent to the owner let an older session choose a password, once", async () => {
  const { client, email } = await lateSession();
  const refused = await client.auth.updateUser({ password: newPassword });
  expect(refused.error).toMatchObject({ status: 400, code: "reauthentication_needed" });
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = await nonceFor(email);
  expect(nonce).toMatch(/^\d{6,8}$/);
  // Copied with the spaces around it, and one in the middle.
  const copied = ` ${nonce.slice(0, 3)}\u00a0${nonce.slice(3)} `;
  expect((await client.auth.updateUser({ password: newPassword, nonce: copied })).error).toBeNull();
  const again = await client.auth.updateUser({ password: goodPassword, nonce });
  expect(again.error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
});

test("They go to the phone of an account without an address", async () => {
  const phone = nextPhone();
  const client = wire.client();
  await client.auth.signInWithOtp({ phone });
  await client.auth.verifyOtp({ phone, token: (await textsTo(db, phone)).at(-1)!.sms.otp, type: "sms" });
  wire.clock.advance(61 * minuteMs);
  await client.auth.refreshSession();
  expect((await client.auth.updateUser({ password: newPassword })).error?.code).toBe("reauthentication_needed");
  expect((await client.auth.reauthenticate()).error).toBeNull();
  const nonce = (await textsTo(db, phone)).at(-1)!.sms.otp;
  expect((await client.auth.updateUser({ password: newPassword, nonce })).error).toBeNull();
  expect((await client.auth.signInWithPassword({ phone, password: newPassword })).error).toBeNull();
});

test("Codes of another account, wrong ones, and those of another mail are refused", async () => {
  const [one, other] = [await lateSession(), await lateSession()];
  await other.client.auth.reauthenticate();
  await wire.send("POST", "/recover", { body: { email: one.email } });
  for (const nonce of [
    await nonceFor(other.email),
    await nonceFor(one.email),
    "00000000",
    "x".repeat(10_000),
    "\u0000",
  ]) {
    const { error } = await one.client.auth.updateUser({ password: newPassword, nonce });
    expect(error).toMatchObject({ status: 422, code: "reauthentication_not_valid" });
  }
  const { error } = await one.client.auth.updateUser({ password: newPassword, nonce: "00000000" });
  expect(error?.status).toBe(429);
});

test("Digits close after ten wrong tries, and after an hour", async () => {
  const { client, email } = await lateSession();
  await client.auth.reauthenticate();
  const nonce = await nonceFor(email);
  const wrong = String((Number(nonce) + 1) % 100_000_000).padStart(8, "0");
  for (let guess = 0; guess < 10; guess += 1) {
    await emptyBuckets(db, wire.context);
    expect((await client.auth.updateUser({ password: newPassword, nonce: wrong })).error?.status).toBe(422);
  }
  await emptyBuckets(db, wire.context);
  expect((await client.auth.updateUser({ password: newPassword, nonce })).error?.status).toBe(422);

  const late = await lateSession();
  await late.client.auth.reauthenticate();
  const expired = await nonceFor(late.email);
  wire.clock.advance(60 * minuteMs - 16 * minuteMs);
  await late.client.auth.refreshSession();
  wire.clock.advance(17 * minuteMs);
  expect((await late.client.auth.updateUser({ password: newPassword, nonce: expired })).error?.status).toBe(422);
});

test("Where the settings ask for no proof, a session is enough, as on a project", async () => {
  const { auth } = wire.context.settings;
  const settings = { auth: { ...auth, email: { ...auth.email, securePasswordChange: false } } };
  const { client } = await lateSession(createWire({ db, settings, clock: wire.clock }));
  expect((await client.auth.updateUser({ password: newPassword })).error).toBeNull();
});

test("They are sent as often as any mail, to who is signed in", async () => {
  const { client } = await lateSession();
  const errors = [];
  for (let times = 0; times < 6; times += 1) errors.push((await client.auth.reauthenticate()).error?.code);
  expect(errors).toEqual([undefined, undefined, undefined, undefined, undefined, "over_email_send_rate_limit"]);
  expect((await wire.send("GET", "/reauthenticate")).status).toBe(401);
});
