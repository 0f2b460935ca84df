import { failed, ok, type Result } from "#kit/result.ts";
import { insertAccount, type NewAccountRow } from "#engine/auth/accounts/accounts.ts";
import { malformedEmail, readMetadataOfStranger } from "#engine/auth/own-account/sign-up.ts";
import { findUserByEmail, findUserByPhone, isBanned, readEmail, type User } from "#engine/auth/accounts/users.ts";
import { limitAddress } from "#engine/auth/wire/limits.ts";
import { leastSendingMs, withMinimumDuration } from "#engine/auth/wire/minimum-duration.ts";
import { allowMessage, type Subject } from "#engine/auth/phones/allow-message.ts";
import { malformedPhone, readChannel, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { phonesDisabled, queueCode } from "#engine/auth/phones/text-codes.ts";
import { readCodeChallenge } from "#engine/auth/codes/flow-state.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { findReturnAddress } from "#engine/auth/wire/return-address.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { linkMails, queueLinkMail } from "#engine/auth/codes/auth-mails.ts";

type Asked = {
  subject: Subject;
  /** Whether an unknown address or phone gets a new account, unconfirmed until its proof. */
  isOpen: boolean;
  metadata: Record<string, unknown>;
  codeChallenge: string | undefined;
  redirectTo: string;
};

/**
 * `POST /otp` and `POST /magiclink`: a mail with a link and digits, or digits by text message, that sign in without a
 * password. Who has no account gets one, unless `create_user` is false. Any address or phone gets the same answer.
 */
export async function startOneTimeSignIn(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const device = deviceOf(c);
  const limited = await limitAddress(context, "otp", device.address);
  if (!limited.ok) return limited;
  const body = await readFields(c);
  if (!body.ok) return body;
  const asked = readAsked(context, c, body.value);
  if (!asked.ok) return asked;

  const allowed = await allowMessage(context, device.address, asked.value.subject);
  if (!allowed.ok) return allowed;
  await withMinimumDuration(leastSendingMs, () => context.db.asServer((tx) => send(context, tx, asked.value)));
  return ok({});
}

function readAsked(
  context: EngineContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
): Result<Asked, AuthProblem> {
  const subject = readSubject(context, fields);
  if (!subject.ok) return subject;
  const metadata = readMetadataOfStranger(fields.data);
  if (!metadata.ok) return metadata;
  const codeChallenge = readCodeChallenge(fields);
  if (!codeChallenge.ok) return codeChallenge;
  return ok({
    subject: subject.value,
    isOpen: fields.create_user !== false && context.settings.auth.enableSignup,
    metadata: metadata.value,
    codeChallenge: codeChallenge.value,
    redirectTo: findReturnAddress(context, c.req.query("redirect_to")),
  });
}

function readSubject(
  { settings }: EngineContext,
  { email: typedEmail, phone: typedPhone, channel }: Record<string, unknown>,
): Result<Subject, AuthProblem> {
  const { auth } = settings;
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  if (typedEmail && typedPhone) return refuse("Only an email address or phone number should be provided");
  // The published client names a channel with a phone only.
  if (typedEmail && channel) return refuse("Channel should only be specified with Phone OTP");
  if (typedEmail) {
    if (!auth.email.enableSignup) return failed(authProblem("email_provider_disabled"));
    const email = readEmail(typedEmail);
    return email ? ok({ email }) : failed(malformedEmail());
  }
  if (!typedPhone) return refuse("One of email or phone must be set");
  if (!auth.sms.enableSignup) return phonesDisabled("Unsupported phone provider");
  const read = readChannel({ settings }, channel);
  if (!read.ok) return read;
  const phone = readPhone(typedPhone);
  return phone ? ok({ phone }) : failed(malformedPhone());
}

async function send(context: EngineContext, tx: Tx, asked: Asked): Promise<void> {
  const user = await findOrCreate(tx, asked, context.now());
  if (!user || isBanned(user, context.now())) return;
  const { subject, redirectTo, codeChallenge } = asked;
  const isFirst = user.email_confirmed_at === null && user.phone_confirmed_at === null;
  const column = isFirst ? "confirmation_sent_at" : "recovery_sent_at";
  await tx.query(`update auth.users set ${column} = $2 where id = $1`, [user.id, context.now()]);
  if ("phone" in subject) return queueCode(context, tx, user, { type: "phone_token", phone: subject.phone });
  const method = isFirst ? "email/signup" : "magiclink";
  const mail = { userId: user.id, to: subject.email, redirectTo, codeChallenge, method } as const;
  await queueLinkMail(context, tx, linkMails.magicLink, mail);
}

async function findOrCreate(tx: Tx, { subject, isOpen, metadata }: Asked, now: Date): Promise<User | undefined> {
  const find = () => ("email" in subject ? findUserByEmail(tx, subject.email) : findUserByPhone(tx, subject.phone));
  const found = await find();
  if (found || !isOpen) return found;
  const account: NewAccountRow = { ...subject, metadata };
  await insertAccount(tx, account, now);
  return find();
}
