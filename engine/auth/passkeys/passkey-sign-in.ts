import { failed, ok, type Result } from "#kit/result.ts";
import { auditRefusal } from "#engine/auth/accounts/administrator-audit.ts";
import { isBanned, lockUser, type User } from "#engine/auth/accounts/users.ts";
import { checkAssertion, readAssertion, requestOptions } from "#engine/auth/factors/security-keys.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { describeSession, startSession } from "#engine/auth/sessions/sessions.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblemCode } from "#engine/auth/wire/problems.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { openCeremony, readCeremonyAnswer, takeChallenge, type CeremonyAnswer } from "./passkey-challenges.ts";
import { findPasskeyByKey, requirePasskeys, type Passkey } from "./passkeys.ts";

const anybody = { type: "authentication", userId: null } as const;

/** `POST /passkeys/authentication/options`: the same for everybody; the device knows which passkeys it has. */
export async function startPasskeySignIn(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const offered = requirePasskeys(context);
  if (!offered.ok) return offered;
  const limited = await limitAddress(context, "passkeys", deviceOf(c).address);
  if (!limited.ok) return limited;
  const body = await readFields(c);
  if (!body.ok) return body;
  const options = await requestOptions(context, { allow: [], userVerification: "required" });
  return context.db.asServer(async (tx) => ok(await openCeremony(context, tx, anybody, options)));
}

/**
 * `POST /passkeys/authentication/verify`: a session, of the first level as in supabase/auth: a passkey stands for the
 * password. An unknown passkey and a wrong answer are one refusal. Checked between two transactions.
 */
export async function finishPasskeySignIn(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const offered = requirePasskeys(context);
  if (!offered.ok) return offered;
  const device = deviceOf(c);
  const limited = await limitAddress(context, "passkeys", device.address);
  if (!limited.ok) return limited;
  const body = await readFields(c);
  if (!body.ok) return body;
  const answer = readCeremonyAnswer(body.value);
  if (!answer.ok) return answer;

  const challenge = await context.db.asServer((tx) => takeChallenge(context, tx, answer.value.challenge_id, anybody));
  if (!challenge.ok) return challenge;
  const used = await checkPasskey(context, answer.value, challenge.value);
  if (!used) return failed(authProblem("webauthn_verification_failed"));

  const opened = await context.db.asServer(async (tx) => {
    const user = await useKey(context, tx, used);
    return user.ok ? ok(await startSession(context, tx, user.value, "passkey", device)) : user;
  });
  if (opened.ok) return ok(await describeSession(context, opened.value));
  return failed(authProblem(opened.problem, opened.problem === "webauthn_verification_failed" ? {} : { status: 403 }));
}

type UsedPasskey = { passkey: Passkey; counter: number };

async function checkPasskey(
  context: EngineContext,
  { credential }: CeremonyAnswer,
  challenge: string,
): Promise<UsedPasskey | undefined> {
  const assertion = readAssertion(credential);
  const passkey = assertion && (await context.db.asServer((tx) => findPasskeyByKey(tx, assertion.id)));
  if (!passkey) return undefined;
  const { userHandle } = assertion.response;
  // Null is absence: the key alone names the account, and its signature is checked.
  if (userHandle && Buffer.from(userHandle, "base64url").toString("utf8") !== passkey.userId) return undefined;
  const expected = { challenge, userVerification: "required" } as const;
  const counter = await checkAssertion(context, assertion, passkey.credential, expected);
  return counter === undefined ? undefined : { passkey, counter };
}

/** The owner of the passkey; fails when it was used or removed meanwhile, or when the account may not sign in. */
async function useKey(
  context: EngineContext,
  tx: Tx,
  { passkey, counter }: UsedPasskey,
): Promise<Result<User, AuthProblemCode>> {
  const now = context.now();
  const user = await lockUser(tx, passkey.userId);
  if (!user) return failed("webauthn_verification_failed");
  const problem = isBanned(user, now)
    ? "user_banned"
    : user.email !== null && !user.email_confirmed_at
      ? "email_not_confirmed"
      : undefined;
  if (problem) {
    await auditRefusal(tx, user.id, { method: "passkey", code: problem });
    return failed(problem);
  }
  const { rowCount } = await tx.query(
    `update auth.webauthn_credentials set sign_count = $3, last_used_at = $4, updated_at = $4
     where id = $1 and sign_count = $2`,
    [passkey.id, passkey.credential.counter, counter, now],
  );
  return rowCount > 0 ? ok(user) : failed("webauthn_verification_failed");
}
