import { randomUUID } from "node:crypto";

import { failed, ok, type Result } from "#kit/result.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { linkMails, queueLinkMail } from "#engine/auth/codes/auth-mails.ts";
import { withMinimumDuration } from "#engine/auth/wire/minimum-duration.ts";
import { refuseWeakPassword } from "#engine/auth/passwords/password-rules.ts";
import { allowMessage, type Subject } from "#engine/auth/phones/allow-message.ts";
import { malformedPhone, readChannel, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { phonesDisabled, queueCode } from "#engine/auth/phones/text-codes.ts";
import { readCodeChallenge } from "#engine/auth/codes/flow-state.ts";
import { describeSession, startSession } from "#engine/auth/sessions/sessions.ts";
import type { Device } from "#engine/auth/sessions/device.ts";
import { isObject, readWrittenFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { findReturnAddress } from "#engine/auth/wire/return-address.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { emailIdentity, insertAccount, phoneIdentity } from "#engine/auth/accounts/accounts.ts";
import { signUpAnonymously } from "./anonymous.ts";
import { keepAttempt, rememberBrowser } from "#engine/auth/accounts/sign-up-attempts.ts";
import {
  findUserByEmail,
  findUserByPhone,
  isBanned,
  lockUser,
  maxClaimBytes,
  maxMetadataBytes,
  readEmail,
  type User,
} from "#engine/auth/accounts/users.ts";

type SignUp = {
  subject: Subject;
  password: string;
  metadata: Record<string, unknown>;
  codeChallenge: string | undefined;
  redirectTo: string;
};

/**
 * A new account, under an address, a phone, or neither: then it is anonymous. Without confirmations it is signed in at
 * once. Otherwise a mail or a text message asks for confirmation, and the answer is the same whether the address or
 * phone was free or not: nothing but what is sent there tells.
 */
export async function signUp(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const limited = await limitAddress(context, "signUp", deviceOf(c).address);
  if (!limited.ok) return limited;
  const body = await readWrittenFields(c);
  if (!body.ok) return body;
  const fields = body.value;
  // A probe that says nothing asks for no anonymous account.
  if (!fields) return failed(authProblem("bad_json"));
  const { auth } = context.settings;
  if (!auth.enableSignup) return failed(authProblem("signup_disabled"));
  if (!fields.email && !fields.phone) {
    const metadata = readMetadataOfStranger(fields.data);
    return metadata.ok ? signUpAnonymously(context, c, metadata.value) : metadata;
  }

  const read = readSignUp(context, c, fields);
  if (!read.ok) return read;
  const { enableConfirmations } = "email" in read.value.subject ? auth.email : auth.sms;
  if (!enableConfirmations) return signUpAtOnce(context, read.value, deviceOf(c));
  const allowed = await allowMessage(context, deviceOf(c).address, read.value.subject);
  if (!allowed.ok) return allowed;
  const browser = rememberBrowser(context, c);
  return withMinimumDuration(context.passwords.leastAnswerMs, () => askForConfirmation(context, read.value, browser));
}

function readSignUp(
  context: EngineContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
): Result<SignUp, AuthProblem> {
  const subject = readSubject(context, fields);
  if (!subject.ok) return subject;
  const { password } = fields;
  if (typeof password !== "string" || password === "") {
    return failed(authProblem("validation_failed", { message: "Signup requires a valid password" }));
  }
  const metadata = readMetadataOfStranger(fields.data);
  if (!metadata.ok) return metadata;
  const codeChallenge = readCodeChallenge(fields);
  if (!codeChallenge.ok) return codeChallenge;

  const email = "email" in subject.value ? subject.value.email : "";
  const weakness = refuseWeakPassword(context.settings, password, { email, isAdministrator: false });
  if (weakness) return failed(weakness);
  return ok({
    subject: subject.value,
    password,
    metadata: metadata.value,
    codeChallenge: codeChallenge.value,
    redirectTo: findReturnAddress(context, c.req.query("redirect_to")),
  });
}

function readSubject(
  { settings }: EngineContext,
  { email: typedEmail, phone: typedPhone, channel, code_challenge: challenge }: Record<string, unknown>,
): Result<Subject, AuthProblem> {
  const { auth } = settings;
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  if (typedEmail && typedPhone) return refuse("Only an email address or phone number should be provided on signup.");
  if (typedEmail) {
    if (!auth.email.enableSignup) {
      return failed(authProblem("email_provider_disabled", { message: "Email signups are disabled" }));
    }
    const email = readEmail(typedEmail);
    return email ? ok({ email }) : failed(malformedEmail());
  }
  if (!auth.sms.enableSignup) return phonesDisabled("Phone signups are disabled");
  const read = readChannel({ settings }, channel);
  if (!read.ok) return read;
  if (challenge) return refuse("PKCE not supported for phone signups");
  const phone = readPhone(typedPhone);
  return phone ? ok({ phone }) : failed(malformedPhone());
}

export function malformedEmail(): AuthProblem {
  return authProblem("validation_failed", { message: "Unable to validate email address: invalid format" });
}

/** What is said of an account: by its owner, or by the holder of the secret key. @param name as the body calls it */
export function readMetadata(
  data: unknown,
  { name = "data", most = maxMetadataBytes } = {},
): Result<Record<string, unknown>, AuthProblem> {
  if (data === undefined || data === null) return ok({});
  const text = JSON.stringify(data);
  if (isObject(data) && Buffer.byteLength(text) <= most && !hasUnstorableText(text)) return ok(data);
  return failed(authProblem("validation_failed", { message: `${name} is an object of at most ${most} bytes` }));
}

/** Of who has proved nothing yet: anybody can fill a table with it. */
export function readMetadataOfStranger(data: unknown): Result<Record<string, unknown>, AuthProblem> {
  return readMetadata(data, { most: maxClaimBytes });
}

/** A null character or half of a surrogate pair: JSON allows their escapes, the database does not. */
function hasUnstorableText(json: string): boolean {
  return /\\u(0000|d[89a-f]..)/.test(json.replaceAll("\\\\", ""));
}

async function signUpAtOnce(context: EngineContext, wanted: SignUp, device: Device): Promise<Answer> {
  const { subject, metadata } = wanted;
  const passwordHash = await context.passwords.hash(wanted.password, "signUp");
  const opened = await context.db.asServer(async (tx) => {
    const account = { ...subject, passwordHash, isEmailConfirmed: "email" in subject, metadata };
    const userId = await insertAccount(tx, { ...account, isPhoneConfirmed: "phone" in subject }, context.now());
    return userId && startSession(context, tx, { id: userId }, "password", device);
  });
  return opened ? ok(await describeSession(context, opened)) : failed(authProblem("user_already_exists"));
}

async function askForConfirmation(context: EngineContext, wanted: SignUp, browser: string): Promise<Answer> {
  const passwordHash = await context.passwords.hash(wanted.password, "signUp");
  await context.db.asServer(async (tx) => {
    const { subject, codeChallenge, metadata } = wanted;
    const user = await prepareAccount(tx, subject, context.now());
    if (isBanned(user, context.now())) return;
    if (isTaken(user, subject)) return tellOwner(context, tx, user, subject);

    const attempt = { userId: user.id, passwordHash, metadata, browser, codeChallenge };
    const attemptId = await keepAttempt(tx, attempt, context.now());
    await sendConfirmation(context, tx, user, { ...wanted, attemptId });
    await tx.query("update auth.users set confirmation_sent_at = $2 where id = $1", [user.id, context.now()]);
  });
  return ok(describeUnconfirmed(wanted, context.now()));
}

/** The account of this address or phone, made now when there was none. Nothing typed at a sign-up is the account's. */
async function prepareAccount(tx: Tx, subject: Subject, now: Date): Promise<User> {
  await insertAccount(tx, subject, now);
  const found =
    "email" in subject ? await findUserByEmail(tx, subject.email) : await findUserByPhone(tx, subject.phone);
  const user = found && (await lockUser(tx, found.id));
  if (!user) throw new Error("An account disappeared during a sign-up.");
  return user;
}

function isTaken(user: User, subject: Subject): boolean {
  return "email" in subject
    ? user.email_confirmed_at !== null || user.invited_at !== null
    : user.phone_confirmed_at !== null;
}

/** As many messages as for a free address or phone, each with a way in; what was typed is forgotten. */
async function tellOwner(context: EngineContext, tx: Tx, user: User, subject: Subject): Promise<void> {
  if ("phone" in subject) return queueCode(context, tx, user, { type: "phone_token", phone: subject.phone });
  await queueLinkMail(context, tx, linkMails.addressTaken, {
    userId: user.id,
    to: subject.email,
    redirectTo: context.settings.pages.password,
  });
}

async function sendConfirmation(
  context: EngineContext,
  tx: Tx,
  user: User,
  { subject, redirectTo, codeChallenge, attemptId }: SignUp & { attemptId: string },
): Promise<void> {
  if ("phone" in subject) {
    return queueCode(context, tx, user, { type: "phone_token", phone: subject.phone, attemptId });
  }
  const mail = { userId: user.id, to: subject.email, redirectTo, codeChallenge };
  await queueLinkMail(context, tx, linkMails.confirmSignUp, mail);
}

/**
 * The answer to an unconfirmed sign-up, the same for a free and a taken address or phone: an account and an identity
 * with random ids. Clients read an empty list of identities as a taken address, and would say so to each new user.
 */
function describeUnconfirmed({ subject, metadata }: SignUp, now: Date): Record<string, unknown> {
  const id = randomUUID();
  const provider = "email" in subject ? "email" : "phone";
  const data = "email" in subject ? emailIdentity(id, subject.email, false) : phoneIdentity(id, subject.phone, false);
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email: "",
    phone: "",
    ...subject,
    confirmation_sent_at: now,
    app_metadata: { provider, providers: [provider] },
    user_metadata: { ...data, ...metadata },
    identities: [
      {
        identity_id: randomUUID(),
        id,
        user_id: id,
        identity_data: data,
        provider,
        last_sign_in_at: now,
        created_at: now,
        updated_at: now,
        ...("email" in subject && { email: subject.email }),
      },
    ],
    created_at: now,
    updated_at: now,
    is_anonymous: false,
  };
}
