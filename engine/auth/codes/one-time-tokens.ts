import { createHash, randomBytes } from "node:crypto";

import { durationMs } from "#kit/duration.ts";
import { findOnlyAttempt, forgetAttempts } from "#engine/auth/accounts/sign-up-attempts.ts";
import { drawDigits, hashDigits } from "./one-time-digits.ts";
import { isSameText } from "#engine/settings/same-text.ts";
import type { SignInMethod } from "#engine/auth/accounts/sign-in-method.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

export type OneTimeTokenType =
  | "confirmation_token"
  | "magic_link_token"
  | "recovery_token"
  | "invite_token"
  | "email_change_token_new"
  | "email_change_token_current"
  | "reauthentication_token"
  | "phone_token"
  | "phone_change_token";

/** A code for a phone is short, and typed at once. */
export const phoneCodeLifetimeMs = 10 * 60_000;
const phoneCodeDigits = 6;

/** How a session that begins with a mailed link or with digits began. */
export const methodOfToken: Record<OneTimeTokenType, SignInMethod> = {
  confirmation_token: "email/signup",
  magic_link_token: "otp",
  recovery_token: "recovery",
  invite_token: "invite",
  email_change_token_new: "email_change",
  email_change_token_current: "email_change",
  reauthentication_token: "otp",
  phone_token: "otp",
  phone_change_token: "phone_change",
};

const maxCodeAttempts = 5;
/** How the client tells a link that ends in a code from one that ends in tokens. */
const pkcePrefix = "pkce_";

/** No service of the process: `npm run admin` mails too. */
type TokenContext = Pick<EngineContext, "settings" | "now">;

export type NewOneTimeToken = {
  userId: string;
  type: OneTimeTokenType;
  /** The address or phone that it is sent to: having it is the proof. */
  sentTo: string;
  flowId?: string | undefined;
  /** The sign-up that it was sent for. */
  attemptId?: string | undefined;
};

export type RedeemedToken = {
  user_id: string;
  token_type: OneTimeTokenType;
  relates_to: string;
  flow_state_id: string | null;
  attempt_id: string | null;
};

const redeemedColumns = "user_id, token_type, relates_to, flow_state_id, attempt_id";

/** Makes the token of a mail, as a link's part and as digits to type. */
export async function issueOneTimeToken(
  context: TokenContext,
  tx: Tx,
  wanted: NewOneTimeToken,
): Promise<{ token: string; code: string }> {
  const token = `${wanted.flowId ? pkcePrefix : ""}${randomBytes(32).toString("hex")}`;
  return { token, code: await storeToken(context, tx, wanted, hashToken(token)) };
}

/** Makes digits alone, for a phone or to be shown by who is signed in. */
export function issueCode(context: TokenContext, tx: Tx, wanted: NewOneTimeToken): Promise<string> {
  return storeToken(context, tx, wanted, null);
}

/**
 * What was sent before stops working, but for what confirms an address or a phone, which anybody can ask for: how many
 * are open at once is what a mailbox or a phone may be sent in an hour.
 */
async function storeToken(
  context: TokenContext,
  tx: Tx,
  { userId, type, sentTo, flowId, attemptId }: NewOneTimeToken,
  tokenHash: string | null,
): Promise<string> {
  const now = context.now();
  const code = testCodeOf(context, sentTo) ?? drawDigits(digitsFor(context, sentTo));
  await tx.query(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, flow_state_id,
       attempt_id, expires_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (user_id, token_type) where token_type not in ('confirmation_token', 'phone_token') do update
     set token_hash = excluded.token_hash, code_hash = excluded.code_hash, relates_to = excluded.relates_to,
       flow_state_id = excluded.flow_state_id, attempt_id = excluded.attempt_id, attempts = 0,
       expires_at = excluded.expires_at, updated_at = excluded.updated_at`,
    [
      userId,
      type,
      tokenHash,
      hashDigits(context, "one-time codes", sentTo, code),
      sentTo,
      flowId,
      attemptId,
      new Date(now.getTime() + lifetimeMs(context, type, sentTo)),
      now,
    ],
  );
  return code;
}

/** An address holds one, a phone never. */
function isPhone(sentTo: string): boolean {
  return !sentTo.includes("@");
}

function lifetimeMs({ settings }: TokenContext, type: OneTimeTokenType, sentTo: string): number {
  if (type === "invite_token") return durationMs(settings.accountTerms.invitation);
  return isPhone(sentTo) ? phoneCodeLifetimeMs : settings.auth.email.otpExpirySeconds * 1000;
}

function digitsFor({ settings }: TokenContext, sentTo: string): number {
  return isPhone(sentTo) ? phoneCodeDigits : settings.auth.email.otpLength;
}

/** The code that the settings give a phone for tests: it is never sent. */
export function testCodeOf({ settings }: Pick<EngineContext, "settings">, sentTo: string): string | undefined {
  const { testOtp } = settings.auth.sms;
  return Object.hasOwn(testOtp, sentTo) ? testOtp[sentTo] : undefined;
}

/**
 * Opens a mailed link, once. One statement: of two clicks at once, one finds it. The digits of the same mail stay good
 * until they are typed: a program that reads mails may follow a link before its reader does, and types nothing.
 */
export async function openLink(
  tx: Tx,
  types: OneTimeTokenType[],
  token: string,
  now: Date,
): Promise<RedeemedToken | undefined> {
  const { rows } = await tx.query<RedeemedToken>(
    `update auth.one_time_tokens set token_hash = null, updated_at = $3
     where token_hash = $1 and token_type = any($2) and expires_at > $3 returning ${redeemedColumns}`,
    [hashToken(token), types, now],
  );
  return rows[0];
}

/** Whether a link can still be used. */
export async function hasOpenLink(tx: Tx, types: OneTimeTokenType[], token: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select from auth.one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > $3",
    [hashToken(token), types, now],
  );
  return rowCount > 0;
}

/**
 * Uses up the token of a link that a page has posted, with its digits. That of a change of address is taken from the
 * session that asked for it: who else reads the mail types its digits.
 */
export async function redeemToken(
  tx: Tx,
  types: OneTimeTokenType[],
  { token, sessionId }: { token: string; sessionId: string | undefined },
  now: Date,
): Promise<RedeemedToken | undefined> {
  const { rows } = await tx.query<RedeemedToken>(
    `delete from auth.one_time_tokens where token_hash = $1 and token_type = any($2) and expires_at > $3
       and (token_type not in ('email_change_token_new', 'email_change_token_current') or exists (
         select from auth.users where id = user_id and (email_change_session_id is null or exists (
           select from auth.sessions where sessions.id = $4 and sessions.id = email_change_session_id
             and sessions.user_id = users.id and not_after > $3))))
     returning ${redeemedColumns}`,
    [hashToken(token), types, now, sessionId],
  );
  return rows[0];
}

/**
 * Uses up digits typed for an address or a phone; five wrong tries use them up as well, so commit whatever comes of it.
 */
export async function redeemCode(
  context: EngineContext,
  tx: Tx,
  types: OneTimeTokenType[],
  { sentTo, code }: { sentTo: string; code: string },
): Promise<RedeemedToken | undefined> {
  const { rows } = await tx.query<RedeemedToken & { id: string; code_hash: string }>(
    `update auth.one_time_tokens set attempts = attempts + 1
     where relates_to = $1 and token_type = any($2) and expires_at > $3 and attempts < ${maxCodeAttempts}
     returning id, code_hash, ${redeemedColumns}`,
    [sentTo, types, context.now()],
  );
  const typed = hashDigits(context, "one-time codes", sentTo, code);
  const match = rows.find((row) => isSameText(row.code_hash, typed));
  if (match) await tx.query("delete from auth.one_time_tokens where id = $1", [match.id]);
  return match;
}

/**
 * The sign-up whose code was just typed for a phone, when it is the only sign-up of the account and no other code is
 * open. A link may be opened by any reader of the message, a code is typed by the person who asked for it: so the
 * password is theirs, even where a client keeps no cookie.
 */
export async function findOwnAttempt(tx: Tx, token: RedeemedToken, now: Date): Promise<string | undefined> {
  if (token.attempt_id === null || (await hasOtherCodes(tx, token, now))) return undefined;
  return (await findOnlyAttempt(tx, token.user_id, now)) === token.attempt_id ? token.attempt_id : undefined;
}

/** Whether another open code exists that this attempt did not send: another person may have asked for it. */
async function hasOtherCodes(tx: Tx, token: RedeemedToken, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from auth.one_time_tokens
     where user_id = $1 and token_type = $2 and attempt_id is distinct from $3 and expires_at > $4 limit 1`,
    [token.user_id, token.token_type, token.attempt_id, now],
  );
  return rowCount > 0;
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
