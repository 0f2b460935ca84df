import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import type { Factor } from "./factors.ts";

/** Source: promises, S-09. */
const codesBeforeWait = 5;
const waitMs = 15 * 60_000;

/** Whether a code may be looked at now. One that comes during the wait counts against its challenge all the same. */
export async function checkWait(
  { now }: ServerContext,
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
  { now }: ServerContext,
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
