import { createHmac, createSecretKey, type KeyObject, randomBytes } from "node:crypto";

import { passwordLinkMethods } from "#kit/password-link-methods.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { auditSignIn } from "#engine/auth/accounts/administrator-audit.ts";
import {
  claimedMetadata,
  describedColumns,
  describeRow,
  isBanned,
  type DescribedUser,
  type User,
} from "#engine/auth/accounts/users.ts";
import type { SignInMethod } from "#engine/auth/accounts/sign-in-method.ts";
import { limitAddress, limitAddressWith } from "#engine/auth/wire/limits.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Database, Tx } from "#engine/db/database.ts";
import { joinToCount } from "#engine/limits/rate-limits.ts";
import type { AccountTerms } from "#engine/settings/account-terms.ts";
import { interval } from "#engine/db/expired-rows.ts";
import { deriveSecret } from "#engine/settings/derived-secrets.ts";

import { noticeDevice } from "./known-devices.ts";
import { type Device, readAddress } from "./device.ts";
import { readRefreshToken, type RefreshToken, writeRefreshToken } from "./refresh-tokens.ts";
import { signAccessToken, type AccessTokenSubject } from "./tokens.ts";

type SessionRow = {
  id: string;
  refresh_token_hmac_key: Buffer;
  refresh_token_counter: number;
  refresh_token_floor: number;
  refreshed_at: Date | null;
  not_after: Date;
  created_at: Date;
};

const sessionColumns = `
  sessions.id, refresh_token_hmac_key, refresh_token_counter, refresh_token_floor, refreshed_at, not_after,
  sessions.created_at`;

const minutesMs = 60_000;
const hoursMs = 60 * minutesMs;

/** How long a sign-in, or another proof in its session, stands for the owner. */
export const freshProofMs = 15 * minutesMs;
/** As long as a mailed link is valid. */
const openedLinkMs = hoursMs;

/** How long an administrator's session lasts without a request. */
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
  context: EngineContext,
  tx: Tx,
  user: Pick<User, "id">,
  method: SignInMethod,
  device: Device,
): Promise<OpenSession> {
  const now = context.now();
  const key = randomBytes(32);
  const { rows } = await tx.query<{ id: string }>(beginSession(context.settings.accountTerms), [
    user.id,
    device.userAgent?.slice(0, 500),
    readAddress(device),
    key,
    now,
    method,
  ]);
  const sessionId = rows[0]?.id;
  if (!sessionId) throw new Error("A session was not stored.");
  await auditSignIn(tx, user.id, method);
  const owner = await findOwner(tx, sessionId);
  await noticeDevice(context, tx, owner, device);
  return openSession(owner, writeToken(context, sessionId, 0, key));
}

/**
 * Lifts a session past the second factor, whatever it was before: the answer's tokens say so. Refresh tokens given
 * before open nothing any more, so that one taken then does not become a session of the second level.
 *
 * @param method how the factor proved itself, as the client knows it
 */
export async function liftSession(
  context: EngineContext,
  tx: Tx,
  { sessionId, factorId, method }: { sessionId: string; factorId: string; method: string },
): Promise<OpenSession> {
  const now = context.now();
  const session = await lockSession(tx, sessionId);
  if (!session) throw new Error("A session ended while its second factor was checked.");
  const counter = session.refresh_token_counter + 1;
  await tx.query(
    `update auth.sessions set aal = 'aal2', factor_id = $2, refresh_token_counter = $3, refresh_token_floor = $3,
       refreshed_at = $4, updated_at = $4, proved_at = $4
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
  return openSession(await findOwner(tx, sessionId), refreshToken);
}

/**
 * Exchanges a refresh token, which counts against the client's address.
 *
 * The token that is valid now gives the next one. The one before it, or any use soon after the last exchange
 * (`refresh_token_reuse_interval`), gives the one that is valid now again: an answer was lost, or two tabs asked at
 * once. Anything older is a copy in other hands, and ends the session.
 *
 * Where the key of the session is known and the token is the valid one, as nearly always, this is one statement. Else
 * one looks, and another changes the session if it is still as it was seen.
 */
export async function refreshSession(
  context: EngineContext,
  text: string,
  device: Device,
): Promise<Result<OpenSession, AuthProblem>> {
  const token = readRefreshToken(text);
  const knownKey = token && context.identity.refreshKeys.find(token.sessionId);
  if (token && knownKey && token.isSignedWith(knownKey)) {
    const exchanged = await exchangeAndCount(context, token, device);
    if (!exchanged.ok) return exchanged;
    if (exchanged.value) return ok(openExchanged(exchanged.value, token.counter + 1, knownKey));
  } else {
    const limited = await limitAddress(context, "refresh", device.address);
    if (!limited.ok) return limited;
  }
  return token ? lookAndExchange(context, token, device) : failed(notIssuedHere());
}

async function lookAndExchange(
  context: EngineContext,
  token: RefreshToken,
  device: Device,
): Promise<Result<OpenSession, AuthProblem>> {
  for (;;) {
    const session = await findSession(context.db, token.sessionId);
    const key = session && tokenKey(context, session.id, session.refresh_token_hmac_key);
    if (!session || !key || !token.isSignedWith(key)) return failed(authProblem("refresh_token_not_found"));
    const counter = await nextCounter(context, session, token.counter);
    if (!counter.ok) return counter;
    const exchanged = await exchange(context, session, counter.value, device);
    if (exchanged) return ok(openExchanged(exchanged, counter.value, key));
    // Another exchange, a second factor or the end of the session came between: each can do so once for each token.
  }
}

function openExchanged(owner: SessionOwner, counter: number, key: KeyObject): OpenSession {
  return openSession(owner, writeRefreshToken(owner.session_id, counter, key));
}

type SeenSession = SessionRow & Pick<User, "banned_until">;

/**
 * What a refresh token is exchanged for, by its number: ends the session of one that was stolen or is too late.
 *
 * @returns the number of the next token
 */
async function nextCounter(
  context: EngineContext,
  session: SeenSession,
  given: number,
): Promise<Result<number, AuthProblem>> {
  const now = context.now();
  if (isBanned(session, now)) {
    return failed(authProblem("user_banned", { message: "Invalid Refresh Token: User Banned" }));
  }
  if (session.not_after <= now) {
    await context.db.runAsServer("delete from auth.sessions where id = $1 and not_after <= $2", [session.id, now]);
    return failed(authProblem("session_expired"));
  }

  const behind = session.refresh_token_counter - given;
  if (behind < 0) return failed(notIssuedHere());
  const sinceLastMs = Math.abs(now.getTime() - (session.refreshed_at ?? session.created_at).getTime());
  if (behind > 1 && sinceLastMs >= context.settings.auth.refreshTokenReuseIntervalSeconds * 1000) {
    await context.db.runAsServer("delete from auth.sessions where id = $1", [session.id]);
    return failed(authProblem("refresh_token_already_used"));
  }
  if (given < session.refresh_token_floor) return failed(authProblem("refresh_token_already_used"));
  return ok(session.refresh_token_counter + (behind === 0 ? 1 : 0));
}

/** What never was a refresh token of ours, for a client that tells a broken store from a session that ended. */
function notIssuedHere(): AuthProblem {
  return authProblem("validation_failed", { message: "Invalid Refresh Token: Not Issued By This Server" });
}

/** Outside a transaction: it may have to read the signing keys. */
export async function describeSession(context: EngineContext, session: OpenSession): Promise<SessionAnswer> {
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
    [sessionId, new Date(now.getTime() - freshProofMs), new Date(now.getTime() - openedLinkMs), passwordLinkMethods],
  );
  return rowCount > 0;
}

/**
 * Whether a way into the account may be added in this session: its owner signed in, or proved themselves in it with the
 * password, digits or a factor, a quarter of an hour ago at most. Source: docs/decisions/0058.
 */
export async function requireFreshProof(
  { now }: Pick<EngineContext, "now">,
  tx: Tx,
  sessionId: string,
): Promise<Result<undefined, AuthProblem>> {
  const since = new Date(now().getTime() - freshProofMs);
  if (await hasProvedSince(tx, sessionId, since)) return ok(undefined);
  const message = "Adding a way into the account requires the current password or a recent sign-in";
  return failed(authProblem("reauthentication_needed", { message }));
}

export async function hasProvedSince(tx: Tx, sessionId: string, instant: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "select from auth.sessions where id = $1 and greatest(created_at, proved_at) >= $2",
    [sessionId, instant],
  );
  return rowCount > 0;
}

/** The owner has shown the password or the digits sent to them. */
export async function noteProof(tx: Tx, sessionId: string, now: Date): Promise<void> {
  await tx.query("update auth.sessions set proved_at = $2 where id = $1", [sessionId, now]);
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
  const { rows } = await tx.query<SessionRow>(`select ${sessionColumns} from auth.sessions where id = $1 for update`, [
    sessionId,
  ]);
  return rows[0];
}

async function findSession({ runAsServer }: Database, sessionId: string): Promise<SeenSession | undefined> {
  const { rows } = await runAsServer<SeenSession>(
    `select ${sessionColumns}, banned_until
     from auth.sessions join auth.users on users.id = user_id where sessions.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/** @returns undefined when the session is not as it was seen: of several at once, one exchanges a token */
async function exchange(
  { db, now, settings }: EngineContext,
  { id, refresh_token_counter: seen }: SeenSession,
  next: number,
  device: Device,
): Promise<SessionOwner | undefined> {
  const values = exchangeValues({ sessionId: id, seen, next, now: now(), device });
  const { rows } = await db.runAsServer<SessionOwner>(exchangeSeen(settings.accountTerms), values);
  return rows[0];
}

/** @returns undefined when the token is not the valid one of a session that still is, and of an owner who may enter */
async function exchangeAndCount(
  context: EngineContext,
  { sessionId, counter }: RefreshToken,
  device: Device,
): Promise<Result<SessionOwner | undefined, AuthProblem>> {
  const values = exchangeValues({ sessionId, seen: counter, next: counter + 1, now: context.now(), device });
  const exchanged = await limitAddressWith<SessionOwner>(context, "refresh", device.address, {
    text: exchangeCounted(context.settings.accountTerms),
    values,
  });
  return exchanged.ok ? ok(exchanged.value[0]) : exchanged;
}

/**
 * The table `answer` of a `with`: the owner of the session that was changed. Each exchange looks again whether the
 * owner is an administrator now: rights given later shorten a session.
 *
 * @param first number of the first of `exchangeValues` among the values of the statement
 * @param condition on which besides anything is changed
 */
function exchangeTable(terms: AccountTerms, first: number, condition = ""): string {
  const [id, seen, next, now, userAgent, ip] = Array.from({ length: 6 }, (_, index) => `$${first + index}`);
  return `
    answer as (
      update auth.sessions set refresh_token_counter = ${next}, refreshed_at = ${now}, updated_at = ${now},
        user_agent = ${userAgent}, ip = ${ip}, ends_at = sessions.created_at + life.longest, idle_limit = life.idle,
        not_after = least(sessions.created_at + life.longest, ${now}::timestamptz + life.idle)
      from ${ownersWithLife(terms)}
      where sessions.id = ${id} and refresh_token_counter = ${seen} and not_after > ${now}
        and users.id = sessions.user_id and (banned_until is null or banned_until <= ${now}) ${condition}
      returning ${describedColumns}, ${ownedColumns}
    )`;
}

/** Each account, and how long a session of it may last: at the longest, and without a request. */
const ownersWithLife = ({ session, administratorSession }: AccountTerms) => `
  auth.users left join public.admin_users on admin_users.user_id = users.id, lateral (
    select
      case
        when admin_users.id is null then ${interval(session)} else ${interval(administratorSession)}
      end as longest,
      case when admin_users.id is not null then interval '${administratorIdleMs / 1000} s' end as idle
  ) as life`;

/** One statement, to keep the latency of a sign-in low. Expired sessions are deleted by the next sign-in. */
const beginSession = (terms: AccountTerms) => `
  with ended as (delete from auth.sessions where user_id = $1 and not_after <= $5),
  begun as (
    insert into auth.sessions
      (user_id, user_agent, ip, refresh_token_hmac_key, not_after, idle_limit, ends_at, created_at, updated_at)
    select users.id, $2, $3, $4, $5::timestamptz + least(longest, idle), idle, $5::timestamptz + longest, $5, $5
    from ${ownersWithLife(terms)} where users.id = $1
    returning id
  ),
  proved as (
    insert into auth.mfa_amr_claims (session_id, authentication_method, created_at, updated_at)
    select id, $6, $5, $5 from begun
  ),
  seen as (update auth.users set last_sign_in_at = $5, updated_at = $5 where id = $1)
  select id from begun`;

type Exchange = { sessionId: string; seen: number; next: number; now: Date; device: Device };

function exchangeValues({ sessionId, seen, next, now, device }: Exchange): unknown[] {
  return [sessionId, seen, next, now, device.userAgent?.slice(0, 500), readAddress(device)];
}

/** An account with the session that opens it. Of several ways it was proved, the last one first. */
type SessionOwner = DescribedUser & {
  session_id: string;
  aal: AccessTokenSubject["aal"];
  amr: AccessTokenSubject["amr"];
};

const ownedColumns = `
  sessions.id as session_id, sessions.aal,
  (select coalesce(json_agg(json_build_object(
       'method', authentication_method, 'timestamp', floor(extract(epoch from updated_at))
     ) order by updated_at desc, authentication_method), '[]')
   from auth.mfa_amr_claims where session_id = sessions.id) as amr`;

const exchangeSeen = (terms: AccountTerms) => `with ${exchangeTable(terms, 1)} select * from answer`;
const exchangeCounted = (terms: AccountTerms) =>
  joinToCount(exchangeTable(terms, 4, "and (select is_allowed from counted)"));

async function findOwner(tx: Tx, sessionId: string): Promise<SessionOwner> {
  const { rows } = await tx.query<SessionOwner>(
    `select ${describedColumns}, ${ownedColumns}
     from auth.sessions join auth.users on users.id = user_id where sessions.id = $1`,
    [sessionId],
  );
  const owner = rows[0];
  if (!owner) throw new Error("A session without its account.");
  return owner;
}

function openSession(owner: SessionOwner, refreshToken: string): OpenSession {
  const subject: AccessTokenSubject = {
    sub: owner.id,
    email: owner.email ?? "",
    phone: owner.phone ?? "",
    ...claimedMetadata(owner),
    aal: owner.aal,
    amr: owner.amr,
    session_id: owner.session_id,
    is_anonymous: owner.is_anonymous,
  };
  return { subject, refreshToken, user: describeRow(owner) };
}

function writeToken(context: EngineContext, sessionId: string, counter: number, storedKey: Buffer): string {
  return writeRefreshToken(sessionId, counter, tokenKey(context, sessionId, storedKey));
}

/** The stored key alone signs nothing: a copy of the database makes no refresh token without AUTH_SECRET. */
function tokenKey({ settings, identity }: EngineContext, sessionId: string, storedKey: Buffer): KeyObject {
  const secret = deriveSecret(settings.authSecret, "refresh tokens");
  const key = createSecretKey(createHmac("sha256", secret).update(storedKey).digest());
  identity.refreshKeys.remember(sessionId, key);
  return key;
}
