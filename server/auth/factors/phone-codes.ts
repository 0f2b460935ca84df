import { createHmac, randomInt } from "node:crypto";

import type { Result } from "#domain/kernel/result.ts";
import { describeUser, type User } from "#server/auth/accounts/users.ts";
import { testCodeOf } from "#server/auth/mailed-links/one-time-tokens.ts";
import { allowText } from "#server/auth/phones/text-codes.ts";
import { isSameText } from "#server/auth/sessions/same-text.ts";
import type { AuthProblem } from "#server/auth/wire/problems.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { queueTextMessage } from "#server/outbox/queue-text-message.ts";
import { deriveSecret } from "#server/settings/derived-secrets.ts";

import { challengeLifetimeMs, createChallenge, type NewChallenge } from "./challenges.ts";
import type { Factor } from "./factors.ts";

const codeDigits = 6;

/** Before anything is sent, outside the transaction that sends it. A factor without a phone has nothing to wait for. */
export async function allowFactorText(
  context: ServerContext,
  phone: string | null | undefined,
  address: string,
): Promise<Result<undefined, AuthProblem>> {
  return phone ? allowText(context, address, phone) : { ok: true, value: undefined };
}

/** A challenge whose code leaves for the factor's phone after the commit, through the hook of the settings. */
export async function challengePhone(
  context: ServerContext,
  tx: Tx,
  user: User,
  { id: factorId, phone }: Factor,
  address: string,
): Promise<NewChallenge> {
  if (phone === null) throw new Error("A phone factor without a phone.");
  const known = testCodeOf(context, phone);
  const otp = known ?? String(randomInt(10 ** codeDigits)).padStart(codeDigits, "0");
  const codeHash = hashCode(context, factorId, otp);
  const challenge = await createChallenge(context, tx, { factorId, address }, { codeHash });
  if (known !== undefined) return challenge;
  await queueTextMessage(tx, {
    body: { user: await describeUser(tx, user), sms: { otp, phone } },
    expiresAt: new Date(context.now().getTime() + challengeLifetimeMs),
  });
  return challenge;
}

export function isSentCode(context: ServerContext, factorId: string, codeHash: string | null, code: string): boolean {
  return codeHash !== null && isSameText(hashCode(context, factorId, code), codeHash);
}

/** Six digits are soon guessed from a plain hash: this one needs AUTH_SECRET too. */
function hashCode({ settings }: ServerContext, factorId: string, code: string): string {
  const key = deriveSecret(settings.authSecret, "factor codes");
  return createHmac("sha256", key).update(`${factorId}\n${code}`).digest("base64url");
}
