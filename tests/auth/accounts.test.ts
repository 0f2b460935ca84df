import { expect, test } from "vitest";

import { endSessions, insertAccount } from "#engine/auth/accounts/accounts.ts";
import { createAdministrator, createFirstAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { withdrawalOf } from "#tests/fixtures/accounts.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { createWire, goodPassword, nextEmail, signUpCustomer } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

const signIn = (email: string, password: string) =>
  wire.send("POST", "/token?grant_type=password", { body: { email, password } });
const count = async (text: string, values: unknown[] = []) => (await db.inspect(text, values)).rowCount;

test("A second account for an address is refused, and leaves the transaction whole", async () => {
  const email = nextEmail();
  const made = await db.asServer(async (tx) => {
    const first = await insertAccount(tx, { email, isEmailConfirmed: true }, new Date());
    const second = await insertAccount(tx, { email, isEmailConfirmed: true }, new Date());
    return [first !== undefined, second !== undefined];
  });
  expect(made).toEqual([true, false]);
  expect(await count("select 1 from auth.users where email = $1", [email])).toBe(1);
});

test("An account without a password cannot be signed in to with one", async () => {
  const email = nextEmail();
  await db.asServer((tx) => insertAccount(tx, { email, isEmailConfirmed: true }, new Date()));
  for (const password of ["", "null", goodPassword]) expect((await signIn(email, password)).status).toBe(400);
});

test("Ending the sessions of an account signs it out everywhere; deleting it leaves nothing of it", async () => {
  const { userId, access } = await signUpCustomer(wire);
  await db.asServer((tx) => endSessions(tx, userId));
  expect((await wire.send("GET", "/user", { token: access })).status).toBe(403);
  await db.inspect("delete from auth.users where id = $1", [userId]);
  for (const table of ["sessions", "identities", "one_time_tokens", "known_devices", "mfa_factors"]) {
    const left = await count(`select 1 from auth.${table} where user_id = $1`, [userId]);
    expect({ table, left }).toEqual({ table, left: 0 });
  }
});

test("An administrator needs 12 characters that are not easily guessed", async () => {
  const email = nextEmail("admin");
  const create = (password: string) =>
    createAdministrator(db, { email, password, guessableWords: ["Ariane"] }, wire.context.passwords);
  expect(await create("Court-12345")).toEqual({ ok: false, problem: "password_length" });
  expect(await create("Ariane-2026!!")).toEqual({ ok: false, problem: "password_too_common" });
  expect(
    await createAdministrator(db, { email: "x", password: goodPassword, guessableWords: [] }, wire.context.passwords),
  ).toEqual({
    ok: false,
    problem: "malformed_email",
  });
  expect((await create(goodPassword)).ok).toBe(true);
  expect((await signIn(email, goodPassword)).status).toBe(200);
});

test("A customer who becomes an administrator is signed out, and signs in with the new password", async () => {
  const { email, userId, access } = await signUpCustomer(wire);
  const made = await createAdministrator(
    db,
    { email, password: "Genêt-du-Soir-82", guessableWords: [] },
    wire.context.passwords,
  );
  expect(made).toEqual({ ok: true, value: { userId } });
  expect((await wire.send("GET", "/user", { token: access })).status).toBe(403);
  expect((await signIn(email, "Genêt-du-Soir-82")).status).toBe(200);
  expect(await count("select 1 from public.admin_users where user_id = $1", [userId])).toBe(1);
});

test("A name and a role of the command are kept, and stay where it says neither; the last manager stays", async () => {
  await db.inspect(withdrawalOf());
  const email = nextEmail("chef");
  const create = (given: { name?: string; role?: string }) =>
    createAdministrator(db, { email, password: goodPassword, guessableWords: [], ...given }, wire.context.passwords);
  const stored = async () => {
    const { rows } = await db.inspect("select name, role from public.admin_users");
    return rows;
  };
  await create({ name: "Camille Renaud" });
  expect(await stored()).toEqual([{ name: "Camille Renaud", role: "manager" }]);
  expect(await create({ role: "seller" })).toEqual({ ok: false, problem: "last_manager" });
  await createAdministrator(
    db,
    { email: nextEmail("autre"), password: goodPassword, guessableWords: [] },
    wire.context.passwords,
  );
  expect(await create({ role: "seller" })).toMatchObject({ ok: true });
  expect(await create({})).toMatchObject({ ok: true });
  expect(await stored()).toContainEqual({ name: "Camille Renaud", role: "seller" });
});

test("The first administrator is made when there is none, and only then", async () => {
  await db.inspect(withdrawalOf());
  const email = nextEmail("premier");
  await expect(createFirstAdministrator(wire.context, { email, password: "Ariane-2026!!" })).rejects.toThrow(
    "ADMIN_PASSWORD",
  );
  await createFirstAdministrator(wire.context, { email, password: goodPassword });
  await createFirstAdministrator(wire.context, { email: nextEmail("second"), password: goodPassword });
  const { rows } = await db.inspect("select email from auth.users join public.admin_users on user_id = users.id");
  expect(rows).toEqual([{ email }]);
});
