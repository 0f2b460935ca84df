import { failed, ok, type Result } from "#kit/result.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import type { Factor } from "./factors.ts";

/** Source: promises, S-09. */
const codesBeforeWait = 5;
const waitMs = 15 * 60_000;

/** Whether a code may be looked at now. One that comes during the wait counts against its challenge all the same. */
export async function checkWait(
  { now }: EngineContext,
  tx: Tx,
  factor: Factor,
  challengeId: string,
): Promise<Result<undefined, AuthProblem>> {
  const leftMs = (factor.wait_until?.getTime() ?? 0) - now().getTime();
  if (leftMs <= 0) return ok(undefined);
  await countOnChallenge(tx, challengeId);
  return failed(authProblem("mfa_verification_rejected", { retryAfterSeconds: Math.ceil(leftMs / 1000) }));
}

/** In the transaction that locks the factor's owner, so that parallel tries count one after the other. */
export async function countWrongCode(
  { now }: EngineContext,
  tx: Tx,
  factor: Factor,
  challengeId: string,
): Promise<void> {
  await countOnChallenge(tx, challengeId);
  await tx.query(
    `update auth.mfa_factors
     set wrong_codes = case when wrong_codes + 1 >= $2 then 0 else wrong_codes + 1 end,
       wait_until = case when wrong_codes + 1 >= $2 then $3::timestamptz end
     where id = $1`,
    [factor.id, codesBeforeWait, new Date(now().getTime() + waitMs)],
  );
}

async function countOnChallenge(tx: Tx, challengeId: string): Promise<void> {
  await tx.query("update auth.mfa_challenges set wrong_codes = wrong_codes + 1 where id = $1", [challengeId]);
}
