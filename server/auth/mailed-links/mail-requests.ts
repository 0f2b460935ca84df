import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { malformedEmail } from "#server/auth/accounts/sign-up.ts";
import { findUserByEmail, isBanned, readEmail, type User } from "#server/auth/accounts/users.ts";
import { limitMail, limitMailbox } from "#server/auth/limits.ts";
import { withMinimumDuration } from "#server/auth/passwords/minimum-duration.ts";
import { readCodeChallenge } from "#server/auth/provider/flow-state.ts";
import { readFields, type Answer, type AuthRequest } from "#server/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import { findReturnAddress } from "#server/auth/wire/return-address.ts";
import { deviceOf } from "#server/auth/wire/signed-in-caller.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import { linkMails, queueLinkMail } from "./auth-mails.ts";

const leastAnswerMs = 100;

type MailRequest = { email: string; codeChallenge: string | undefined; redirectTo: string };

/** `POST /recover`: a mail that lets the owner choose a password. The answer is the same for any address. */
export async function recover(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  return mailIfKnown(context, c, body.value, {
    async send(tx, user, request) {
      await queueLinkMail(context, tx, linkMails.recovery, { userId: user.id, to: request.email, ...request });
      await tx.query("update auth.users set recovery_sent_at = $2 where id = $1", [user.id, context.now()]);
    },
  });
}

/** `POST /resend`: the confirmation of a sign-up or of a new address, once more. */
export async function resend(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const mailing = findResend(context, body.value.type);
  return mailing.ok ? mailIfKnown(context, c, body.value, mailing.value) : mailing;
}

type Mailing = {
  send: (tx: Tx, user: User, request: MailRequest) => Promise<void>;
  /** Another mailbox than the one in the request; nothing is sent when it has had enough. */
  alsoTo?: (user: User) => string | null;
};

function findResend(context: ServerContext, type: unknown): Result<Mailing, AuthProblem> {
  switch (type) {
    case "signup":
      return ok({ send: (tx, user, request) => resendConfirmation(context, tx, user, request) });
    case "email_change":
      return ok({
        send: (tx, user, request) => resendEmailChange(context, tx, user, request),
        alsoTo: (user) => user.email_change,
      });
    case "sms":
    case "phone_change":
      return failed(authProblem("phone_provider_disabled", { message: "Phone confirmations are disabled" }));
    default:
      return failed(authProblem("validation_failed", { message: "Missing one of these types: signup, email_change" }));
  }
}

async function resendConfirmation(context: ServerContext, tx: Tx, user: User, request: MailRequest): Promise<void> {
  if (user.email_confirmed_at || user.invited_at) return;
  await queueLinkMail(context, tx, linkMails.confirmSignUp, { userId: user.id, to: request.email, ...request });
  await tx.query("update auth.users set confirmation_sent_at = $2 where id = $1", [user.id, context.now()]);
}

async function resendEmailChange(context: ServerContext, tx: Tx, user: User, request: MailRequest): Promise<void> {
  const newEmail = user.email_change;
  if (!newEmail) return;
  const mail = { ...request, userId: user.id, newEmail };
  await queueLinkMail(context, tx, linkMails.changeFrom, { ...mail, to: request.email });
  if (!(await findUserByEmail(tx, newEmail))) {
    await queueLinkMail(context, tx, linkMails.changeTo, { ...mail, to: newEmail });
  }
  await tx.query("update auth.users set email_change_sent_at = $2 where id = $1", [user.id, context.now()]);
}

/** Counts and answers before and whether or not anybody has the address. */
async function mailIfKnown(
  context: ServerContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
  mailing: Mailing,
): Promise<Answer> {
  const email = readEmail(fields.email);
  if (!email) return failed(malformedEmail());
  const codeChallenge = readCodeChallenge(fields);
  if (!codeChallenge.ok) return codeChallenge;
  const limited = await limitMail(context, deviceOf(c).address, email);
  if (!limited.ok) return limited;

  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  const request = { email, codeChallenge: codeChallenge.value, redirectTo };
  await withMinimumDuration(leastAnswerMs, () => mailTo(context, request, mailing));
  return ok({});
}

async function mailTo(context: ServerContext, request: MailRequest, { send, alsoTo }: Mailing): Promise<void> {
  if (alsoTo) {
    const found = await context.db.asServer((tx) => findUserByEmail(tx, request.email));
    const other = found && alsoTo(found);
    if (other && !(await limitMailbox(context, other)).ok) return;
  }
  await context.db.asServer(async (tx) => {
    const user = await findUserByEmail(tx, request.email);
    if (user && !isBanned(user, context.now())) await send(tx, user, request);
  });
}
