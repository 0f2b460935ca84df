import { expect, test } from "vitest";

import { createAdministrator } from "#engine/auth/administration/create-administrator.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { createWire, goodPassword, linkPath, mailsTo, nextEmail, signUpCustomer } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

async function addAdministrator() {
  const email = nextEmail("admin");
  const made = await createAdministrator(
    db,
    { email, password: goodPassword, guessableWords: [] },
    wire.context.passwords,
  );
  if (!made.ok) throw new Error(made.problem);
  return { email, userId: made.value.userId };
}

const signIn = (email: string, password: string) =>
  wire.send("POST", "/token?grant_type=password", { body: { email, password } });

async function linesAbout(userId: string) {
  const { rows } = await db.inspect<{ action: string; detail: object }>(
    "select action, detail from private.audit_log where actor = $1 order by id",
    [userId],
  );
  return rows.map(({ action, detail }) => [action, detail]);
}

test("Every sign-in of an administrator leaves a line, and so does every one that is refused", async () => {
  const { email, userId } = await addAdministrator();
  await signIn(email, goodPassword);
  await signIn(email, "Faux-mot-de-passe-1");
  await wire.send("POST", "/recover", { body: { email } });
  const [mail] = await mailsTo(db, email);
  await wire.send("GET", linkPath(mail!));
  await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [userId]);
  await signIn(email, goodPassword);

  expect(await linesAbout(userId)).toEqual([
    ["administrator.signed_in", { method: "password" }],
    ["administrator.sign_in_refused", { method: "password", code: "invalid_credentials" }],
    ["administrator.signed_in", { method: "recovery" }],
    ["administrator.sign_in_refused", { method: "password", code: "user_banned" }],
  ]);
});

test("A mailed link of an administrator who was banned since is refused, with a line", async () => {
  const { email, userId } = await addAdministrator();
  await wire.send("POST", "/recover", { body: { email } });
  const [mail] = await mailsTo(db, email);
  await db.inspect("update auth.users set banned_until = now() + interval '1 day' where id = $1", [userId]);
  await wire.send("GET", linkPath(mail!));
  expect(await linesAbout(userId)).toEqual([
    ["administrator.sign_in_refused", { method: "recovery", code: "user_banned" }],
  ]);
});

test("Guesses beyond the limits leave no line, and the log says no address", async () => {
  const { email, userId } = await addAdministrator();
  for (let guess = 0; guess < 8; guess += 1) await signIn(email, `Faux-mot-${guess}`);
  const lines = await linesAbout(userId);
  expect(lines).toHaveLength(5);
  expect(JSON.stringify(lines)).not.toContain(email);
});

test("A customer's sign-ins and refusals leave no line", async () => {
  const { email, userId } = await signUpCustomer(wire);
  await signIn(email, goodPassword);
  await signIn(email, "Faux-mot-de-passe-1");
  await signIn(nextEmail(), goodPassword);
  expect(await linesAbout(userId)).toEqual([]);
  expect((await db.inspect("select 1 from private.audit_log where actor is null")).rowCount).toBe(0);
});
