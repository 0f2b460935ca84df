import { failed, ok, type Result } from "#domain/result.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import { readFields, type Answer, type AuthRequest } from "./answers.ts";
import { linkMails, queueLinkMail } from "./auth-mails.ts";
import { answerAfter } from "./even-time.ts";
import { readCodeChallenge } from "./flow-state.ts";
import { limitMail } from "./limits.ts";
import { authProblem, type AuthProblem } from "./problems.ts";
import { findReturnAddress } from "./return-address.ts";
import { malformedEmail } from "./sign-up.ts";
import { deviceOf } from "./signed-in-caller.ts";
import { findUserByEmail, isBanned, readEmail, type User } from "./users.ts";

const leastAnswerMs = 100;

type MailRequest = { email: string; codeChallenge: string | undefined; redirectTo: string };

/** `POST /recover`: a mail that lets the owner choose a password. The answer is the same for any address. */
export async function recover(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  return mailIfKnown(context, c, body.value, async (tx, user, request) => {
    await queueLinkMail(context, tx, linkMails.recovery, { userId: user.id, to: request.email, ...request });
    await tx.query("update auth.users set recovery_sent_at = $2 where id = $1", [user.id, context.now()]);
  });
}

/** `POST /resend`: the confirmation of a sign-up or of a new address, once more. */
export async function resend(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const send = findResend(context, body.value.type);
  return send.ok ? mailIfKnown(context, c, body.value, send.value) : send;
}

type Send = (tx: Tx, user: User, request: MailRequest) => Promise<void>;

function findResend(context: ServerContext, type: unknown): Result<Send, AuthProblem> {
  switch (type) {
    case "signup":
      return ok((tx, user, request) => resendConfirmation(context, tx, user, request));
    case "email_change":
      return ok((tx, user, request) => resendEmailChange(context, tx, user, request));
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
  send: Send,
): Promise<Answer> {
  const email = readEmail(fields.email);
  if (!email) return failed(malformedEmail());
  const codeChallenge = readCodeChallenge(fields);
  if (!codeChallenge.ok) return codeChallenge;
  const limited = await limitMail(context, deviceOf(c).address, email);
  if (!limited.ok) return limited;

  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  await answerAfter(leastAnswerMs, () =>
    context.db.asServer(async (tx) => {
      const user = await findUserByEmail(tx, email);
      if (user && !isBanned(user, context.now())) await send(tx, user, { email, codeChallenge: codeChallenge.value, redirectTo }); // prettier-ignore
    }),
  );
  return ok({});
}
