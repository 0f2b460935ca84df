import type { Result } from "#kit/result.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import { testCodeOf } from "#engine/auth/codes/one-time-tokens.ts";
import { drawDigits, hashDigits } from "#engine/auth/codes/one-time-digits.ts";
import { allowText, queueDigits } from "#engine/auth/phones/text-codes.ts";
import { isSameText } from "#engine/settings/same-text.ts";
import type { AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { challengeLifetimeMs, createChallenge, type NewChallenge } from "./challenges.ts";
import type { Factor } from "./factors.ts";

const codeDigits = 6;

/** Before anything is sent, outside the transaction that sends it. A factor without a phone has nothing to wait for. */
export async function allowFactorText(
  context: EngineContext,
  phone: string | null | undefined,
  address: string,
): Promise<Result<undefined, AuthProblem>> {
  return phone ? allowText(context, address, phone) : { ok: true, value: undefined };
}

/** A challenge whose code leaves for the factor's phone after the commit, through the hook of the settings. */
export async function challengePhone(
  context: EngineContext,
  tx: Tx,
  user: User,
  { id: factorId, phone }: Factor,
  address: string,
): Promise<NewChallenge> {
  if (phone === null) throw new Error("A phone factor without a phone.");
  const otp = testCodeOf(context, phone) ?? drawDigits(codeDigits);
  const codeHash = hashDigits(context, "factor codes", factorId, otp);
  const challenge = await createChallenge(context, tx, { factorId, address }, { codeHash });
  await queueDigits(context, tx, user, { phone, otp, sms_type: "mfa", lifetimeMs: challengeLifetimeMs });
  return challenge;
}

export function isSentCode(context: EngineContext, factorId: string, codeHash: string | null, code: string): boolean {
  return codeHash !== null && isSameText(hashDigits(context, "factor codes", factorId, code), codeHash);
}
