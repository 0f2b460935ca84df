import { failed, ok, type Result } from "#kit/result.ts";
import { readAddress } from "#engine/auth/sessions/device.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { visitorOf } from "#engine/limits/rate-limits.ts";

/** Source: promises, S-09. */
export const challengeLifetimeMs = 5 * 60_000;
/** A challenge that met so many wrong codes is over. */
const maxWrongCodes = 10;

export type Challenge = { id: string; web_authn_session_data: { challenge: string } | null; otp_code: string | null };

export type NewChallenge = { id: string; expiresAtSeconds: number };

/** @param kept what the answer is compared with, for factors that do not know it themselves */
export async function createChallenge(
  { now }: EngineContext,
  tx: Tx,
  { factorId, address }: { factorId: string; address: string },
  kept: { webAuthn?: { challenge: string }; codeHash?: string } = {},
): Promise<NewChallenge> {
  const instant = now();
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.mfa_challenges (factor_id, ip_address, web_authn_session_data, otp_code, created_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [factorId, readAddress({ address }), kept.webAuthn && JSON.stringify(kept.webAuthn), kept.codeHash, instant],
  );
  await tx.query("update auth.mfa_factors set last_challenged_at = $2 where id = $1", [factorId, instant]);
  const id = rows[0]?.id;
  if (!id) throw new Error("A challenge was not stored.");
  return { id, expiresAtSeconds: Math.floor((instant.getTime() + challengeLifetimeMs) / 1000) };
}

type StoredChallenge = Challenge & {
  verified_at: Date | null;
  created_at: Date;
  wrong_codes: number;
  address: string | null;
};

/** The challenge that an answer names, while it is open. One past its end goes, so commit whatever comes of it. */
export async function findOpenChallenge(
  { now }: EngineContext,
  tx: Tx,
  { id, factorId, address }: { id: string; factorId: string; address: string },
): Promise<Result<Challenge, AuthProblem>> {
  const { rows } = await tx.query<StoredChallenge>(
    `select id, web_authn_session_data, otp_code, verified_at, created_at, wrong_codes,
       host(ip_address) as address
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factorId],
  );
  const challenge = rows[0];
  if (!challenge) {
    const message = "MFA factor with the provided challenge ID not found";
    return failed(authProblem("mfa_factor_not_found", { status: 422, message }));
  }
  // One code for both, as supabase/auth has it. A visitor of IPv6 changes address within their network.
  const isSameVisitor = visitorOf(challenge.address ?? "") === visitorOf(readAddress({ address }) ?? "");
  if (challenge.verified_at || !isSameVisitor) return failed(authProblem("mfa_ip_address_mismatch"));
  const isPast = challenge.created_at.getTime() + challengeLifetimeMs <= now().getTime();
  if (isPast || challenge.wrong_codes >= maxWrongCodes) {
    await tx.query("delete from auth.mfa_challenges where id = $1", [id]);
    return failed(authProblem("mfa_challenge_expired"));
  }
  return ok(challenge);
}
