import { failed, ok, type Result } from "#kit/result.ts";
import { withoutSpaces } from "#kit/typed-code.ts";
import { limitMail, limitSubject } from "#engine/auth/wire/limits.ts";
import { issueCode, redeemCode } from "#engine/auth/codes/one-time-tokens.ts";
import { allowText, queueCode } from "#engine/auth/phones/text-codes.ts";
import type { Answer, AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { deviceOf, findSignedInUser, readSignedInCaller } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import { queueAccountMail } from "#engine/mail/account-mails.ts";

import type { User } from "#engine/auth/accounts/users.ts";

/** `GET /reauthenticate`: digits for the owner of the session, by mail, else by text message. */
export async function reauthenticate(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const caller = await readSignedInCaller(context, c);
  if (!caller.ok) return caller;
  const found = await context.db.asServer((tx) => findSignedInUser(tx, caller.value, context.now()));
  if (!found.ok) return found;
  const place = findPlace(found.value);
  if (!place.ok) return place;

  const { address } = deviceOf(c);
  const allowed = await ("email" in place.value
    ? limitMail(context, address, place.value.email)
    : allowText(context, address, place.value.phone));
  return allowed.ok ? sendDigits(context, found.value, place.value) : allowed;
}

type Place = { email: string } | { phone: string };

function findPlace({ email, email_confirmed_at: at, phone, phone_confirmed_at: phoneAt }: User) {
  if (email) return at ? ok({ email }) : failed(authProblem("email_not_confirmed", { status: 422 }));
  if (phone) return phoneAt ? ok({ phone }) : failed(authProblem("phone_not_confirmed", { status: 422 }));
  const message = "Reauthentication requires the user to have an email or a phone number";
  return failed(authProblem("validation_failed", { message }));
}

async function sendDigits(context: EngineContext, user: User, place: Place): Promise<Answer> {
  const type = "reauthentication_token";
  await context.db.asServer(async (tx) => {
    await tx.query("update auth.users set reauthentication_sent_at = $2 where id = $1", [user.id, context.now()]);
    if ("phone" in place) return queueCode(context, tx, user, { type, phone: place.phone });
    const code = await issueCode(context, tx, { userId: user.id, type, sentTo: place.email });
    await queueAccountMail(tx, { to: place.email, template: "reauthentication", data: { code } });
  });
  return ok({});
}

/** Uses up the digits; wrong ones count as guesses of the account's codes do. */
export async function redeemNonce(
  context: EngineContext,
  user: User,
  code: string,
): Promise<Result<undefined, AuthProblem>> {
  const notValid = () =>
    failed(authProblem("reauthentication_not_valid", { message: "Nonce has expired or is invalid" }));
  const sentTo = user.email ?? user.phone;
  if (sentTo === null) return notValid();
  const limited = await limitSubject(context, "guessesPerAccount", `code\n${sentTo}`);
  if (!limited.ok) return limited;
  const redeemed = await context.db.asServer((tx) =>
    redeemCode(context, tx, ["reauthentication_token"], { sentTo, code: withoutSpaces(code) }),
  );
  return redeemed?.user_id === user.id ? ok(undefined) : notValid();
}
