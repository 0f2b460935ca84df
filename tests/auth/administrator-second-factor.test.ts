import { expect, test } from "vitest";

import { publishSecondFactorRule } from "#engine/auth/factors/second-factor-rule.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { mountFunctions } from "#tests/fixtures/accounts.ts";

import { enrollTotp, prove } from "./authenticator-app.ts";
import { createWire, nextAddress, readSession, signInAdministrator, type SignedIn } from "./support.ts";

const db = await openDatabaseForFile();
const wire = createWire({ db, environment: { ADMIN_SECOND_FACTOR: "required" } });
await publishSecondFactorRule(wire.context);

const administrator = async () => ({ ...(await signInAdministrator(wire)), address: nextAddress() });

const someId = "00000000-0000-4000-8000-000000000000";

async function callOf(path: string, { access }: Pick<SignedIn, "access">, body: object) {
  const headers = {
    apikey: wire.context.settings.publishableKey,
    authorization: `Bearer ${access}`,
    "content-type": "application/json",
  };
  const request = { method: "POST", headers, body: JSON.stringify(body) };
  const response = await mountFunctions(wire.context).request(`/functions/v1/${path}`, request);
  return [response.status, ((await response.json()) as { code: string }).code];
}

/** One call of each function for administrators. */
const functionsFor = [
  ["create-account", { lead_id: someId }],
  ["delete-user", { user_id: someId }],
  ["replay-deliveries", { receiver_id: "mail" }],
  ["attach-payment", { payment_id: "evt", lead_id: someId }],
  ["dismiss-payment", { payment_id: "evt", reason: null }],
  ["settle-billing", { event_id: "evt", is_settled: true }],
  ["reset-administrator-factors", { user_id: someId }],
  ["list-administrators", {}],
  ["set-own-name", { name: "Personne" }],
  ["set-administrator-role", { user_id: someId, role: "reader" }],
  ["set-turns", { funnel_origin: "secretariat", user_ids: [] }],
  ["list-conferences", {}],
  ["read-health", {}],
  ["preview-site", { day: "2025-10-30" }],
  ["send-test-mail", {}],
  ["attendance-sheet", { held_on: null }],
  ["invite-administrator", { email: "nobody" }],
  ["withdraw-administrator", { user_id: someId }],
  ["end-administrator-sessions", { user_id: someId }],
] as const;

test("Where a second factor is required, who has none enrols it, and only then administers", async () => {
  const before = await administrator();
  for (const [path, body] of functionsFor) expect(await callOf(path, before, body)).toEqual([403, "insufficient_aal"]);

  const app = await enrollTotp(wire, before);
  const after = readSession((await prove(wire, before, app)).body);
  const codes = [];
  for (const [path, body] of functionsFor) codes.push((await callOf(path, after, body))[1]);
  expect(codes).not.toContain("insufficient_aal");
  expect(codes).not.toContain("not_admin");
  // The token from before stays what it was, though its session has been lifted.
  expect(await callOf("replay-deliveries", before, { receiver_id: "mail" })).toEqual([403, "insufficient_aal"]);

  await wire.send("DELETE", `/factors/${app.factorId}`, { token: after.access });
  expect(await callOf("replay-deliveries", after, { receiver_id: "mail" })).toEqual([403, "insufficient_aal"]);
});

test("What an administrator does with second factors leaves lines, with ids and no secret", async () => {
  const signedIn = await administrator();
  const app = await enrollTotp(wire, signedIn);
  await prove(wire, signedIn, app, "000000x");
  const lifted = readSession((await prove(wire, signedIn, app)).body);
  await prove(wire, { ...signedIn, access: lifted.access }, app, app.code(1));
  await wire.send("DELETE", `/factors/${app.factorId}`, { token: lifted.access });
  const { rows } = await db.inspect(
    "select action, detail from private.audit_log where actor = $1 and action <> 'administrator.signed_in' order by id",
    [signedIn.userId],
  );
  const factor = app.factorId;
  expect(rows).toEqual([
    { action: "administrator.factor_refused", detail: { factor, code: "mfa_verification_failed" } },
    { action: "administrator.factor_added", detail: { factor, type: "totp" } },
    { action: "administrator.factor_passed", detail: { factor, type: "totp" } },
    { action: "administrator.factor_removed", detail: { factor, type: "totp" } },
  ]);
});
