import { randomUUID } from "node:crypto";

import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { limitAddress, limitMail } from "#server/auth/limits.ts";
import { linkMails, queueLinkMail } from "#server/auth/mailed-links/auth-mails.ts";
import { withMinimumDuration } from "#server/auth/passwords/minimum-duration.ts";
import { refuseWeakPassword } from "#server/auth/passwords/password-rules.ts";
import { readCodeChallenge } from "#server/auth/provider/flow-state.ts";
import { describeSession, startSession, type Device } from "#server/auth/sessions/sessions.ts";
import { isObject, readFields, type Answer, type AuthRequest } from "#server/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import { findReturnAddress } from "#server/auth/wire/return-address.ts";
import { deviceOf } from "#server/auth/wire/signed-in-caller.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import { insertAccount } from "./accounts.ts";
import { keepAttempt, rememberBrowser } from "./sign-up-attempts.ts";
import { findUserByEmail, isBanned, lockUser, maxMetadataBytes, readEmail } from "./users.ts";

type SignUp = {
  email: string;
  password: string;
  metadata: Record<string, unknown>;
  codeChallenge: string | undefined;
  redirectTo: string;
};

/** Longer than hashing and writing take on an idle machine. */
const leastAnswerMs = 400;

/**
 * A new account. In a demonstration it is confirmed at once and signed in. Otherwise a mail asks for confirmation, and
 * the answer is the same whether the address was free or not: nothing but the mail tells.
 */
export async function signUp(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const limited = await limitAddress(context, "signUp", deviceOf(c).address);
  if (!limited.ok) return limited;
  const read = await readSignUp(context, c);
  if (!read.ok) return read;

  if (!context.settings.auth.email.enableConfirmations) return signUpAtOnce(context, read.value, deviceOf(c));
  const mailLimited = await limitMail(context, deviceOf(c).address, read.value.email);
  if (!mailLimited.ok) return mailLimited;
  const browser = rememberBrowser(context, c);
  return withMinimumDuration(leastAnswerMs, () => askForConfirmation(context, read.value, browser));
}

async function readSignUp(context: ServerContext, c: AuthRequest): Promise<Result<SignUp, AuthProblem>> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const fields = body.value;
  const { auth } = context.settings;
  if (!auth.enableSignup) return failed(authProblem("signup_disabled"));
  if (!fields.email && !fields.phone) return failed(authProblem("anonymous_provider_disabled"));
  if (fields.phone) return failed(authProblem("phone_provider_disabled", { message: "Phone signups are disabled" }));

  if (!auth.email.enableSignup) {
    return failed(authProblem("email_provider_disabled", { message: "Email signups are disabled" }));
  }
  const email = readEmail(fields.email);
  if (!email) return failed(malformedEmail());
  const { password } = fields;
  if (typeof password !== "string" || password === "") {
    return failed(authProblem("validation_failed", { message: "Signup requires a valid password" }));
  }
  const metadata = readMetadata(fields.data);
  if (!metadata.ok) return metadata;
  const codeChallenge = readCodeChallenge(fields);
  if (!codeChallenge.ok) return codeChallenge;

  const weakness = refuseWeakPassword(context.settings, password, { email, isAdministrator: false });
  if (weakness) return failed(weakness);
  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  return ok({ email, password, metadata: metadata.value, codeChallenge: codeChallenge.value, redirectTo });
}

export function malformedEmail(): AuthProblem {
  return authProblem("validation_failed", { message: "Unable to validate email address: invalid format" });
}

/** What an account says of itself; it travels in each access token. */
export function readMetadata(data: unknown): Result<Record<string, unknown>, AuthProblem> {
  if (data === undefined || data === null) return ok({});
  const text = JSON.stringify(data);
  if (isObject(data) && Buffer.byteLength(text) <= maxMetadataBytes && !hasUnstorableText(text)) return ok(data);
  return failed(
    authProblem("validation_failed", { message: `data is an object of at most ${maxMetadataBytes} bytes` }),
  );
}

/** A null character or half of a surrogate pair: JSON allows their escapes, the database does not. */
function hasUnstorableText(json: string): boolean {
  return /\\u(0000|d[89a-f]..)/.test(json.replaceAll("\\\\", ""));
}

async function signUpAtOnce(context: ServerContext, wanted: SignUp, device: Device): Promise<Answer> {
  const { email, metadata } = wanted;
  const passwordHash = await context.passwords.hash(wanted.password);
  const opened = await context.db.asServer(async (tx) => {
    const account = { email, passwordHash, isEmailConfirmed: true, metadata };
    const userId = await insertAccount(tx, account, context.now());
    return userId && startSession(context, tx, { id: userId }, "password", device);
  });
  return opened ? ok(await describeSession(context, opened)) : failed(authProblem("user_already_exists"));
}

async function askForConfirmation(context: ServerContext, wanted: SignUp, browser: string): Promise<Answer> {
  const passwordHash = await context.passwords.hash(wanted.password);
  await context.db.asServer(async (tx) => {
    const { email: to, redirectTo, codeChallenge, metadata } = wanted;
    const userId = await prepareUnconfirmed(tx, to, context.now());
    if (!userId) return;
    await keepAttempt(tx, { userId, passwordHash, metadata, browser, codeChallenge }, context.now());
    await queueLinkMail(context, tx, linkMails.confirmSignUp, { userId, to, redirectTo, codeChallenge });
    await tx.query("update auth.users set confirmation_sent_at = $2 where id = $1", [userId, context.now()]);
  });
  return ok(describeUnconfirmed(wanted, context.now()));
}

/**
 * The account waiting for confirmation: new, or one nobody confirmed yet. Nothing typed at a sign-up is the account's.
 *
 * @returns undefined when the address belongs to somebody
 */
async function prepareUnconfirmed(tx: Tx, email: string, now: Date): Promise<string | undefined> {
  const created = await insertAccount(tx, { email, isEmailConfirmed: false }, now);
  if (created) return created;
  const found = await findUserByEmail(tx, email);
  const existing = found && (await lockUser(tx, found.id));
  const isInvited = existing?.invited_at !== null;
  if (!existing || existing.email_confirmed_at || isInvited || isBanned(existing, now)) return undefined;
  return existing.id;
}

/**
 * What an unconfirmed sign-up answers, for a free address and for a taken one: an id that names nobody, and no
 * identities, since none is proved yet.
 */
function describeUnconfirmed({ email, metadata }: SignUp, now: Date): Record<string, unknown> {
  return {
    id: randomUUID(),
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    confirmation_sent_at: now,
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: { ...metadata },
    identities: [],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
