import { createHmac, randomBytes } from "node:crypto";
import { isIP } from "node:net";

import { passwordLinkMethods } from "#domain/contracts/mailed-link.ts";
import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { auditSignIn } from "#server/auth/accounts/administrator-audit.ts";
import { describeUser, findUserById, isAdministrator, isBanned, type User } from "#server/auth/accounts/users.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { deriveSecret } from "#server/settings/derived-secrets.ts";

import { noticeDevice } from "./known-devices.ts";
import { readRefreshToken, writeRefreshToken } from "./refresh-tokens.ts";
import { signAccessToken, type AccessTokenSubject } from "./tokens.ts";

/** How a session began, as the client knows it. */
export type SignInMethod =
  | "password"
  | "oauth"
  | "otp"
  | "magiclink"
  | "recovery"
  | "invite"
  | "email/signup"
  | "email_change"
  | "phone_change"
  | "anonymous"
  | "web3"
  | "passkey";

/** From where; shown to the owner of the session, never used to let anybody in. */
export type Device = { address: string; userAgent: string | undefined };

type SessionRow = {
  id: string;
  user_id: string;
  aal: "aal1" | "aal2";
  refresh_token_hmac_key: Buffer;
  refresh_token_counter: number;
  refresh_token_floor: number;
  refreshed_at: Date | null;
  not_after: Date;
  created_at: Date;
};

const minutesMs = 60_000;
const hoursMs = 60 * minutesMs;

/** How long after its sign-in a session may change the password without the current one. */
const freshSignInMs = 15 * minutesMs;
/** As long as a mailed link is valid. */
const openedLinkMs = hoursMs;

/** A customer stays signed in for 30 days; an administrator for 8 hours, and for half an hour without a request. */
const customerSessionMs = 30 * 24 * hoursMs;
const administratorSessionMs = 8 * hoursMs;
const administratorIdleMs = 30 * minutesMs;

/** A session as the transaction left it. Its access token is signed after the commit: see `describeSession`. */
export type OpenSession = { subject: AccessTokenSubject; refreshToken: string; user: Record<string, unknown> };

/** What the client keeps: both tokens, and the account they open. */
export type SessionAnswer = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: Record<string, unknown>;
  /** After a sign-in at a provider, once: we do not keep them. */
  provider_token?: string;
  provider_refresh_token?: string;
};

export async function startSession(
  context: ServerContext,
  tx: Tx,
  user: Pick<User, "id">,
  method: SignInMethod,
  device: Device,
): Promise<OpenSession> {
  const now = context.now();
  const limits = await limitsFor(tx, user.id, now);
  const key = randomBytes(32);
  await tx.query("delete from auth.sessions where user_id = $1 and not_after <= $2", [user.id, now]);
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.sessions
       (user_id, user_agent, ip, refresh_token_hmac_key, not_after, idle_limit, ends_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, make_interval(secs => $6), $7, $8, $8) returning id`,
    [
      user.id,
      device.userAgent?.slice(0, 500),
      readAddress(device),
      key,
      limits.notAfter,
      limits.idleSeconds,
      limits.endsAt,
      now,
    ],
  );
  const sessionId = rows[0]?.id;
  if (!sessionId) throw new Error("A session was not stored.");
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $3)`,
    [sessionId, method, now],
  );
  await tx.query("update auth.users set last_sign_in_at = $2, updated_at = $2 where id = $1", [user.id, now]);
  await auditSignIn(tx, user.id, method);
  await noticeDevice(tx, user.id, device, now);
  return openSession(tx, user.id, { id: sessionId, aal: "aal1" }, writeToken(context, sessionId, 0, key));
}

/**
 * Lifts a session past the second factor, whatever it was before: the answer's tokens say so. Refresh tokens given
 * before open nothing any more, so that one taken then does not become a session of the second level.
 *
 * @param method how the factor proved itself, as the client knows it
 */
export async function liftSession(
  context: ServerContext,
  tx: Tx,
  { sessionId, factorId, method }: { sessionId: string; factorId: string; method: string },
): Promise<OpenSession> {
  const now = context.now();
  const session = await lockSession(tx, sessionId);
  if (!session) throw new Error("A session ended while its second factor was checked.");
  const counter = session.refresh_token_counter + 1;
  await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, refresh_token_counter = $3, refresh_token_floor = $3,
       refreshed_at = $4, updated_at = $4
     where id = $1`,
    [sessionId, factorId, counter, now],
  );
  await tx.query(
    `insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
     values ($1, $2, $3, $3)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [sessionId, method, now],
  );
  const refreshToken = writeToken(context, sessionId, counter, session.refresh_token_hmac_key);
  return openSession(tx, session.user_id, { id: sessionId, aal: "aal2" }, refreshToken);
}

/**
 * Exchanges a refresh token, under a lock on its session.
 *
 * The token that is valid now gives the next one. The one before it, or any use soon after the last exchange
 * (`refresh_token_reuse_interval`), gives the one that is valid now again: an answer was lost, or two tabs asked at
 * once. Anything older is a copy in other hands, and ends the session.
 */
export async function refreshSession(
  context: ServerContext,
  text: string,
  device: Device,
): Promise<Result<OpenSession, AuthProblem>> {
  const token = readRefreshToken(text);
  if (!token) return failed(authProblem("refresh_token_not_found"));

  // Commits whatever the result: ending a stolen session is a result too.
  return context.db.asServer(async (tx) => {
    const session = await lockSession(tx, token.sessionId);
    if (!session || !token.isSignedWith(tokenKey(context, session.refresh_token_hmac_key))) {
      return failed(authProblem("refresh_token_not_found"));
    }
    const now = context.now();
    const user = await findUserById(tx, session.user_id);
    if (!user) throw new Error("A session without its account.");
    if (isBanned(user, now)) {
      return failed(authProblem("user_banned", { message: "Invalid Refresh Token: User Banned" }));
    }
    if (session.not_after <= now) {
      await tx.query("delete from auth.sessions where id = $1", [session.id]);
      return failed(authProblem("session_expired"));
    }

    const behind = session.refresh_token_counter - token.counter;
    if (behind < 0) {
      return failed(authProblem("validation_failed", { message: "Invalid Refresh Token: Not Issued By This Server" }));
    }
    const sinceLastMs = Math.abs(now.getTime() - (session.refreshed_at ?? session.created_at).getTime());
    if (behind > 1 && sinceLastMs >= context.settings.auth.refreshTokenReuseIntervalSeconds * 1000) {
      await tx.query("delete from auth.sessions where id = $1", [session.id]);
      return failed(authProblem("refresh_token_already_used"));
    }
    if (token.counter < session.refresh_token_floor) return failed(authProblem("refresh_token_already_used"));

    const counter = session.refresh_token_counter + (behind === 0 ? 1 : 0);
    await prolong(tx, session, counter, device, now);
    const next = writeToken(context, session.id, counter, session.refresh_token_hmac_key);
    return ok(await openSession(tx, user.id, session, next));
  });
}

/** Outside a transaction: it may have to read the signing keys. */
export async function describeSession(context: ServerContext, session: OpenSession): Promise<SessionAnswer> {
  const { token, expiresAtSeconds } = await signAccessToken(context, session.subject);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: context.settings.auth.jwtExpirySeconds,
    expires_at: expiresAtSeconds,
    refresh_token: session.refreshToken,
    user: session.user,
  };
}

/** Whether a session still is: not signed out, not past its end. */
export async function isSessionAlive(tx: Tx, sessionId: string, userId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select 1 from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > $3)",
    [sessionId, userId, now],
  );
  return rowCount > 0;
}

/**
 * Whether a session is proof enough for a new password: it has just begun, or began with a mailed link. An exchanged
 * token is no new sign-in.
 *
 * supabase/auth takes 24 hours for a recent sign-in; a token found or stolen is seldom that young here.
 */
export async function isProofOfOwner(tx: Tx, sessionId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select 1 from auth.sessions where id = $1 and (created_at > $2 or created_at > $3 and exists (
       select from auth.mfa_amr_claims where session_id = sessions.id and authentication_method = any($4)))`,
    [sessionId, new Date(now.getTime() - freshSignInMs), new Date(now.getTime() - openedLinkMs), passwordLinkMethods],
  );
  return rowCount > 0;
}

export type SignOutScope = "global" | "local" | "others";

export async function endSessionsInScope(
  tx: Tx,
  scope: SignOutScope,
  caller: { userId: string; sessionId: string },
): Promise<void> {
  const { userId, sessionId } = caller;
  if (scope === "global") await tx.query("delete from auth.sessions where user_id = $1", [userId]);
  if (scope === "local")
    await tx.query("delete from auth.sessions where user_id = $1 and id = $2", [userId, sessionId]);
  if (scope === "others")
    await tx.query("delete from auth.sessions where user_id = $1 and id <> $2", [userId, sessionId]);
}

async function lockSession(tx: Tx, sessionId: string): Promise<SessionRow | undefined> {
  const { rows } = await tx.query<SessionRow>(
    `select id, user_id, aal, refresh_token_hmac_key, refresh_token_counter, refresh_token_floor, refreshed_at,
       not_after, created_at
     from auth.sessions where id = $1 for update`,
    [sessionId],
  );
  return rows[0];
}

/** Each exchange looks again whether the owner is an administrator now: rights given later shorten a session. */
async function prolong(tx: Tx, session: SessionRow, counter: number, device: Device, now: Date): Promise<void> {
  const limits = await limitsFor(tx, session.user_id, session.created_at);
  const isLimited = limits.idleSeconds !== null;
  const idleEnd = new Date(now.getTime() + administratorIdleMs);
  const notAfter = isLimited && idleEnd < limits.endsAt ? idleEnd : limits.endsAt;
  await tx.query(
    `update auth.sessions set refresh_token_counter = $2, refreshed_at = $3, updated_at = $3, user_agent = $4, ip = $5,
       ends_at = $6, not_after = $7, idle_limit = make_interval(secs => $8)
     where id = $1`,
    [
      session.id,
      counter,
      now,
      device.userAgent?.slice(0, 500),
      readAddress(device),
      limits.endsAt,
      notAfter,
      limits.idleSeconds,
    ],
  );
}

async function limitsFor(tx: Tx, userId: string, createdAt: Date) {
  const after = (durationMs: number) => new Date(createdAt.getTime() + durationMs);
  return (await isAdministrator(tx, userId))
    ? {
        notAfter: after(administratorIdleMs),
        endsAt: after(administratorSessionMs),
        idleSeconds: administratorIdleMs / 1000,
      }
    : { notAfter: after(customerSessionMs), endsAt: after(customerSessionMs), idleSeconds: null };
}

async function openSession(
  tx: Tx,
  userId: string,
  session: Pick<SessionRow, "id" | "aal">,
  refreshToken: string,
): Promise<OpenSession> {
  const user = await findUserById(tx, userId);
  if (!user) throw new Error("A session without its account.");
  const { rows: methods } = await tx.query<{ method: string; updated_at: Date }>(
    `select authentication_method as method, updated_at from auth.mfa_amr_claims
     where session_id = $1 order by updated_at desc, authentication_method`,
    [session.id],
  );
  const subject: AccessTokenSubject = {
    sub: user.id,
    email: user.email ?? "",
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data,
    user_metadata: user.raw_user_meta_data,
    aal: session.aal,
    amr: methods.map(({ method, updated_at: at }) => ({ method, timestamp: Math.floor(at.getTime() / 1000) })),
    session_id: session.id,
    is_anonymous: user.is_anonymous,
  };
  return { subject, refreshToken, user: await describeUser(tx, user) };
}

function writeToken(context: ServerContext, sessionId: string, counter: number, storedKey: Buffer): string {
  return writeRefreshToken(sessionId, counter, tokenKey(context, storedKey));
}

/** The stored key alone signs nothing: a copy of the database makes no refresh token without AUTH_SECRET. */
function tokenKey({ settings }: ServerContext, storedKey: Buffer): Buffer {
  return createHmac("sha256", deriveSecret(settings.authSecret, "refresh tokens")).update(storedKey).digest();
}

/** @returns null for what is no address */
export function readAddress({ address }: Pick<Device, "address">): string | null {
  return isIP(address) > 0 ? address : null;
}
