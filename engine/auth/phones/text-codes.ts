import { randomUUID } from "node:crypto";

import { failed, type Result } from "#kit/result.ts";
import { describeUser, findUserById, type User } from "#engine/auth/accounts/users.ts";
import { limitText } from "#engine/auth/wire/limits.ts";
import { issueCode, phoneCodeLifetimeMs, testCodeOf } from "#engine/auth/codes/one-time-tokens.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { queueTextMessage, type TextMessage } from "#engine/outbox/queue-text-message.ts";

/**
 * Before anything is sent to a phone, and before looking whose it is: that codes can be sent at all, and that this one
 * may be.
 */
export async function allowText(
  context: EngineContext,
  clientAddress: string,
  phone: string,
): Promise<Result<undefined, AuthProblem>> {
  const { sendSms } = context.settings.auth;
  if (!sendSms && testCodeOf(context, phone) === undefined) {
    return phonesDisabled("Unsupported phone provider");
  }
  return limitText(context, clientAddress, phone);
}

export type PhoneCodeType = "phone_token" | "phone_change_token" | "reauthentication_token";

/**
 * Queues a code for a phone, in the caller's transaction: it leaves after the commit, through the hook that the
 * settings name.
 */
export async function queueCode(
  context: EngineContext,
  tx: Tx,
  user: User,
  wanted: { type: PhoneCodeType; phone: string; attemptId?: string | undefined },
): Promise<void> {
  const { type, phone, attemptId } = wanted;
  const otp = await issueCode(context, tx, { userId: user.id, type, sentTo: phone, attemptId });
  // As it is by now: what the hook is told names the phone that was just asked for.
  const now = (await findUserById(tx, user.id)) ?? user;
  await queueDigits(context, tx, now, { phone, otp, lifetimeMs: phoneCodeLifetimeMs });
}

/** Queues the message of digits that are already kept; those of a test number are never sent. */
export async function queueDigits(
  context: EngineContext,
  tx: Tx,
  user: User,
  { lifetimeMs, ...sms }: TextMessage["body"]["sms"] & { lifetimeMs: number },
): Promise<void> {
  if (testCodeOf(context, sms.phone) !== undefined) return;
  const now = context.now();
  const metadata = { uuid: randomUUID(), time: now.toISOString(), name: "send-sms" };
  await queueTextMessage(tx, {
    body: { metadata, user: await describeUser(tx, user), sms },
    expiresAt: new Date(now.getTime() + lifetimeMs),
  });
}

export function phonesDisabled(message: string): Result<never, AuthProblem> {
  return failed(authProblem("phone_provider_disabled", { message }));
}
