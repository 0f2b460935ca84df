import { expect, test } from "vitest";

import { resetFactorsOf } from "#engine/auth/administration/reset-factors.ts";
import { signUpHolder, type Holder } from "#tests/auth/authenticator-app.ts";
import { createWire, isAlive, nextEmail, signInAdministrator, templatesTo } from "#tests/auth/support.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { mountFunctions } from "#tests/fixtures/accounts.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db });

const addHolder = async (): Promise<Holder> => signUpHolder(wire, await signInAdministrator(wire));

async function reset(token: string | undefined, body: unknown) {
  const response = await mountFunctions(wire.context).request("/functions/v1/reset-administrator-factors", {
    method: "POST",
    headers: {
      apikey: wire.context.settings.publishableKey,
      "content-type": "application/json",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as any;
  return [response.status, answer.code ?? answer.reset];
}

const factorsOf = async (userId: string) =>
  (await db.inspect("select 1 from auth.mfa_factors where user_id = $1", [userId])).rowCount;

async function linesAbout(userId: string) {
  const { rows } = await db.inspect(
    `select actor, action, detail from private.audit_log
     where detail ->> 'userId' = $1 and action like 'administrator.factors%' order by id`,
    [userId],
  );
  return rows;
}

test("A colleague past theirs resets one's: factors, passkeys and sessions go, with a line and a mail", async () => {
  const [colleague, lost] = [await addHolder(), await addHolder()];
  await db.inspect("insert into auth.webauthn_credentials (user_id, credential_id, public_key) values ($1, 'k', 'k')", [
    lost.userId,
  ]);
  expect(await reset(colleague.access, { user_id: lost.userId })).toEqual([200, 2]);
  expect(await factorsOf(lost.userId)).toBe(0);
  expect(await factorsOf(colleague.userId)).toBe(1);
  expect([await isAlive(wire, lost), await isAlive(wire, colleague)]).toEqual([false, true]);
  expect(await templatesTo(db, lost.email)).toEqual(["factor-changed", "factors-reset"]);
  expect(await linesAbout(lost.userId)).toEqual([
    { actor: colleague.userId, action: "administrator.factors_reset", detail: { userId: lost.userId, removed: 2 } },
  ]);
});

test("It is refused without a second factor, for one's own, for a customer's, and to a customer", async () => {
  const [holder, plain, customer] = [await addHolder(), await signInAdministrator(wire), await signUpHolder(wire)];
  expect(await reset(plain.access, { user_id: holder.userId })).toEqual([403, "insufficient_aal"]);
  expect(await reset(holder.access, { user_id: holder.userId })).toEqual([403, "own_factors"]);
  expect(await reset(holder.access, { user_id: customer.userId })).toEqual([404, "unknown_administrator"]);
  expect(await reset(customer.access, { user_id: holder.userId })).toEqual([403, "not_admin"]);
  expect(await reset(undefined, { user_id: holder.userId })).toEqual([401, "no_authorization"]);
  for (const body of [null, {}, [], { user_id: 5 }, { user_id: "x" }, { user_id: "x".repeat(10_000) }]) {
    expect(await reset(holder.access, body)).toEqual([400, "unreadable"]);
  }
  expect(await Promise.all([holder, customer].map(({ userId }) => factorsOf(userId)))).toEqual([1, 1]);
  expect((await linesAbout(holder.userId)).map(({ action, detail }) => [action, (detail as any).code])).toEqual([
    ["administrator.factors_reset_refused", "insufficient_aal"],
    ["administrator.factors_reset_refused", "own_factors"],
    ["administrator.factors_reset_refused", "not_admin"],
  ]);
});

test("The command does the same for any account, without an actor", async () => {
  const lost = await signUpHolder(wire);
  expect(await db.asServer((tx) => resetFactorsOf(wire.context, tx, ` ${lost.email.toUpperCase()} `))).toEqual({
    ok: true,
    value: { removed: 1 },
  });
  expect(await isAlive(wire, lost)).toBe(false);
  expect(await templatesTo(db, lost.email)).toEqual(["factor-changed", "factors-reset"]);
  expect(await linesAbout(lost.userId)).toMatchObject([{ actor: null, detail: { removed: 1 } }]);
  expect(await db.asServer((tx) => resetFactorsOf(wire.context, tx, "x"))).toEqual({
    ok: false,
    problem: "malformed_email",
  });
  expect(await db.asServer((tx) => resetFactorsOf(wire.context, tx, nextEmail()))).toEqual({
    ok: false,
    problem: "unknown_account",
  });
});
