import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { withoutSpaces } from "#kit/typed-code.ts";
import { auditFactor } from "#engine/auth/accounts/administrator-audit.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { describeSession } from "#engine/auth/sessions/sessions.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { deviceOf, readSignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { checkVerification } from "./challenge.ts";
import { findOpenChallenge, type Challenge } from "./challenges.ts";
import { checkWait, countWrongCode } from "./code-tries.ts";
import { findOwnFactor, lockFactorOwner, readFactorId, requireOwnerOfNew, type Factor } from "./factors.ts";
import { acceptFactor } from "./accept-factor.ts";
import { isSentCode } from "./phone-codes.ts";
import { findStep } from "./totp.ts";
import { verifyKey, type AskedProof } from "./verify-key.ts";

const answerShape = z.object({ challenge_id: z.guid(), code: z.string().max(64).nullish() });

type CodeAnswer = { challengeId: string; code: string };

/** `POST /factors/:id/verify`: the proof itself, for a session of the second level. */
export async function verifyFactor(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const { address } = deviceOf(c);
  const limited = await limitAddress(context, "factorCodes", address);
  if (!limited.ok) return limited;
  const factorId = readFactorId(c);
  if (!factorId.ok) return factorId;
  const body = await readFields(c);
  if (!body.ok) return body;
  const asked = { caller: caller.value, factorId: factorId.value, address };
  return body.value.webauthn === undefined
    ? verifyCode(context, asked, body.value)
    : verifyKey(context, asked, body.value);
}

async function verifyCode(
  context: EngineContext,
  { caller, factorId, address }: AskedProof,
  fields: Record<string, unknown>,
): Promise<Answer> {
  const answer = readAnswer(fields);
  if (!answer.ok) return answer;

  // Commits whatever comes of it: a wrong code counts.
  const lifted = await context.db.asServer(async (tx) => {
    const owner = await lockFactorOwner(context, tx, caller);
    if (!owner.ok) return owner;
    const factor = await findOwnFactor(tx, owner.value.user.id, factorId);
    if (!factor.ok) return factor;
    const isOwner = await requireOwnerOfNew(context, tx, owner.value, factor.value);
    if (!isOwner.ok) return isOwner;
    const proved = await checkCode(context, tx, factor.value, { ...answer.value, address });
    if (proved.ok) return ok(await acceptFactor(context, tx, owner.value, factor.value));
    await auditFactor(tx, owner.value.user.id, "factor_refused", { factor: factorId, code: proved.problem.code });
    return proved;
  });
  return lifted.ok ? ok(await describeSession(context, lifted.value)) : lifted;
}

function readAnswer(fields: Record<string, unknown>): Result<CodeAnswer, AuthProblem> {
  const read = answerShape.safeParse(fields);
  if (!read.success) {
    return failed(authProblem("validation_failed", { message: "challenge_id must be an UUID, and code a text" }));
  }
  const challengeId = read.data.challenge_id;
  const code = withoutSpaces(read.data.code ?? "");
  if (!code) return failed(authProblem("validation_failed", { message: "Code needs to be non-empty" }));
  return ok({ challengeId, code });
}

async function checkCode(
  context: EngineContext,
  tx: Tx,
  factor: Factor,
  { challengeId, code, address }: CodeAnswer & { address: string },
): Promise<Result<undefined, AuthProblem>> {
  const offered = checkVerification(context, factor.factor_type);
  if (!offered.ok) return offered;
  if (factor.factor_type === "webauthn") {
    return failed(authProblem("validation_failed", { message: "WebAuthn config required" }));
  }
  const challenge = await findOpenChallenge(context, tx, { id: challengeId, factorId: factor.id, address });
  if (!challenge.ok) return challenge;
  const wait = await checkWait(context, tx, factor, challengeId);
  if (!wait.ok) return wait;

  if (!(await isRight(context, tx, factor, challenge.value, code))) {
    await countWrongCode(context, tx, factor, challengeId);
    const message = factor.factor_type === "totp" ? "Invalid TOTP code entered" : undefined;
    return failed(authProblem("mfa_verification_failed", message ? { message } : {}));
  }
  await tx.query("update auth.mfa_challenges set verified_at = $2 where id = $1", [challengeId, context.now()]);
  return ok(undefined);
}

async function isRight(
  context: EngineContext,
  tx: Tx,
  factor: Factor,
  challenge: Challenge,
  code: string,
): Promise<boolean> {
  if (factor.factor_type === "phone") return isSentCode(context, factor.id, challenge.otp_code, code);
  if (factor.secret === null) return false;
  const step = findStep(context, { factorId: factor.id, sealed: factor.secret }, code);
  if (step.ok) return step.value !== undefined && useUpStep(tx, factor.id, step.value);
  context.log.error({ factor: factor.id }, "a factor was sealed with another AUTH_SECRET: it has to be reset");
  return false;
}

/** @returns false for a code that was accepted before: a code read over a shoulder cannot be replayed */
async function useUpStep(tx: Tx, factorId: string, step: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update auth.mfa_factors
     set used_steps = array(select used from unnest(used_steps) as used where used > $2::bigint - 10) || $2::bigint
     where id = $1 and not $2::bigint = any (used_steps)`,
    [factorId, step],
  );
  return rowCount > 0;
}
