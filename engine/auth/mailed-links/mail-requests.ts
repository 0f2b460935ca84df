import { failed, ok } from "#kit/result.ts";
import { malformedEmail } from "#engine/auth/own-account/sign-up.ts";
import { needsBothMailboxes } from "#engine/auth/own-account/address-change.ts";
import { findUserByEmail, isBanned, readEmail, type User } from "#engine/auth/accounts/users.ts";
import { limitMail, limitMailbox } from "#engine/auth/wire/limits.ts";
import { leastSendingMs, withMinimumDuration } from "#engine/auth/wire/minimum-duration.ts";
import { textAgain } from "#engine/auth/phones/text-again.ts";
import { readCodeChallenge } from "#engine/auth/codes/flow-state.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem } from "#engine/auth/wire/problems.ts";
import { findReturnAddress } from "#engine/auth/wire/return-address.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { linkMails, queueLinkMail } from "#engine/auth/codes/auth-mails.ts";

type MailRequest = { email: string; codeChallenge: string | undefined; redirectTo: string };

/** `POST /recover`: a mail that lets the owner choose a password. The answer is the same for any address. */
export async function recover(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  return mailIfKnown(context, c, body.value, {
    async send(tx, user, request) {
      await queueLinkMail(context, tx, linkMails.recovery, { userId: user.id, to: request.email, ...request });
      await tx.query("update auth.users set recovery_sent_at = $2 where id = $1", [user.id, context.now()]);
    },
  });
}

/** `POST /resend`: what confirms a sign-up or a new address or phone, once more. */
export async function resend(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const { type, email, phone } = body.value;
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  switch (type) {
    case "signup":
    case "email_change":
      if (phone) return refuse("Type provided requires an email address");
      return mailIfKnown(context, c, body.value, mailings(context)[type]);
    case "sms":
    case "phone_change":
      if (email) return refuse("Type provided requires a phone number");
      return textAgain(context, c, type, phone);
    default:
      return refuse("Missing one of these types: signup, email_change, sms, phone_change");
  }
}

type Mailing = {
  send: (tx: Tx, user: User, request: MailRequest) => Promise<void>;
  /** Another mailbox than the one in the request; nothing is sent when it has had enough. */
  alsoTo?: (user: User) => string | null;
};

function mailings(context: EngineContext): Record<"signup" | "email_change", Mailing> {
  return {
    signup: { send: (tx, user, request) => resendConfirmation(context, tx, user, request) },
    email_change: {
      send: (tx, user, request) => resendEmailChange(context, tx, user, request),
      alsoTo: (user) => user.email_change,
    },
  };
}

async function resendConfirmation(context: EngineContext, tx: Tx, user: User, request: MailRequest): Promise<void> {
  if (user.email_confirmed_at || user.invited_at) return;
  await queueLinkMail(context, tx, linkMails.confirmSignUp, { userId: user.id, to: request.email, ...request });
  await tx.query("update auth.users set confirmation_sent_at = $2 where id = $1", [user.id, context.now()]);
}

async function resendEmailChange(context: EngineContext, tx: Tx, user: User, request: MailRequest): Promise<void> {
  const newEmail = user.email_change;
  if (!newEmail) return;
  const mail = { redirectTo: request.redirectTo, userId: user.id, newEmail };
  if (needsBothMailboxes(context, user)) {
    await queueLinkMail(context, tx, linkMails.changeFrom, { ...mail, to: request.email });
  }
  if (!(await findUserByEmail(tx, newEmail))) {
    await queueLinkMail(context, tx, linkMails.changeTo, { ...mail, to: newEmail });
  }
  await tx.query("update auth.users set email_change_sent_at = $2 where id = $1", [user.id, context.now()]);
}

/** Counts and answers before and whether or not anybody has the address. */
async function mailIfKnown(
  context: EngineContext,
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
  await withMinimumDuration(leastSendingMs, () => mailTo(context, request, mailing));
  return ok({});
}

async function mailTo(context: EngineContext, request: MailRequest, { send, alsoTo }: Mailing): Promise<void> {
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
