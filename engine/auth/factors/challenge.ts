import { failed, ok, type Result } from "#kit/result.ts";
import type { User } from "#engine/auth/accounts/users.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { readChannel } from "#engine/auth/accounts/phone-number.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { deviceOf, readSignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { createChallenge } from "./challenges.ts";
import { findOwnFactor, listFactors, lockFactorOwner, readFactorId, type Factor, type FactorType } from "./factors.ts";
import { allowFactorText, challengePhone } from "./phone-codes.ts";
import { creationOptions, requestOptions } from "./security-keys.ts";

/** `POST /factors/:id/challenge`: begins a proof, five minutes long. */
export async function challengeFactor(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const device = deviceOf(c);
  const limited = await limitAddress(context, "factorChallenges", device.address);
  if (!limited.ok) return limited;
  const factorId = readFactorId(c);
  if (!factorId.ok) return factorId;
  const body = await readFields(c);
  if (!body.ok) return body;
  const channel = readChannel(context, body.value.channel);
  if (!channel.ok) return channel;
  const phone = await context.db.asServer((tx) => findPhone(tx, caller.value.userId, factorId.value));
  const allowed = await allowFactorText(context, phone, device.address);
  if (!allowed.ok) return allowed;

  return context.db.asServer(async (tx) => {
    const owner = await lockFactorOwner(context, tx, caller.value);
    if (!owner.ok) return owner;
    const factor = await findOwnFactor(tx, owner.value.user.id, factorId.value);
    if (!factor.ok) return factor;
    const { id, factor_type: type } = factor.value;
    const offered = checkVerification(context, type);
    if (!offered.ok) return offered;
    const asked = { factorId: id, address: device.address };
    if (type === "webauthn") return ok(await challengeKey(context, tx, owner.value.user, factor.value, asked));
    const challenge =
      type === "phone"
        ? await challengePhone(context, tx, owner.value.user, factor.value, device.address)
        : await createChallenge(context, tx, asked);
    return ok({ id: challenge.id, type, expires_at: challenge.expiresAtSeconds });
  });
}

async function findPhone(tx: Tx, userId: string, factorId: string): Promise<string | undefined> {
  const factor = await findOwnFactor(tx, userId, factorId);
  return factor.ok && factor.value.phone !== null ? factor.value.phone : undefined;
}

/** A key is made for a factor that has none yet, and asked for one that has. */
async function challengeKey(
  context: EngineContext,
  tx: Tx,
  user: User,
  { factor_type: type, web_authn_credential: credential }: Factor,
  asked: { factorId: string; address: string },
): Promise<Record<string, unknown>> {
  const userVerification = "preferred";
  const others = (await listFactors(tx, user.id)).flatMap((factor) => factor.web_authn_credential ?? []);
  const publicKey = credential
    ? await requestOptions(context, { allow: [credential], userVerification })
    : await creationOptions(context, user, { exclude: others, userVerification });
  const challenge = await createChallenge(context, tx, asked, { webAuthn: { challenge: publicKey.challenge } });
  const webauthn = { type: credential ? "request" : "create", credential_options: { publicKey } };
  return { id: challenge.id, type, expires_at: challenge.expiresAtSeconds, webauthn };
}

/** Whether factors of this type are taken here. */
export function checkVerification({ settings }: EngineContext, type: FactorType): Result<undefined, AuthProblem> {
  const { totp, phone, webAuthn } = settings.auth.mfa;
  if (type === "totp" && !totp.verifyEnabled) return failed(authProblem("mfa_totp_verify_not_enabled"));
  if (type === "phone" && !phone.verifyEnabled) return failed(authProblem("mfa_phone_verify_not_enabled"));
  if (type === "webauthn" && !webAuthn.verifyEnabled) return failed(authProblem("mfa_webauthn_verify_not_enabled"));
  return ok(undefined);
}
