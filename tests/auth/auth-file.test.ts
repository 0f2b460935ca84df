import { expect, test } from "vitest";

import { limitOf } from "#engine/auth/wire/limits.ts";
import type { AuthConfig } from "#engine/settings/auth-config.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import {
  createWire,
  expectProblem,
  mailsTo,
  nextEmail,
  productionSettings,
  readClaims,
  readSession,
} from "./support.ts";

const db = await openDatabaseForFile();

const { auth: usual } = productionSettings;

function wireOf(auth: Partial<AuthConfig>) {
  const open = { ...usual, email: { ...usual.email, enableConfirmations: false } };
  return createWire({ db, settings: { ...productionSettings, auth: { ...open, ...auth } } });
}

const signUp = (wire: ReturnType<typeof wireOf>, password: string, email = nextEmail()) =>
  wire.send("POST", "/signup", { body: { email, password } });

test("An access token lives as long as is configured, and the client is told", async () => {
  const wire = wireOf({ jwtExpirySeconds: 300 });
  const { body } = await signUp(wire, "Bruyère-Matin-57");
  const { iat, exp } = readClaims(body.access_token);
  expect([body.expires_in, exp - iat, body.expires_at]).toEqual([300, 300, exp]);
  wire.clock.advance(331_000);
  expect((await wire.send("GET", "/user", { token: body.access_token })).status).toBe(403);
});

test("A used refresh token is good again for as long as is configured, and no longer", async () => {
  const exchange = (wire: ReturnType<typeof wireOf>, token: string) =>
    wire.send("POST", "/token?grant_type=refresh_token", { body: { refresh_token: token } });
  for (const [seconds, status] of [
    [60, 200],
    [0, 400],
  ] as const) {
    const wire = wireOf({ refreshTokenReuseIntervalSeconds: seconds });
    const { refresh } = readSession((await signUp(wire, "Bruyère-Matin-57")).body);
    const second = await exchange(wire, refresh);
    await exchange(wire, second.body.refresh_token);
    wire.clock.advance(30_000);
    expect((await exchange(wire, refresh)).status).toBe(status);
  }
});

test.each([
  [{ minimumPasswordLength: 6 }, "bruyer", 200, undefined],
  [{ minimumPasswordLength: 14 }, "Bruyère-Matin", 422, "length"],
  [{ passwordRequirements: "letters_digits" }, "Bruyère-Matin", 422, "characters"],
  [{ passwordRequirements: "lower_upper_letters_digits_symbols" }, "Bruyere-Matin-57", 200, undefined],
] as const)("A new password follows the file: %j", async (auth, password, status, reason) => {
  const answer = await signUp(wireOf(auth), password);
  expect(answer.status).toBe(status);
  expect(answer.body.weak_password?.reasons?.[0]).toBe(reason);
});

test("Closed sign-ups create no account for any address, and existing accounts sign in", async () => {
  const wire = wireOf({});
  const email = nextEmail();
  await signUp(wire, "Bruyère-Matin-57", email);
  const closed = wireOf({ enableSignup: false });
  for (const each of [email, nextEmail()]) {
    const refused = await signUp(closed, "Bruyère-Matin-57", each);
    expect(expectProblem(refused)).toEqual({ status: 422, code: "signup_disabled" });
  }
  const body = { email, password: "Bruyère-Matin-57" };
  expect((await closed.send("POST", "/token?grant_type=password", { body })).status).toBe(200);
  expect((await closed.send("GET", "/settings")).body.disable_signup).toBe(true);
});

test("Without e-mail, addresses sign up and in no more", async () => {
  const closed = wireOf({ email: { ...usual.email, enableSignup: false } });
  const body = { email: nextEmail(), password: "Bruyère-Matin-57" };
  for (const path of ["/signup", "/token?grant_type=password"]) {
    expect(expectProblem(await closed.send("POST", path, { body })).code).toBe("email_provider_disabled");
  }
});

test("Codes have the configured length and life", async () => {
  const wire = wireOf({ email: { ...usual.email, otpLength: 6, otpExpirySeconds: 120 } });
  const email = nextEmail();
  await signUp(wire, "Bruyère-Matin-57", email);
  for (const [waitMs, status] of [
    [119_000, 200],
    [121_000, 403],
  ] as const) {
    await wire.send("POST", "/recover", { body: { email } });
    const { code: token } = (await mailsTo(db, email)).at(-1)!.data;
    expect(token).toMatch(/^\d{6}$/);
    wire.clock.advance(waitMs);
    const verified = await wire.send("POST", "/verify", { body: { type: "recovery", email, token } });
    expect(verified.status).toBe(status);
  }
});

test("A second mail waits for max_frequency, to a known address as to an unknown one", async () => {
  const wire = wireOf({ email: { ...usual.email, enableConfirmations: false, maxFrequencySeconds: 60 } });
  const known = nextEmail();
  await signUp(wire, "Bruyère-Matin-57", known);
  for (const email of [known, nextEmail()]) {
    const answers = [];
    for (const _ of [1, 2]) answers.push(await wire.send("POST", "/recover", { body: { email } }));
    expect(answers.map(({ status }) => status)).toEqual([200, 429]);
    expect(answers[1]?.body.code).toBe("over_email_send_rate_limit");
    expect(Number(answers[1]?.headers.get("retry-after"))).toBeGreaterThan(50);
  }
});

test("The file's rates stand over the limits of the service, in its own units", () => {
  const { settings } = wireOf({ rateLimit: { token_refresh: 10, email_sent: 4, sign_in_sign_ups: 7 } }).context;
  const rateOf = (name: Parameters<typeof limitOf>[1]) => {
    const { capacity, perHour } = limitOf(settings, name);
    return [capacity, perHour];
  };
  expect(rateOf("refresh")).toEqual([10, 120]);
  expect(rateOf("mailsPerAddress")).toEqual([4, 4]);
  expect(rateOf("signUp")).toEqual([7, 84]);
  expect(rateOf("guessesPerAddress")).toEqual([7, 84]);
  expect(rateOf("guessesPerAccount")).toEqual([5, 30]);
});

test("The eleventh refresh of ten waits", async () => {
  const wire = wireOf({ rateLimit: { token_refresh: 10 } });
  const statuses = [];
  for (let turn = 0; turn < 11; turn += 1) {
    const { status } = await wire.send("POST", "/token?grant_type=refresh_token", { body: {}, address: "192.0.2.77" });
    statuses.push(status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(400), 429]);
});
