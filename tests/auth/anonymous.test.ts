import { beforeEach, expect, test } from "vitest";

import { registerReceivers } from "#engine/outbox/receivers.ts";
import { emptyBuckets } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { purgeAuth } from "./purge-auth.ts";
import {
  createClock,
  createWire,
  expectProblem,
  goodPassword,
  mailsTo,
  nextEmail,
  nextPhone,
  productionSettings,
  readClaims,
  readSession,
  textsTo,
} from "./support.ts";

const dayMs = 24 * 3_600_000;

const db = await openDatabaseForFile();
const demo = createWire({ db, clock: createClock() });
const auth = { ...productionSettings.auth, enableAnonymousSignIns: true };
const live = createWire({ db, settings: { ...productionSettings, auth }, clock: demo.clock });
await registerReceivers(db, demo.context.settings, new Date());

beforeEach(() => emptyBuckets(db, demo.context));

async function enter(wire = demo) {
  const client = wire.client();
  const { data, error } = await client.auth.signInAnonymously({ options: { data: { voice: "Alice" } } });
  expect(error).toBeNull();
  return { client, userId: data.user?.id ?? "", token: data.session?.access_token ?? "" };
}
const userRow = async (userId: string) =>
  (await db.inspect("select is_anonymous, email, phone from auth.users where id = $1", [userId])).rows[0];

test("An anonymous sign-in starts a session of its own, and the tokens say so", async () => {
  const { client, userId, token } = await enter();
  expect(readClaims(token)).toMatchObject({ sub: userId, is_anonymous: true, amr: [{ method: "anonymous" }] });
  const { data } = await client.auth.getUser();
  expect(data.user).toMatchObject({
    is_anonymous: true,
    email: "",
    phone: "",
    app_metadata: {},
    user_metadata: { voice: "Alice" },
    identities: [],
  });
  expect((await client.auth.refreshSession()).data.user?.id).toBe(userId);
  expect((await enter()).userId).not.toBe(userId);
});

test("A password is for an address or a phone: an account without either gets none", async () => {
  const { client, token } = await enter();
  const { error } = await client.auth.updateUser({ password: goodPassword });
  expect(error).toMatchObject({ status: 422, code: "validation_failed" });
  expect(expectProblem(await demo.send("GET", "/reauthenticate", { token }))).toEqual({
    status: 400,
    code: "validation_failed",
  });
});

test("An address makes it a real account, at once where nothing asks for confirmation", async () => {
  const { client, userId } = await enter();
  const email = nextEmail();
  const changed = await client.auth.updateUser({ email, password: goodPassword });
  expect(changed.error).toBeNull();
  expect(changed.data.user).toMatchObject({
    id: userId,
    email,
    is_anonymous: false,
    app_metadata: { provider: "email", providers: ["email"] },
  });
  const again = await demo.client().auth.signInWithPassword({ email, password: goodPassword });
  expect(again.data.user?.id).toBe(userId);
});

test("An address that waits for its mail leaves it anonymous; the digits of its only mailbox are enough", async () => {
  const { client, userId } = await enter(live);
  const email = nextEmail();
  const asked = await client.auth.updateUser({ email });
  expect(asked.data.user).toMatchObject({ is_anonymous: true, new_email: email });
  expect(await userRow(userId)).toMatchObject({ is_anonymous: true, email: null });

  const [mail, ...others] = await mailsTo(db, email);
  expect(others).toEqual([]);
  const { data } = await client.auth.verifyOtp({ email, token: mail!.data.code, type: "email_change" });
  expect(readClaims(data.session!.access_token)).toMatchObject({ sub: userId, email, is_anonymous: false });
  expect(await userRow(userId)).toMatchObject({ is_anonymous: false, email });

  await client.auth.refreshSession();
  expect((await client.auth.updateUser({ password: goodPassword })).error).toBeNull();
  const again = await live.client().auth.signInWithPassword({ email, password: goodPassword });
  expect(again.data.user?.id).toBe(userId);
});

test("A phone makes it a real account once its code was typed", async () => {
  const { client, userId } = await enter();
  const phone = nextPhone();
  expect((await client.auth.updateUser({ phone })).data.user?.is_anonymous).toBe(true);
  const [text] = await textsTo(db, phone);
  const { data } = await client.auth.verifyOtp({ phone, token: text!.sms.otp, type: "phone_change" });
  expect(data.user).toMatchObject({
    id: userId,
    phone,
    is_anonymous: false,
    app_metadata: { provider: "phone", providers: ["phone"] },
  });
});

test("It cannot take the address of another account, at once or by mail", async () => {
  const email = nextEmail();
  const { body } = await demo.send("POST", "/signup", { body: { email, password: goodPassword } });
  const owner = readSession(body).userId;
  const { client, userId } = await enter();
  expect((await client.auth.updateUser({ email })).error).toMatchObject({ status: 422, code: "email_exists" });
  const other = await enter(live);
  expect((await other.client.auth.updateUser({ email })).error).toBeNull();
  expect(await mailsTo(db, email)).toEqual([]);
  for (const id of [userId, other.userId]) expect(await userRow(id)).toMatchObject({ is_anonymous: true, email: null });
  expect(await userRow(owner)).toMatchObject({ email });
});

test("It is purged a day after its last session ended; one with a session, or with an address, stays", async () => {
  const [left, open, upgraded] = [await enter(), await enter(), await enter()];
  await upgraded.client.auth.updateUser({ email: nextEmail(), password: goodPassword });
  for (const { client } of [left, upgraded]) await client.auth.signOut();
  const purge = () => demo.context.db.asServer((tx) => purgeAuth(tx, demo.clock.now()));
  const stays = async ({ userId }: { userId: string }) => (await userRow(userId)) !== undefined;

  demo.clock.advance(dayMs - 1000);
  await purge();
  expect(await Promise.all([left, open, upgraded].map(stays))).toEqual([true, true, true]);
  demo.clock.advance(2000);
  await purge();
  expect(await Promise.all([left, open, upgraded].map(stays))).toEqual([false, true, true]);
  demo.clock.advance(31 * dayMs);
  await purge();
  expect(await Promise.all([open, upgraded].map(stays))).toEqual([false, true]);
});

test("Anonymous sign-ins from one address have their limit", async () => {
  const statuses = [];
  for (let times = 0; times < 21; times += 1)
    statuses.push((await demo.send("POST", "/signup", { body: {}, address: "192.0.2.90" })).status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
});
