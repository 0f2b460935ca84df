import * as z from "zod";

import { failed, ok, type Result } from "#kit/result.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

const lifetimeMs = 5 * 60_000;

type Ceremony = { type: "registration" | "authentication"; userId: string | null };

/** Keeps the challenge of a ceremony. @returns the answer that carries its options, as the published client reads it */
export async function openCeremony<Options extends { challenge: string }>(
  { now }: EngineContext,
  tx: Tx,
  { type, userId }: Ceremony,
  options: Options,
) {
  const expiresAt = new Date(now().getTime() + lifetimeMs);
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.webauthn_challenges (user_id, challenge_type, session_data, expires_at, created_at)
     values ($1, $2, $3, $4, $5) returning id`,
    [userId, type, JSON.stringify({ challenge: options.challenge }), expiresAt, now()],
  );
  return { challenge_id: rows[0]?.id, options, expires_at: Math.floor(expiresAt.getTime() / 1000) };
}

/** Uses up the challenge, right or wrong what answers it: of two answers at once, one finds it. */
export async function takeChallenge(
  { now }: EngineContext,
  tx: Tx,
  id: string,
  { type, userId }: Ceremony,
): Promise<Result<string, AuthProblem>> {
  const { rows } = await tx.query<{ session_data: { challenge: string }; expires_at: Date }>(
    `delete from auth.webauthn_challenges
     where id = $1 and challenge_type = $2 and user_id is not distinct from $3::uuid
     returning session_data, expires_at`,
    [id, type, userId],
  );
  const taken = rows[0];
  if (!taken) return failed(authProblem("webauthn_challenge_not_found"));
  if (taken.expires_at <= now()) return failed(authProblem("webauthn_challenge_expired"));
  return ok(taken.session_data.challenge);
}

const answerShape = z.object({ challenge_id: z.guid(), credential: z.looseObject({}) });

export type CeremonyAnswer = z.infer<typeof answerShape>;

export function readCeremonyAnswer(fields: Record<string, unknown>): Result<CeremonyAnswer, AuthProblem> {
  const read = answerShape.safeParse(fields);
  const message = "challenge_id must be a valid UUID, and credential is required";
  return read.success ? ok(read.data) : failed(authProblem("validation_failed", { message }));
}
