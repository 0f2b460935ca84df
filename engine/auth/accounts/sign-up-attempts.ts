import { createHash, randomBytes } from "node:crypto";

import { getCookie, setCookie } from "hono/cookie";

import type { AuthRequest } from "#engine/auth/wire/answers.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

/** A confirmation mailed again within the day still finds what was typed at the sign-up. */
const attemptLifeSeconds = 24 * 3600;

/** What a browser is marked for: its cookie's name. */
type Mark = "sign-up" | "address-change";

export type SignUpAttempt = {
  userId: string;
  passwordHash: string;
  metadata: Record<string, unknown>;
  /** What `rememberBrowser` gave the browser that signs up. */
  browser: string;
  codeChallenge: string | undefined;
};

/** What only the browser that signed up can show: its cookie, or the challenge whose verifier it has just shown. */
export type BrowserProof = {
  browser?: string | undefined;
  codeChallenge?: string | null;
  /** Set when its own code was typed and no other sign-up of the account is open: see `findOwnAttempt`. */
  attemptId?: string | undefined;
};

/**
 * Stores a sign-up whose address is not proved yet. Its password is not the account's: an attacker can type any
 * address. See `docs/decisions/0016-a-password-needs-its-browser.md`.
 */
export async function keepAttempt(tx: Tx, attempt: SignUpAttempt, now: Date): Promise<string> {
  const { userId, passwordHash, metadata, browser, codeChallenge } = attempt;
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.sign_up_attempts
       (user_id, password_hash, user_metadata, browser_hash, code_challenge, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) returning id`,
    [
      userId,
      passwordHash,
      JSON.stringify(metadata),
      hashOfBrowser(browser),
      codeChallenge,
      new Date(now.getTime() + attemptLifeSeconds * 1000),
      now,
    ],
  );
  const id = rows[0]?.id;
  if (!id) throw new Error("A sign-up was not stored.");
  return id;
}

/**
 * Gives the account the password that this browser typed at its sign-up, when the account has none yet. Call it for who
 * has just proved the mailbox as well: either proof alone is not enough.
 *
 * @returns whether the account has a password now, this one or another
 */
export async function adoptPassword(
  tx: Tx,
  userId: string,
  { browser, codeChallenge, attemptId }: BrowserProof,
  now: Date,
): Promise<boolean> {
  await tx.query(
    `update auth.users set encrypted_password = attempt.password_hash, updated_at = $4,
       raw_user_meta_data = attempt.user_metadata || raw_user_meta_data
     from (
       select password_hash, user_metadata from auth.sign_up_attempts
       where user_id = $1 and (browser_hash = $2::text or code_challenge = $3::text or id = $5::uuid)
         and expires_at > $4
       order by created_at desc limit 1
     ) as attempt
     where users.id = $1 and encrypted_password is null`,
    [userId, browser && hashOfBrowser(browser), codeChallenge, now, attemptId],
  );
  const { rowCount } = await tx.query("select 1 from auth.users where id = $1 and encrypted_password is not null", [
    userId,
  ]);
  if (rowCount > 0) await forgetAttempts(tx, userId);
  return rowCount > 0;
}

/** @returns undefined when there is none, or more than one */
export async function findOnlyAttempt(tx: Tx, userId: string, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    "select id from auth.sign_up_attempts where user_id = $1 and expires_at > $2 limit 2",
    [userId, now],
  );
  return rows.length === 1 ? rows[0]?.id : undefined;
}

/**
 * The hash of what was last typed for an account that waits for its confirmation, by this browser rather than by
 * another: who types it again is told to confirm first. It opens nothing.
 */
export async function findAttemptedHash(
  tx: Tx,
  userId: string | undefined,
  browser: string | undefined,
): Promise<string | undefined> {
  const { rows } = await tx.query<{ password_hash: string }>(
    `select password_hash from auth.sign_up_attempts where user_id = $1
     order by browser_hash is not distinct from $2::text desc, created_at desc limit 1`,
    [userId, browser && hashOfBrowser(browser)],
  );
  return rows[0]?.password_hash;
}

export async function forgetAttempts(tx: Tx, userId: string): Promise<void> {
  await tx.query("delete from auth.sign_up_attempts where user_id = $1", [userId]);
}

/**
 * Marks the browser that signs up or asks for another address, so that what is mailed knows it again. Each request has
 * a mark of its own, for a taken address as for a free one: one that came with the request might be another's.
 */
export function rememberBrowser({ settings }: EngineContext, c: AuthRequest, mark: Mark = "sign-up"): string {
  const browser = randomBytes(32).toString("base64url");
  setCookie(c, mark, browser, {
    path: "/auth/v1",
    httpOnly: true,
    // A link in a mail is opened from another site.
    sameSite: "Lax",
    secure: settings.site.origin.startsWith("https:"),
    maxAge: attemptLifeSeconds,
  });
  return browser;
}

/** @returns undefined for a browser that was not marked today */
export function readBrowser(c: AuthRequest, mark: Mark = "sign-up"): string | undefined {
  return getCookie(c, mark);
}

export function hashOfBrowser(secret: string): string {
  return createHash("sha256").update(secret).digest("base64url");
}
