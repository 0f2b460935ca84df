import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { limitMail, limitSubject } from "#server/auth/limits.ts";
import { linkMails, queueLinkMail } from "#server/auth/mailed-links/auth-mails.ts";
import { revokeOneTimeTokens } from "#server/auth/mailed-links/one-time-tokens.ts";
import { countGuess } from "#server/auth/passwords/password-guesses.ts";
import { refuseWeakPassword } from "#server/auth/passwords/password-rules.ts";
import { readCodeChallenge } from "#server/auth/provider/flow-state.ts";
import { endSessionsInScope, isProofOfOwner, type Device } from "#server/auth/sessions/sessions.ts";
import { readFields, type Answer, type AuthRequest } from "#server/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import { findReturnAddress } from "#server/auth/wire/return-address.ts";
import {
  deviceOf,
  findSignedInUser,
  readSignedInCaller,
  type SignedInCaller,
} from "#server/auth/wire/signed-in-caller.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { longestGuess } from "#server/passwords/password-hasher.ts";
import { queueMail } from "#server/mail/queue-mail.ts";

import { emailIdentity, insertIdentity } from "./accounts.ts";
import { forgetAttempts } from "./sign-up-attempts.ts";
import { malformedEmail, readMetadata } from "./sign-up.ts";
import {
  describeUser,
  findUserByEmail,
  findUserById,
  isAdministrator,
  lacksSecondFactor,
  lockUser,
  readEmail,
  type User,
} from "./users.ts";

type Change = {
  email: string | undefined;
  password: string | undefined;
  currentPassword: string | undefined;
  metadata: Record<string, unknown> | undefined;
  codeChallenge: string | undefined;
  redirectTo: string;
};

/** `GET /user`: the account, as the database has it now. */
export async function readOwnAccount(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  return context.db.asServer(async (tx) => {
    const user = await findSignedInUser(tx, caller.value, context.now());
    return user.ok ? ok(await describeUser(tx, user.value)) : user;
  });
}

/** `PUT /user`: a new password, address, or what the account says of itself. */
export async function changeOwnAccount(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const limited = await limitSubject(context, "update", caller.value.userId);
  if (!limited.ok) return limited;
  const change = await readChange(context, c);
  if (!change.ok) return change;

  const allowed = await context.db.asServer((tx) => findAllowedUser(context, tx, caller.value, change.value));
  if (!allowed.ok) return allowed;
  const { user } = allowed.value;
  const proved = await checkOwner(context, deviceOf(c), allowed.value, change.value);
  if (!proved.ok) return proved;
  const password = await preparePassword(context, user, change.value.password);
  if (!password.ok) return password;
  const isMailed = change.value.email !== undefined && change.value.email !== user.email;
  if (isMailed && context.settings.auth.email.enableConfirmations) {
    const mailLimited = await limitMail(context, deviceOf(c).address, change.value.email ?? "");
    if (!mailLimited.ok) return mailLimited;
  }
  return context.db.asServer((tx) => applyChange(context, tx, caller.value, change.value, password.value));
}

async function readChange(context: ServerContext, c: AuthRequest): Promise<Result<Change, AuthProblem>> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const { email: typedEmail, phone, password, current_password: currentPassword, data } = body.value;
  if (phone) return failed(authProblem("phone_provider_disabled", { message: "Phone updates are disabled" }));
  if (!isOptionalText(password) || !isOptionalText(currentPassword)) {
    return failed(authProblem("validation_failed", { message: "password and current_password are texts" }));
  }
  const email = typedEmail ? readEmail(typedEmail) : undefined;
  if (typedEmail && !email) return failed(malformedEmail());
  const metadata = data === undefined ? ok(undefined) : readMetadata(data);
  if (!metadata.ok) return metadata;
  const codeChallenge = readCodeChallenge(body.value);
  if (!codeChallenge.ok) return codeChallenge;
  return ok({
    email,
    password: password || undefined,
    currentPassword: currentPassword || undefined,
    metadata: metadata.value,
    codeChallenge: codeChallenge.value,
    redirectTo: findReturnAddress(context, c.req.query("redirect_to")),
  });
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === "string";
}

type Allowed = { user: User; isProofOfOwner: boolean };

/** Who has a second factor changes password and address only past it: a mailed reset does not get round it. */
async function findAllowedUser(
  context: ServerContext,
  tx: Tx,
  caller: SignedInCaller,
  { email, password }: Change,
): Promise<Result<Allowed, AuthProblem>> {
  const user = await findSignedInUser(tx, caller, context.now());
  if (!user.ok) return user;
  const isSensitive = email !== undefined || password !== undefined;
  if (isSensitive && (await lacksSecondFactor(tx, caller))) {
    return failed(authProblem("insufficient_aal"));
  }
  if (password !== undefined) {
    const owner = { email: user.value.email ?? "", isAdministrator: await isAdministrator(tx, caller.userId) };
    const weakness = refuseWeakPassword(context.settings, password, owner);
    if (weakness) return failed(weakness);
  }
  return ok({ user: user.value, isProofOfOwner: await isProofOfOwner(tx, caller.sessionId, context.now()) });
}

/**
 * A new password asks for the current one, or for a session that is proof enough without it: a stolen token does not
 * become the account. Guesses of the current one count as sign-ins do. Outside a transaction: a password is hashed.
 */
async function checkOwner(
  context: ServerContext,
  device: Device,
  { user, isProofOfOwner: isProved }: Allowed,
  { password, currentPassword }: Change,
): Promise<Result<undefined, AuthProblem>> {
  if (password === undefined) return ok(undefined);
  if (currentPassword === undefined) return isProved ? ok(undefined) : failed(authProblem("reauthentication_needed"));

  const counted = await countGuess(context, user.email ?? user.id, device);
  if (!counted.ok) return counted;
  if (
    currentPassword.length > longestGuess ||
    !(await context.passwords.check(currentPassword, user.encrypted_password))
  ) {
    return failed(authProblem("invalid_credentials"));
  }
  await counted.value.refund();
  return ok(undefined);
}

/** `replaces`: the hash that was there while the current password was checked. */
type NewPassword = { hash: string; replaces: string | null };

/** Hashes between two transactions: neither waits for it. */
async function preparePassword(
  { passwords }: ServerContext,
  user: User,
  password: string | undefined,
): Promise<Result<NewPassword | undefined, AuthProblem>> {
  if (password === undefined) return ok(undefined);
  const { encrypted_password: replaces } = user;
  const isSame = replaces !== null && (await passwords.check(password, replaces));
  return isSame ? failed(authProblem("same_password")) : ok({ hash: await passwords.hash(password), replaces });
}

async function applyChange(
  context: ServerContext,
  tx: Tx,
  caller: SignedInCaller,
  change: Change,
  password: NewPassword | undefined,
): Promise<Answer> {
  const now = context.now();
  const locked = await lockUser(tx, caller.userId);
  const user = locked && (await findSignedInUser(tx, caller, now));
  if (!user?.ok) return user ?? failed(authProblem("user_not_found"));
  if (password && password.replaces !== user.value.encrypted_password)
    return failed(authProblem("reauthentication_needed"));

  if (change.metadata) {
    const merged = mergeMetadata(user.value.raw_user_meta_data, change.metadata);
    if (!merged.ok) return merged;
    await tx.query("update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1", [
      caller.userId,
      JSON.stringify(merged.value),
      now,
    ]);
  }
  if (change.email !== undefined && change.email !== user.value.email) {
    const changed = await changeEmail(context, tx, user.value, change.email, change);
    if (!changed.ok) return changed;
  }
  if (password) await changePassword(context, tx, caller, user.value, password.hash);

  const changed = await findUserById(tx, caller.userId);
  return changed ? ok(await describeUser(tx, changed)) : failed(authProblem("user_not_found"));
}

/** A name given null is removed. */
function mergeMetadata(
  current: Record<string, unknown>,
  change: Record<string, unknown>,
): Result<Record<string, unknown>, AuthProblem> {
  return readMetadata(
    Object.fromEntries(Object.entries({ ...current, ...change }).filter(([, value]) => value !== null)),
  );
}

/** Every other session ends, and the owner is told by mail, whoever did it. */
async function changePassword(
  { now }: ServerContext,
  tx: Tx,
  caller: SignedInCaller,
  user: User,
  passwordHash: string,
): Promise<void> {
  await tx.query("update auth.users set encrypted_password = $2, updated_at = $3 where id = $1", [
    user.id,
    passwordHash,
    now(),
  ]);
  await forgetAttempts(tx, user.id);
  await endSessionsInScope(tx, "others", caller);
  if (user.email) await queueMail(tx, { to: user.email, template: "password-changed", data: {} });
}

/**
 * A demonstration changes the address at once. Otherwise both mailboxes must agree; whether the new address is somebody
 * else's account is not told, and its mailbox is left alone.
 */
async function changeEmail(
  context: ServerContext,
  tx: Tx,
  user: User,
  email: string,
  { redirectTo, codeChallenge }: Change,
): Promise<Result<undefined, AuthProblem>> {
  const now = context.now();
  const isTaken = (await findUserByEmail(tx, email)) !== undefined;
  if (!context.settings.auth.email.enableConfirmations) {
    if (isTaken) return failed(authProblem("email_exists"));
    await storeEmail(tx, user.id, email, now);
    return ok(undefined);
  }
  await tx.query(
    `update auth.users
     set email_change = $2, email_change_sent_at = $3, email_change_confirmed_by = null, updated_at = $3
     where id = $1`,
    [user.id, email, now],
  );
  await revokeOneTimeTokens(tx, user.id, ["email_change_token_new", "email_change_token_current"]);
  const mail = { userId: user.id, redirectTo, codeChallenge, newEmail: email };
  if (user.email) await queueLinkMail(context, tx, linkMails.changeFrom, { ...mail, to: user.email });
  if (!isTaken) await queueLinkMail(context, tx, linkMails.changeTo, { ...mail, to: email });
  return ok(undefined);
}

/** The address an account signs in with, proved. */
export async function storeEmail(tx: Tx, userId: string, email: string, now: Date): Promise<void> {
  await tx.query(
    `update auth.users
     set email = $2, email_confirmed_at = $3, email_change = null, email_change_confirmed_by = null, updated_at = $3
     where id = $1`,
    [userId, email, now],
  );
  const data = emailIdentity(userId, email, true);
  const { rowCount } = await tx.query(
    "update auth.identities set identity_data = $2, updated_at = $3 where user_id = $1 and provider = 'email'",
    [userId, JSON.stringify(data), now],
  );
  if (rowCount === 0) await insertIdentity(tx, { userId, name: "email", id: userId, data }, now);
}
