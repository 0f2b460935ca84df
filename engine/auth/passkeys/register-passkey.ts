import { failed, ok, type Result } from "#kit/result.ts";
import { auditFactor } from "#engine/auth/accounts/administrator-audit.ts";
import { lacksSecondFactor, type User } from "#engine/auth/accounts/users.ts";
import { tellOfChange } from "#engine/auth/factors/accept-factor.ts";
import { lockFactorOwner } from "#engine/auth/factors/factors.ts";
import { creationOptions, readCreatedKey, type CreatedKey } from "#engine/auth/factors/security-keys.ts";
import { limitSubject } from "#engine/auth/wire/limits.ts";
import { requireFreshProof } from "#engine/auth/sessions/sessions.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { readSignedInCaller, type SignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { openCeremony, readCeremonyAnswer, takeChallenge } from "./passkey-challenges.ts";
import { describePasskey, insertPasskey, listPasskeys, maxPasskeys, requirePasskeys } from "./passkeys.ts";

/** As supabase/auth calls a key of a maker it does not know. */
const plainName = "Passkey";

/** `POST /passkeys/registration/options`: what the browser makes a passkey with. */
export async function startPasskeyRegistration(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readPasskeyOwner(context, c);
  if (!caller.ok) return caller;
  return context.db.asServer(async (tx) => {
    const owner = await lockPasskeyAdder(context, tx, caller.value);
    if (!owner.ok) return owner;
    const passkeys = await listPasskeys(tx, owner.value.id);
    if (passkeys.length >= maxPasskeys) return failed(authProblem("too_many_passkeys"));
    const exclude = passkeys.map(({ credential }) => credential);
    const options = await creationOptions(context, owner.value, { exclude, userVerification: "required" });
    return ok(await openCeremony(context, tx, { type: "registration", userId: owner.value.id }, options));
  });
}

/** `POST /passkeys/registration/verify`: the passkey it made. Checked between two transactions. */
export async function finishPasskeyRegistration(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readPasskeyOwner(context, c);
  if (!caller.ok) return caller;
  const body = await readFields(c);
  if (!body.ok) return body;
  const answer = readCeremonyAnswer(body.value);
  if (!answer.ok) return answer;
  const { challenge_id: id, credential } = answer.value;

  const challenge = await context.db.asServer(async (tx) => {
    const owner = await lockPasskeyAdder(context, tx, caller.value);
    return owner.ok ? takeChallenge(context, tx, id, { type: "registration", userId: owner.value.id }) : owner;
  });
  if (!challenge.ok) return challenge;
  const expected = { challenge: challenge.value, userVerification: "required" } as const;
  const key = await readCreatedKey(context, credential, expected);
  if (!key) return failed(authProblem("webauthn_verification_failed"));
  return context.db.asServer(async (tx) => {
    const owner = await lockPasskeyManager(context, tx, caller.value);
    return owner.ok ? addPasskey(context, tx, owner.value, key) : owner;
  });
}

async function addPasskey(context: EngineContext, tx: Tx, user: User, key: CreatedKey): Promise<Answer> {
  if ((await listPasskeys(tx, user.id)).length >= maxPasskeys) return failed(authProblem("too_many_passkeys"));
  const now = context.now();
  const added = await insertPasskey(tx, { userId: user.id, key, friendlyName: plainName }, now);
  if (!added) return failed(authProblem("webauthn_credential_exists"));
  await auditFactor(tx, user.id, "passkey_added", { passkey: added.id });
  await tellOfChange(tx, user, { change: "added", factor: "passkey" });
  return ok(describePasskey({ id: added.id, friendlyName: plainName, createdAt: now, lastUsedAt: null }));
}

/** Who asks about their own passkeys, where there are any. */
export async function readPasskeyOwner(
  context: EngineContext,
  c: AuthRequest,
): Promise<Result<SignedInCaller, AuthProblem>> {
  const offered = requirePasskeys(context);
  if (!offered.ok) return offered;
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const limited = await limitSubject(context, "factors", caller.value.userId);
  return limited.ok ? caller : limited;
}

/** As `lockPasskeyManager`; another way in is added by who has just proved to be the owner. */
async function lockPasskeyAdder(
  context: EngineContext,
  tx: Tx,
  caller: SignedInCaller,
): Promise<Result<User, AuthProblem>> {
  const owner = await lockPasskeyManager(context, tx, caller);
  if (!owner.ok) return owner;
  const proved = await requireFreshProof(context, tx, caller.sessionId);
  return proved.ok ? owner : proved;
}

/** A way in is added and taken away only past the second factor, when there is one. */
export async function lockPasskeyManager(
  context: EngineContext,
  tx: Tx,
  caller: SignedInCaller,
): Promise<Result<User, AuthProblem>> {
  const owner = await lockFactorOwner(context, tx, caller);
  if (!owner.ok) return owner;
  if (!(await lacksSecondFactor(tx, caller))) return ok(owner.value.user);
  const message = "AAL2 session is required to manage passkeys when MFA is enabled";
  return failed(authProblem("insufficient_aal", { status: 403, message }));
}
