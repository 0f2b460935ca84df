import { failed, ok, type Result } from "#kit/result.ts";
import { limitSubject } from "#engine/auth/wire/limits.ts";
import { revokeOneTimeTokens } from "#engine/auth/codes/one-time-tokens.ts";
import { countGuess } from "#engine/auth/passwords/password-guesses.ts";
import { refuseWeakPassword } from "#engine/auth/passwords/password-rules.ts";
import { allowMessage } from "#engine/auth/phones/allow-message.ts";
import { storePhone } from "#engine/auth/phones/phone-accounts.ts";
import { malformedPhone, readChannel, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { phonesDisabled, queueCode } from "#engine/auth/phones/text-codes.ts";
import { endSessionsInScope, isProofOfOwner, noteProof, requireFreshProof } from "#engine/auth/sessions/sessions.ts";
import type { Device } from "#engine/auth/sessions/device.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { findReturnAddress } from "#engine/auth/wire/return-address.ts";
import {
  deviceOf,
  findSignedInUser,
  readSignedInCaller,
  type SignedInCaller,
} from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { longestGuess } from "#engine/passwords/password-hasher.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

import { beginRight, emailIdentity, storeOwnIdentity, becomeSomebody } from "#engine/auth/accounts/accounts.ts";
import { changeEmail, takesEmailAtOnce } from "./address-change.ts";
import { checkPasswordOwner } from "./anonymous.ts";
import { redeemNonce } from "./reauthenticate.ts";
import { forgetAttempts, rememberBrowser } from "#engine/auth/accounts/sign-up-attempts.ts";
import { malformedEmail, readMetadata } from "./sign-up.ts";
import {
  describeRow,
  describeUser,
  findUserByEmail,
  findUserById,
  findUserByPhone,
  isAdministrator,
  lacksSecondFactor,
  lockUser,
  readEmail,
  type User,
} from "#engine/auth/accounts/users.ts";

type Change = {
  email: string | undefined;
  phone: string | undefined;
  password: string | undefined;
  currentPassword: string | undefined;
  /** Digits that `GET /reauthenticate` had sent. */
  nonce: string | undefined;
  metadata: Record<string, unknown> | undefined;
  redirectTo: string;
};

/** `GET /user`: the account, as the database has it now. */
export async function readOwnAccount(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const user = await findSignedInUser({ query: context.db.runAsServer }, caller.value, context.now());
  return user.ok ? ok(describeRow(user.value)) : user;
}

/**
 * `PUT /user`: a new password, address or phone, or what the account says of itself. With `current_password` or `nonce`
 * alone the owner proves themselves in their session, to add a way into the account: see `requireFreshProof`.
 */
export async function changeOwnAccount(context: EngineContext, c: AuthRequest): Promise<Answer> {
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
  if (proved.value === "just proved") {
    const { sessionId } = caller.value;
    await context.db.asServer((tx) => noteProof(tx, sessionId, context.now()));
  }
  const password = await preparePassword(context, user, change.value.password);
  if (!password.ok) return password;
  const sendable = await allowMessages(context, deviceOf(c).address, user, change.value);
  if (!sendable.ok) return sendable;
  const browser = change.value.email === undefined ? "" : rememberBrowser(context, c, "address-change");
  return context.db.asServer((tx) =>
    applyChange(context, tx, caller.value, { ...change.value, browser }, password.value),
  );
}

/** Counts the messages of a change before the look-up of the new address or phone: a refusal reveals no account. */
async function allowMessages(
  context: EngineContext,
  clientAddress: string,
  user: User,
  { email, phone }: Change,
): Promise<Result<undefined, AuthProblem>> {
  const { auth } = context.settings;
  if (email !== undefined && email !== user.email && !takesEmailAtOnce(context, user)) {
    const limited = await allowMessage(context, clientAddress, { email });
    if (!limited.ok) return limited;
  }
  if (phone !== undefined && phone !== user.phone && auth.sms.enableConfirmations) {
    return allowMessage(context, clientAddress, { phone });
  }
  return ok(undefined);
}

async function readChange(context: EngineContext, c: AuthRequest): Promise<Result<Change, AuthProblem>> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const { email: typedEmail, data } = body.value;
  if (body.value.app_metadata !== undefined) {
    return failed(authProblem("not_admin", { message: "Updating app_metadata requires the secret key" }));
  }
  const text = (name: "password" | "current_password" | "nonce") => body.value[name] as string | undefined;
  const phone = readNewPhone(context, body.value);
  if (!phone.ok) return phone;
  const email = typedEmail ? readEmail(typedEmail) : undefined;
  if (typedEmail && !email) return failed(malformedEmail());
  const metadata = data === undefined ? ok(undefined) : readMetadata(data);
  if (!metadata.ok) return metadata;
  return ok({
    email,
    phone: phone.value,
    // An empty one is refused as too short: a form left empty changes nothing.
    password: text("password"),
    currentPassword: text("current_password") || undefined,
    nonce: text("nonce") || undefined,
    metadata: metadata.value,
    redirectTo: findReturnAddress(context, c.req.query("redirect_to")),
  });
}

function readNewPhone(
  { settings }: EngineContext,
  { phone: typed, channel }: Record<string, unknown>,
): Result<string | undefined, AuthProblem> {
  if (!typed) return ok(undefined);
  if (!settings.auth.sms.enableSignup) return phonesDisabled("Phone updates are disabled");
  const read = readChannel({ settings }, channel);
  if (!read.ok) return read;
  const phone = readPhone(typed);
  return phone ? ok(phone) : failed(malformedPhone());
}

/** @property asksOwner whether the change is one that a stolen token must not make */
type Allowed = { user: User; asksOwner: boolean; isProofOfOwner: boolean };

/** Who has a second factor changes password, address and phone only past it: a mailed reset does not get round it. */
async function findAllowedUser(
  context: EngineContext,
  tx: Tx,
  caller: SignedInCaller,
  { email, phone, password }: Change,
): Promise<Result<Allowed, AuthProblem>> {
  const user = await findSignedInUser(tx, caller, context.now());
  if (!user.ok) return user;
  const isSensitive = email !== undefined || phone !== undefined || password !== undefined;
  if (isSensitive && (await lacksSecondFactor(tx, caller))) {
    return failed(authProblem("insufficient_aal"));
  }
  if (password !== undefined) {
    const named = checkPasswordOwner(user.value, { email, phone });
    if (!named.ok) return named;
    const owner = { email: user.value.email ?? "", isAdministrator: await isAdministrator(tx, caller.userId) };
    const weakness = refuseWeakPassword(context.settings, password, owner);
    if (weakness) return failed(weakness);
  }
  // A phone signs in by itself, as does the first address.
  const addsWay = phone !== undefined || (email !== undefined && user.value.email === null);
  const asksOwner = password !== undefined || (addsWay && !user.value.is_anonymous);
  const isProved = addsWay
    ? (await requireFreshProof(context, tx, caller.sessionId)).ok
    : !context.settings.auth.email.securePasswordChange || (await isProofOfOwner(tx, caller.sessionId, context.now()));
  return ok({ user: user.value, asksOwner, isProofOfOwner: isProved });
}

/**
 * A new password or way in asks for the current one, for digits sent to the owner, or for a session that is proof
 * enough: a stolen token does not become the account. Guesses of the current one count as sign-ins do. Outside a
 * transaction: a password is hashed.
 */
async function checkOwner(
  context: EngineContext,
  device: Device,
  { user, asksOwner, isProofOfOwner: isProved }: Allowed,
  change: Change,
): Promise<Result<"just proved" | undefined, AuthProblem>> {
  const { currentPassword, nonce } = change;
  if (!asksOwner && !isProofAlone(change)) return ok(undefined);
  if (currentPassword === undefined) {
    if (isProved && asksOwner) return ok(undefined);
    if (nonce === undefined) return failed(authProblem("reauthentication_needed"));
    const redeemed = await redeemNonce(context, user, nonce);
    return redeemed.ok ? ok("just proved") : redeemed;
  }

  const counted = await countGuess(context, user.email ?? user.phone ?? user.id, device);
  if (!counted.ok) return counted;
  if (
    currentPassword.length > longestGuess ||
    !(await context.passwords.check(currentPassword, user.encrypted_password))
  ) {
    return failed(authProblem("current_password_invalid"));
  }
  await counted.value.refund();
  return ok("just proved");
}

function isProofAlone({ email, phone, password, metadata, currentPassword, nonce }: Change): boolean {
  const changes = [email, phone, password, metadata].some((each) => each !== undefined);
  return !changes && (currentPassword !== undefined || nonce !== undefined);
}

/** `replaces`: the hash that was there while the current password was checked. */
type NewPassword = { hash: string; replaces: string | null };

/** Hashes between two transactions: neither waits for it. */
async function preparePassword(
  { passwords }: EngineContext,
  user: User,
  password: string | undefined,
): Promise<Result<NewPassword | undefined, AuthProblem>> {
  if (password === undefined) return ok(undefined);
  const { encrypted_password: replaces } = user;
  const isSame = replaces !== null && (await passwords.check(password, replaces));
  return isSame ? failed(authProblem("same_password")) : ok({ hash: await passwords.hash(password), replaces });
}

async function applyChange(
  context: EngineContext,
  tx: Tx,
  caller: SignedInCaller,
  change: Change & { browser: string },
  password: NewPassword | undefined,
): Promise<Answer> {
  const now = context.now();
  const locked = await lockUser(tx, caller.userId);
  const user = locked && (await findSignedInUser(tx, caller, now));
  if (!user?.ok) return user ?? failed(authProblem("user_not_found"));
  if (password && password.replaces !== user.value.encrypted_password)
    return failed(authProblem("reauthentication_needed"));

  const metadata = change.metadata && mergeMetadata(user.value.raw_user_meta_data, change.metadata);
  if (metadata && !metadata.ok) return metadata;
  const isFree = await checkFree(context, tx, user.value, change);
  if (!isFree.ok) return isFree;

  // Nothing is refused from here on: what is written commits.
  if (metadata) {
    await tx.query("update auth.users set raw_user_meta_data = $2, updated_at = $3 where id = $1", [
      caller.userId,
      JSON.stringify(metadata.value),
      now,
    ]);
  }
  if (change.email !== undefined && change.email !== user.value.email) {
    await changeEmail(context, tx, user.value, change.email, { ...change, sessionId: caller.sessionId });
  }
  if (change.phone !== undefined && change.phone !== user.value.phone) {
    await changePhone(context, tx, user.value, change.phone);
  }
  if (password) await changePassword(context, tx, caller, user.value, password.hash);

  const changed = await findUserById(tx, caller.userId);
  return changed ? ok(await describeUser(tx, changed)) : failed(authProblem("user_not_found"));
}

/** Where a new address or phone takes effect at once, one that another account has is refused. */
async function checkFree(
  context: EngineContext,
  tx: Tx,
  user: User,
  { email, phone }: Change,
): Promise<Result<undefined, AuthProblem>> {
  if (email !== undefined && email !== user.email && takesEmailAtOnce(context, user)) {
    if (await findUserByEmail(tx, email)) return failed(authProblem("email_exists"));
  }
  if (phone !== undefined && phone !== user.phone && !context.settings.auth.sms.enableConfirmations) {
    if (await findUserByPhone(tx, phone)) return failed(authProblem("phone_exists"));
  }
  return ok(undefined);
}

/** A name given null is removed. */
export function mergeMetadata(
  current: Record<string, unknown>,
  change: Record<string, unknown>,
  name?: string,
): Result<Record<string, unknown>, AuthProblem> {
  const merged = Object.entries({ ...current, ...change }).filter(([, value]) => value !== null);
  return readMetadata(Object.fromEntries(merged), { name });
}

/** Ends every other session and always mails the owner. The right of an invited administrator begins here. */
async function changePassword(
  { now }: EngineContext,
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
  await beginRight(tx, user.id);
  await nameOwnAddress(tx, user, now());
  await forgetAttempts(tx, user.id);
  await revokeOneTimeTokens(tx, user.id, ["recovery_token", "magic_link_token", "reauthentication_token"]);
  await endSessionsInScope(tx, "others", caller);
  if (user.email) await queueAccountMail(tx, { to: user.email, template: "password-changed", data: {} });
}

/** Of an account that began with an identity elsewhere: its address is a way in as well now, and that one may go. */
async function nameOwnAddress(tx: Tx, { id: userId, email, email_confirmed_at: at }: User, now: Date): Promise<void> {
  if (email === null || at === null) return;
  await storeOwnIdentity(tx, { userId, name: "email", data: emailIdentity(userId, email, true) }, now);
  await becomeSomebody(tx, userId);
}

/** As `changeEmail`: the answer hides whether another account has the number, and that phone gets no message. */
async function changePhone(context: EngineContext, tx: Tx, user: User, phone: string): Promise<void> {
  const now = context.now();
  if (!context.settings.auth.sms.enableConfirmations) return storePhone(tx, user, phone, now);
  const isTaken = (await findUserByPhone(tx, phone)) !== undefined;
  await tx.query("update auth.users set phone_change = $2, phone_change_sent_at = $3, updated_at = $3 where id = $1", [
    user.id,
    phone,
    now,
  ]);
  await revokeOneTimeTokens(tx, user.id, ["phone_change_token"]);
  if (!isTaken) await queueCode(context, tx, user, { type: "phone_change_token", phone });
}
