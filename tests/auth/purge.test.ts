import { expect, test } from "vitest";

import { openDatabaseForFile } from "#tests/support/database.ts";

import { purgeAuth } from "./purge-auth.ts";
import { challenge, enrollTotp, signUpHolder } from "./authenticator-app.ts";
import {
  createClock,
  createWire,
  goodPassword,
  nextEmail,
  origin,
  productionSettings,
  signUpCustomer,
} from "./support.ts";

const db = await openDatabaseForFile();

test("What can no longer be used is removed, what can stays", async () => {
  const wire = createWire({ db });
  const { email, access } = await signUpCustomer(wire);
  await wire.send("POST", "/recover", {
    body: { email, code_challenge: "x".repeat(43), code_challenge_method: "s256" },
  });
  await wire.send("GET", `/authorize?provider=google&redirect_to=${origin}/`);
  const rows = async () => {
    const counts = await Promise.all(
      ["sessions", "one_time_tokens", "flow_state"].map((table) => db.inspect(`select 1 from auth.${table}`)),
    );
    return counts.map(({ rowCount }) => rowCount);
  };
  await wire.context.db.asServer((tx) => purgeAuth(tx, wire.context.now()));
  expect(await rows()).toEqual([1, 1, 2]);
  wire.clock.advance(61 * 60_000);
  await wire.context.db.asServer((tx) => purgeAuth(tx, wire.context.now()));
  expect(await rows()).toEqual([1, 0, 1]);
  wire.clock.advance(30 * 24 * 60 * 60_000);
  await wire.context.db.asServer((tx) => purgeAuth(tx, wire.context.now()));
  expect(await rows()).toEqual([0, 0, 0]);
  expect((await wire.send("GET", "/user", { token: access })).status).toBe(403);
});

test("An unconfirmed account is purged after 30 days without a sign-up, with what was typed; no other is", async () => {
  const wire = createWire({ db, settings: productionSettings, clock: createClock() });
  const { context, clock } = wire;
  const emails = { stranger: nextEmail(), again: nextEmail(), profiled: nextEmail(), invited: nextEmail() };
  for (const email of Object.values(emails))
    await wire.send("POST", "/signup", { body: { email, password: goodPassword } });
  await db.inspect("update auth.users set invited_at = now() where email = $1", [emails.invited]);
  await db.inspect(
    "insert into public.user_profiles (user_id, email, registration_path) select id, email, '/inscription' from auth.users where email = $1",
    [emails.profiled],
  );
  const purge = () => context.db.asServer((tx) => purgeAuth(tx, clock.now()));
  const left = async () => {
    const { rows } = await db.inspect<{ email: string }>("select email from auth.users where email = any($1)", [
      Object.values(emails),
    ]);
    return rows.map(({ email }) => email).toSorted();
  };

  clock.advance(25 * 60 * 60_000);
  await purge();
  expect((await db.inspect("select 1 from auth.sign_up_attempts")).rowCount).toBe(0);
  expect(await left()).toHaveLength(4);
  clock.advance(10 * 24 * 60 * 60_000);
  await wire.send("POST", "/signup", { body: { email: emails.again, password: goodPassword } });
  clock.advance(20 * 24 * 60 * 60_000);
  await purge();
  expect(await left()).toEqual([emails.again, emails.profiled, emails.invited].toSorted());
});

test("Challenges, ceremonies and unfinished factors go, each at its time; a verified factor stays", async () => {
  const wire = createWire({ db });
  const holder = await signUpHolder(wire);
  const unfinished = await enrollTotp(wire, holder, { friendly_name: "jamais fini" });
  await challenge(wire, holder, unfinished.factorId);
  await wire.send("POST", "/passkeys/authentication/options", { body: {} });
  const left = async () => {
    await wire.context.db.asServer((tx) => purgeAuth(tx, wire.clock.now()));
    const tables = ["mfa_factors", "mfa_challenges", "webauthn_challenges"];
    return Promise.all(tables.map(async (table) => (await db.inspect(`select from auth.${table}`)).rowCount));
  };
  expect(await left()).toEqual([2, 2, 1]);
  wire.clock.advance(5 * 60_000);
  expect(await left()).toEqual([2, 2, 0]);
  wire.clock.advance(56 * 60_000);
  expect(await left()).toEqual([2, 0, 0]);
  wire.clock.advance(24 * 60 * 60_000);
  expect(await left()).toEqual([1, 0, 0]);
});
