import { randomUUID } from "node:crypto";

import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { limitSubject } from "#engine/auth/wire/limits.ts";
import { malformedPhone, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { requireFreshProof } from "#engine/auth/sessions/sessions.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { readSignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { listFactors, lockFactorOwner, type FactorOwner, type FactorType } from "./factors.ts";
import { createTotp } from "./totp.ts";

/** An unfinished enrolment reserves its name for this long. Source: supabase/auth, `FactorExpiryDuration`. */
const abandonedAfterMs = 5 * 60_000;

/** Half a character is none: it cannot be written into the address that the application reads. */
const name = z
  .string()
  .max(120)
  .regex(/^[^\p{Cc}\p{Cs}]*$/u)
  .nullish()
  .transform((text) => text ?? "");

const enrolmentShape = z.discriminatedUnion("factor_type", [
  z.object({ factor_type: z.literal("totp"), friendly_name: name, issuer: name }),
  z.object({ factor_type: z.literal("phone"), friendly_name: name, phone: z.string().max(40).nullish() }),
  z.object({ factor_type: z.literal("webauthn"), friendly_name: name }),
]);

type Enrolment = z.infer<typeof enrolmentShape>;

/** `POST /factors`: a second factor, unverified until it has proved itself once. */
export async function enrollFactor(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const limited = await limitSubject(context, "factors", caller.value.userId);
  if (!limited.ok) return limited;
  const body = await readFields(c);
  if (!body.ok) return body;
  const enrolment = readEnrolment(context, body.value);
  if (!enrolment.ok) return enrolment;

  return context.db.asServer(async (tx) => {
    const owner = await lockFactorOwner(context, tx, caller.value);
    if (!owner.ok) return owner;
    const allowed = await checkEnrolment(context, tx, owner.value, enrolment.value);
    if (!allowed.ok) return allowed;
    const proved = await requireFreshProof(context, tx, owner.value.sessionId);
    return proved.ok ? ok(await insertFactor(context, tx, owner.value, enrolment.value)) : proved;
  });
}

function readEnrolment({ settings }: EngineContext, fields: Record<string, unknown>): Result<Enrolment, AuthProblem> {
  const read = enrolmentShape.safeParse(fields);
  if (!read.success) {
    const isType = read.error.issues.some(({ path }) => path[0] === "factor_type");
    const message = isType
      ? "factor_type needs to be totp, phone, or webauthn"
      : "friendly_name and issuer are texts of 120 characters at most, phone is a text";
    return failed(authProblem("validation_failed", { message }));
  }
  const { totp, phone, webAuthn } = settings.auth.mfa;
  const { factor_type: type } = read.data;
  if (type === "totp" && !totp.enrollEnabled) return failed(authProblem("mfa_totp_enroll_not_enabled"));
  if (type === "phone" && !phone.enrollEnabled) return failed(authProblem("mfa_phone_enroll_not_enabled"));
  if (type === "phone" && !readPhone(read.data.phone)) return failed(malformedPhone());
  if (type === "webauthn" && !webAuthn.enrollEnabled) return failed(authProblem("mfa_webauthn_enroll_not_enabled"));
  return ok(read.data);
}

/** Names are unique, unless empty; with a verified factor, adding another one needs a session at aal2. */
async function checkEnrolment(
  context: EngineContext,
  tx: Tx,
  { user, aal }: FactorOwner,
  enrolment: Enrolment,
): Promise<Result<undefined, AuthProblem>> {
  await forgetAbandoned(tx, user.id, context.now());
  const { friendly_name: friendlyName } = enrolment;
  const isNewPhone = enrolment.factor_type !== "phone" || (await forgetPhone(tx, user.id, readPhone(enrolment.phone)));
  if (!isNewPhone) return failed(authProblem("mfa_verified_factor_exists"));
  const factors = await listFactors(tx, user.id);
  if (friendlyName !== "" && factors.some((factor) => factor.friendly_name === friendlyName)) {
    const message = `A factor with the friendly name "${friendlyName}" for this user already exists`;
    return failed(authProblem("mfa_factor_name_conflict", { message }));
  }
  if (factors.length >= context.settings.auth.mfa.maxEnrolledFactors) {
    return failed(authProblem("too_many_enrolled_mfa_factors"));
  }
  if (aal !== "aal2" && factors.some(({ status }) => status === "verified")) {
    const message = "AAL2 required to enroll a new factor";
    return failed(authProblem("insufficient_aal", { status: 403, message }));
  }
  return ok(undefined);
}

async function forgetAbandoned(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.query(
    `delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and created_at <= $2
       and not exists (select from auth.mfa_challenges where factor_id = mfa_factors.id)`,
    [userId, new Date(now.getTime() - abandonedAfterMs)],
  );
}

/** The later enrolment of a number takes the place of one that was not finished. @returns false for a verified one */
async function forgetPhone(tx: Tx, userId: string, phone: string | undefined): Promise<boolean> {
  const ofPhone = "user_id = $1 and factor_type = 'phone' and phone = $2";
  await tx.query(`delete from auth.mfa_factors where ${ofPhone} and status = 'unverified'`, [userId, phone]);
  return (await tx.query(`select from auth.mfa_factors where ${ofPhone}`, [userId, phone])).rowCount === 0;
}

/** @returns the answer, as the client reads it */
async function insertFactor(
  context: EngineContext,
  tx: Tx,
  { user }: FactorOwner,
  enrolment: Enrolment,
): Promise<Record<string, unknown>> {
  const id = randomUUID();
  const { factor_type: type, friendly_name: friendlyName } = enrolment;
  const answer = { id, type, friendly_name: friendlyName };
  if (enrolment.factor_type === "webauthn") {
    await storeFactor(tx, { id, userId: user.id, type, friendlyName }, context.now());
    return answer;
  }
  if (enrolment.factor_type === "phone") {
    const phone = readPhone(enrolment.phone);
    await storeFactor(tx, { id, userId: user.id, type, friendlyName, phone }, context.now());
    return { ...answer, phone: enrolment.phone };
  }
  const issuer = enrolment.issuer || context.settings.site.brand;
  const totp = createTotp(context, { factorId: id, issuer, label: user.email ?? user.phone ?? user.id });
  await storeFactor(tx, { id, userId: user.id, type, friendlyName, secret: totp.sealed }, context.now());
  return { ...answer, totp: totp.shown };
}

type NewFactor = {
  id: string;
  userId: string;
  type: FactorType;
  friendlyName: string;
  secret?: string;
  phone?: string | undefined;
};

async function storeFactor(tx: Tx, factor: NewFactor, now: Date): Promise<void> {
  const { id, userId, type, friendlyName, secret, phone } = factor;
  await tx.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, friendly_name, secret, phone, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [id, userId, type, friendlyName, secret, phone, now],
  );
}
