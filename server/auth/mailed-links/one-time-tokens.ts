import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";

import { forgetAttempts } from "#server/auth/accounts/sign-up-attempts.ts";
import type { SignInMethod } from "#server/auth/sessions/sessions.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { deriveSecret } from "#server/settings/derived-secrets.ts";

export type OneTimeTokenType =
  | "confirmation_token"
  | "recovery_token"
  | "invite_token"
  | "email_change_token_new"
  | "email_change_token_current";

/** As long as somebody may be away; the others live as long as is configured. */
const invitationLifeSeconds = 7 * 24 * 3600;

/** How a session that begins with a mailed link or its digits began. */
export const methodOfToken: Record<OneTimeTokenType, SignInMethod> = {
  confirmation_token: "email/signup",
  recovery_token: "recovery",
  invite_token: "invite",
  email_change_token_new: "email_change",
  email_change_token_current: "email_change",
};

const maxCodeAttempts = 5;
/** How the client tells a link that ends in a code from one that ends in tokens. */
const pkcePrefix = "pkce_";

export type NewOneTimeToken = {
  userId: string;
  type: OneTimeTokenType;
  /** The address the token is mailed to: having it is the proof. */
  sentTo: string;
  flowId?: string | undefined;
};

export type RedeemedToken = {
  user_id: string;
  token_type: OneTimeTokenType;
  relates_to: string;
  flow_state_id: string | null;
};

/**
 * Makes the token of a mail, as a link's part and as digits to type. The one mailed before stops working, but for a
 * confirmation, which anybody can ask for: how many are open at once is what a mailbox may be sent in an hour.
 */
export async function issueOneTimeToken(
  context: Pick<ServerContext, "settings" | "now">,
  tx: Tx,
  { userId, type, sentTo, flowId }: NewOneTimeToken,
): Promise<{ token: string; code: string }> {
  const now = context.now();
  const token = `${flowId ? pkcePrefix : ""}${randomBytes(32).toString("hex")}`;
  const { otpLength, otpExpirySeconds } = context.settings.auth.email;
  const code = String(randomInt(10 ** otpLength)).padStart(otpLength, "0");
  const lifeSeconds = type === "invite_token" ? invitationLifeSeconds : otpExpirySeconds;
  await tx.query(
    `insert into auth.one_time_tokens
       (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (user_id, token_type) where token_type <> 'confirmation_token' do update
     set token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
       flow_state_id = excluded.flow_state_id, attempts = 0,
       expires_at = excluded.expires_at, updated_at = excluded.updated_at`,
    [
      userId,
      type,
      hashToken(token),
      hashCode(context, sentTo, code),
      sentTo,
      flowId,
      new Date(now.getTime() + lifeSeconds * 1000),
      now,
    ],
  );
  return { token, code };
}

/** Uses up the token of a link. One statement: of two clicks at once, one finds it. */
export async function redeemToken(
  tx: Tx,
  types: OneTimeTokenType[],
  token: string,
  now: Date,
): Promise<RedeemedToken | undefined> {
  const { rows } = await tx.query<RedeemedToken>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > $3
     returning user_id, token_type, relates_to, flow_state_id`,
    [hashToken(token), types, now],
  );
  return rows[0];
}

/** Uses up digits typed for an address; five wrong tries use them up as well, so commit whatever comes of it. */
export async function redeemCode(
  context: ServerContext,
  tx: Tx,
  types: OneTimeTokenType[],
  { email, code }: { email: string; code: string },
): Promise<RedeemedToken | undefined> {
  const { rows } = await tx.query<RedeemedToken & { id: string; code_hash: string }>(
    `update auth.one_time_tokens set attempts = attempts + 1
     where relates_to = $1 and token_type = any($2) and expires_at > $3 and attempts < ${maxCodeAttempts}
     returning id, code_hash, user_id, token_type, relates_to, flow_state_id`,
    [email, types, context.now()],
  );
  const typed = hashCode(context, email, code);
  const match = rows.find((row) => isSameHash(row.code_hash, typed));
  if (match) await tx.query("delete from auth.one_time_tokens where id = $1", [match.id]);
  return match;
}

/**
 * Forgets what was mailed to an account, when its owner has proved themselves in another way; with its confirmations,
 * what was typed at its sign-ups.
 */
export async function revokeOneTimeTokens(tx: Tx, userId: string, types: OneTimeTokenType[]): Promise<void> {
  if (types.includes("confirmation_token")) await forgetAttempts(tx, userId);
  await tx.query("delete from auth.one_time_tokens where user_id = $1 and token_type = any($2)", [userId, types]);
}

export function endsInCode(token: string): boolean {
  return token.startsWith(pkcePrefix);
}

function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("base64url");
}

/** A few digits are soon guessed from a plain hash: this one needs AUTH_SECRET too. */
function hashCode({ settings }: Pick<ServerContext, "settings">, email: string, code: string): string {
  const key = deriveSecret(settings.authSecret, "one-time codes");
  return createHmac("sha256", key).update(`${email}\n${code}`).digest("base64url");
}

function isSameHash(stored: string, typed: string): boolean {
  return stored.length === typed.length && timingSafeEqual(Buffer.from(stored), Buffer.from(typed));
}
