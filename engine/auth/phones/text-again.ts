import { failed, ok } from "#kit/result.ts";
import { findOnlyAttempt } from "#engine/auth/accounts/sign-up-attempts.ts";
import { findUserById, findUserByPhone, isBanned } from "#engine/auth/accounts/users.ts";
import { limitPhone } from "#engine/auth/wire/limits.ts";
import { leastSendingMs, withMinimumDuration } from "#engine/auth/wire/minimum-duration.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { malformedPhone, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { allowText, phonesDisabled, queueCode } from "./text-codes.ts";

/** Digits once more, for a sign-up or a new number that waits for them. The answer is the same for any phone. */
export async function textAgain(
  context: EngineContext,
  c: AuthRequest,
  type: "sms" | "phone_change",
  typedPhone: unknown,
): Promise<Answer> {
  if (!context.settings.auth.sms.enableSignup) return phonesDisabled("Phone confirmations are disabled");
  const phone = readPhone(typedPhone);
  if (!phone) return failed(malformedPhone());
  const allowed = await allowText(context, deviceOf(c).address, phone);
  if (!allowed.ok) return allowed;
  await withMinimumDuration(leastSendingMs, () =>
    type === "sms" ? context.db.asServer((tx) => textUnconfirmed(context, tx, phone)) : textChange(context, phone),
  );
  return ok({});
}

async function textUnconfirmed(context: EngineContext, tx: Tx, phone: string): Promise<void> {
  const user = await findUserByPhone(tx, phone);
  if (!user || user.phone_confirmed_at || isBanned(user, context.now())) return;
  const attemptId = await findOnlyAttempt(tx, user.id, context.now());
  await queueCode(context, tx, user, { type: "phone_token", phone, attemptId });
  await tx.query("update auth.users set confirmation_sent_at = $2 where id = $1", [user.id, context.now()]);
}

/**
 * supabase/auth finds the account by the phone that it has; an account that adds its first one is found by the new one.
 */
async function textChange(context: EngineContext, phone: string): Promise<void> {
  const asked = await context.db.asServer((tx) => findChange(tx, phone));
  if (!asked || (asked.newPhone !== phone && !(await limitPhone(context, asked.newPhone)).ok)) return;
  await context.db.asServer(async (tx) => {
    const user = await findUserById(tx, asked.userId);
    if (!user || user.phone_change !== asked.newPhone || isBanned(user, context.now())) return;
    if (await findUserByPhone(tx, asked.newPhone)) return;
    await queueCode(context, tx, user, { type: "phone_change_token", phone: asked.newPhone });
    await tx.query("update auth.users set phone_change_sent_at = $2 where id = $1", [user.id, context.now()]);
  });
}

async function findChange(tx: Tx, phone: string): Promise<{ userId: string; newPhone: string } | undefined> {
  const { rows } = await tx.query<{ userId: string; newPhone: string }>(
    `select id as "userId", phone_change as "newPhone" from auth.users
     where phone_change is not null and (phone = $1 or phone_change = $1)
     order by phone is not distinct from $1 desc, phone_change_sent_at desc limit 1`,
    [phone],
  );
  return rows[0];
}
