import { createHash } from "node:crypto";

import { failed, ok, type Result } from "#kit/result.ts";
import {
  emailIdentity,
  endSessions,
  forgetWaysIn,
  insertIdentity,
  storeOwnIdentity,
} from "#engine/auth/accounts/accounts.ts";
import { mergeMetadata } from "#engine/auth/own-account/own-account.ts";
import { forgetAttempts } from "#engine/auth/accounts/sign-up-attempts.ts";
import { isAdministrator, type User } from "#engine/auth/accounts/users.ts";
import { revokeOneTimeTokens } from "#engine/auth/codes/one-time-tokens.ts";
import { refuseWeakPassword } from "#engine/auth/passwords/password-rules.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

import { readAttributes, type AccountAttributes } from "./account-attributes.ts";
import { describeAccount } from "./describe-accounts.ts";
import { unlessLast, withdrawRight } from "./team.ts";
import { auditByKey, lockNamedUser } from "./trusted-caller.ts";

/** `GET /admin/users/:id` */
export async function answerAccount(context: EngineContext, c: AuthRequest): Promise<Answer> {
  return context.db.asServer(async (tx) => {
    const user = await lockNamedUser(tx, c.req.param("id"));
    return user.ok ? ok(await describeAccount(tx, user.value.id)) : user;
  });
}

/**
 * `POST /admin/users`: an account as the caller describes it. Its password is not measured against our rules, as an
 * imported one is not: who signs in with a weak one is told.
 */
export async function createAccount(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const read = readAttributes(body.value);
  if (!read.ok) return read;
  const { email, phone, password, passwordHash } = read.value;
  if (!email && !phone) {
    const message = "Cannot create a user without either an email or phone";
    return failed(authProblem("validation_failed", { message }));
  }
  const hash = password === undefined ? passwordHash : await context.passwords.hash(password);
  return context.db.asServer(async (tx) => {
    const userId = await insertDescribed(tx, read.value, hash, context.now());
    if (!userId) return failed(await whatIsTaken(tx, read.value));
    await auditByKey(tx, "account.created", userId);
    return ok(await describeAccount(tx, userId));
  });
}

/** @returns undefined when its address, phone or id has an account */
async function insertDescribed(
  tx: Tx,
  attributes: AccountAttributes,
  passwordHash: string | undefined,
  now: Date,
): Promise<string | undefined> {
  const { email, phone, confirmsEmail, confirmsPhone } = attributes;
  const providers = [...(email ? ["email"] : []), ...(phone ? ["phone"] : [])];
  const appMetadata = { provider: providers[0], providers, ...withoutNulls(attributes.appMetadata) };
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.users
       (id, email, phone, encrypted_password, is_password_trusted, email_confirmed_at, phone_confirmed_at,
        raw_app_meta_data, raw_user_meta_data, banned_until, created_at, updated_at)
     values (coalesce($1, gen_random_uuid()), $2, $3, $4, $4::text is not null, $5, $6, $7, $8, $9, $10, $10)
     on conflict do nothing returning id`,
    [
      attributes.id,
      email,
      phone,
      passwordHash,
      email && confirmsEmail ? now : null,
      phone && confirmsPhone ? now : null,
      JSON.stringify(appMetadata),
      JSON.stringify(withoutNulls(attributes.userMetadata)),
      endOfBan(attributes.banSeconds, now),
      now,
    ],
  );
  const id = rows[0]?.id;
  if (!id) return undefined;
  if (email) {
    await insertIdentity(tx, { userId: id, name: "email", id, data: emailIdentity(id, email, confirmsEmail) }, now);
  }
  if (phone) await insertIdentity(tx, { userId: id, name: "phone", id, data: phoneData(id, attributes) }, now);
  return id;
}

function phoneData(userId: string, { phone, confirmsPhone }: AccountAttributes): Record<string, unknown> {
  return { sub: userId, phone, email_verified: false, phone_verified: confirmsPhone };
}

function withoutNulls(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}

function endOfBan(seconds: number | undefined, now: Date): Date | null {
  return seconds ? new Date(now.getTime() + seconds * 1000) : null;
}

async function whatIsTaken(tx: Tx, { email, phone, id }: AccountAttributes): Promise<AuthProblem> {
  const isTaken = async (column: "email" | "phone" | "id", value: string | undefined) =>
    (await tx.query(`select 1 from auth.users where ${column} = $1`, [value])).rowCount > 0;
  if (id && (await isTaken("id", id))) {
    return authProblem("validation_failed", { message: "A user with this ID has already been registered" });
  }
  if (email && (await isTaken("email", email))) return authProblem("email_exists");
  if (phone && (await isTaken("phone", phone))) {
    return authProblem("phone_exists", { message: "Phone number already registered by another user" });
  }
  return authProblem("email_exists");
}

/** `PUT /admin/users/:id`: what the body names, and nothing else. */
export async function changeAccount(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const read = readAttributes(body.value);
  if (!read.ok) return read;
  const found = await context.db.asServer(async (tx) => {
    const user = await lockNamedUser(tx, c.req.param("id"));
    return user.ok ? ok({ user: user.value, isAdministrator: await isAdministrator(tx, user.value.id) }) : user;
  });
  if (!found.ok) return found;

  const { email, password } = read.value;
  const owner = { email: email ?? found.value.user.email ?? "", isAdministrator: found.value.isAdministrator };
  const weakness = password === undefined ? undefined : refuseWeakPassword(context.settings, password, owner);
  if (weakness) return failed(weakness);
  const hash = password === undefined ? read.value.passwordHash : await context.passwords.hash(password);
  return context.db.asServer(async (tx) => {
    const user = await lockNamedUser(tx, c.req.param("id"));
    if (!user.ok) return user;
    const changed = await applyAttributes(tx, user.value, read.value, hash, context.now());
    if (!changed.ok) return changed;
    const fields = Object.keys(body.value).filter((name) => auditedFields.includes(name));
    await auditByKey(tx, "account.changed", user.value.id, { fields });
    return ok(await describeAccount(tx, user.value.id));
  });
}

/** Names of our own list: a key that the caller made up is not written down. */
const auditedFields = [
  "email",
  "phone",
  "password",
  "password_hash",
  "email_confirm",
  "phone_confirm",
  "user_metadata",
  "app_metadata",
  "ban_duration",
];

async function applyAttributes(
  tx: Tx,
  user: User,
  attributes: AccountAttributes,
  passwordHash: string | undefined,
  now: Date,
): Promise<Result<undefined, AuthProblem>> {
  const { email, phone, banSeconds } = attributes;
  const userMetadata = mergeMetadata(user.raw_user_meta_data, attributes.userMetadata ?? {}, "user_metadata");
  if (!userMetadata.ok) return userMetadata;
  const appMetadata = mergeMetadata(user.raw_app_meta_data, attributes.appMetadata ?? {}, "app_metadata");
  if (!appMetadata.ok) return appMetadata;
  const taken = await findTaken(tx, user.id, attributes);
  if (taken) return failed(taken);

  await tx.query(
    `update auth.users set email = coalesce($2, email), phone = coalesce($3, phone),
       email_confirmed_at = case when $4 then coalesce(email_confirmed_at, $5) else email_confirmed_at end,
       phone_confirmed_at = case when $6 then coalesce(phone_confirmed_at, $5) else phone_confirmed_at end,
       raw_user_meta_data = $7, raw_app_meta_data = $8,
       banned_until = case when $9 then $10::timestamptz else banned_until end,
       is_anonymous = is_anonymous and not ($4 or $6), updated_at = $5
     where id = $1`,
    [
      user.id,
      email,
      phone,
      attributes.confirmsEmail && (email ?? user.email) !== null,
      now,
      attributes.confirmsPhone && (phone ?? user.phone) !== null,
      JSON.stringify(userMetadata.value),
      JSON.stringify(appMetadata.value),
      banSeconds !== undefined,
      endOfBan(banSeconds, now),
    ],
  );
  const { id: userId } = user;
  if (email) {
    const data = emailIdentity(userId, email, attributes.confirmsEmail);
    await storeOwnIdentity(tx, { userId, name: "email", data }, now);
  }
  if (phone) await storeOwnIdentity(tx, { userId, name: "phone", data: phoneData(userId, attributes) }, now);
  if (passwordHash !== undefined) await replacePassword(tx, user, passwordHash, now);
  return ok(undefined);
}

async function findTaken(tx: Tx, userId: string, { email, phone }: AccountAttributes) {
  const { rows } = await tx.query<{ has_email: boolean | null }>(
    "select email = $2 as has_email from auth.users where id <> $1 and (email = $2 or phone = $3) limit 1",
    [userId, email, phone],
  );
  if (rows.length === 0) return undefined;
  return authProblem(rows[0]?.has_email ? "email_exists" : "phone_exists");
}

/** Ends every session, revokes the mailed tokens, and mails the owner. */
async function replacePassword(tx: Tx, user: User, passwordHash: string, now: Date): Promise<void> {
  await tx.query(
    "update auth.users set encrypted_password = $2, is_password_trusted = true, updated_at = $3 where id = $1",
    [user.id, passwordHash, now],
  );
  await endSessions(tx, user.id);
  await forgetAttempts(tx, user.id);
  await revokeOneTimeTokens(tx, user.id, ["recovery_token"]);
  if (user.email && user.email_confirmed_at) {
    await queueAccountMail(tx, { to: user.email, template: "password-changed", data: {} });
  }
}

/** `DELETE /admin/users/:id`, `{"should_soft_delete"}`: the row goes, or stays with nothing that names anybody. */
export async function deleteAccount(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const isSoft = body.value.should_soft_delete === true;
  const deleted = await unlessLast(() =>
    context.db.asServer(async (tx) => {
      const user = await lockNamedUser(tx, c.req.param("id"));
      if (!user.ok) return user;
      await auditByKey(tx, "account.deleted", user.value.id, { soft: isSoft });
      if (isSoft) await emptyAccount(tx, user.value, context.now());
      else await tx.query("delete from auth.users where id = $1", [user.value.id]);
      return ok({});
    }),
  );
  if (deleted.ok || deleted.problem !== "last_manager") return deleted;
  return failed(authProblem("conflict", { message: "The last manager stays: make another one first" }));
}

/** A second time changes nothing: the account has no name any more. */
async function emptyAccount(tx: Tx, user: User, now: Date): Promise<void> {
  const { rowCount } = await tx.query(
    `update auth.users set email = $2, phone = $3, encrypted_password = null, email_change = null,
       email_change_confirmed_by = null, raw_user_meta_data = '{}', raw_app_meta_data = '{}',
       deleted_at = $4, updated_at = $4
     where id = $1 and deleted_at is null`,
    [user.id, user.email && concealed(user.id, user.email), user.phone && concealed(user.id, user.phone), now],
  );
  if (rowCount === 0) return;
  await withdrawRight(tx, user.id);
  await tx.query(
    `update auth.identities set identity_data = '{}', updated_at = $2,
       provider_id = encode(sha256(convert_to(user_id::text || provider_id, 'UTF8')), 'hex')
     where user_id = $1`,
    [user.id, now],
  );
  await forgetWaysIn(tx, user.id);
}

function concealed(userId: string, value: string): string {
  return createHash("sha256")
    .update(userId + value)
    .digest("hex");
}
