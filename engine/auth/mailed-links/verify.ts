import { failed, ok, type Result } from "#kit/result.ts";
import { withoutSpaces } from "#kit/typed-code.ts";
import { emailIdentity } from "#engine/auth/accounts/accounts.ts";
import { confirmEmailChange, type ConfirmedChange, type Prover } from "#engine/auth/own-account/address-change.ts";
import { auditRefusal } from "#engine/auth/accounts/administrator-audit.ts";
import { problemOfLostRace } from "#engine/auth/wire/lost-race.ts";
import { adoptPassword, readBrowser } from "#engine/auth/accounts/sign-up-attempts.ts";
import {
  findOwnAttempt,
  endsInCode,
  hasOpenLink,
  methodOfToken,
  openLink,
  redeemCode,
  redeemToken,
  revokeOneTimeTokens,
  type OneTimeTokenType,
  type RedeemedToken,
} from "#engine/auth/codes/one-time-tokens.ts";
import { malformedEmail } from "#engine/auth/own-account/sign-up.ts";
import { describeUser, isBanned, lockUser, readEmail, type User } from "#engine/auth/accounts/users.ts";
import { limitAddress, limitSubject, refund } from "#engine/auth/wire/limits.ts";
import { confirmPhone, confirmPhoneChange } from "#engine/auth/phones/phone-accounts.ts";
import { malformedPhone, readPhone } from "#engine/auth/accounts/phone-number.ts";
import { issueAuthCode } from "#engine/auth/codes/flow-state.ts";
import { readCaller } from "#engine/auth/sessions/caller.ts";
import { describeSession, startSession, type OpenSession } from "#engine/auth/sessions/sessions.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { errorAddress, errorValues } from "#engine/auth/wire/redirects.ts";
import { findReturnAddress, withFragment, withQuery } from "#engine/auth/wire/return-address.ts";
import { deviceOf } from "#engine/auth/sessions/signed-in-caller.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

/** What a verification type redeems. `email` is any proof of a mailbox that signs in; an invitation is a sign-up. */
const tokenTypes = new Map<unknown, OneTimeTokenType[]>([
  ["signup", ["confirmation_token", "magic_link_token", "invite_token"]],
  ["email", ["confirmation_token", "magic_link_token", "recovery_token", "invite_token"]],
  ["invite", ["invite_token"]],
  ["recovery", ["recovery_token"]],
  ["email_change", ["email_change_token_new", "email_change_token_current"]],
  ["magiclink", ["magic_link_token"]],
  ["sms", ["phone_token"]],
  ["phone_change", ["phone_change_token"]],
]);

const firstOfTwo = "Confirmation link accepted. Please proceed to confirm link sent to the other email";
const changedForReader = "Confirmation accepted. The account now belongs to who reads the new address";

type Verified =
  | { end: "session"; session: OpenSession }
  | { end: "code"; code: string }
  /** The sign-up came from another browser or another person: the reader of the mail chooses the password. */
  | { end: "first password"; session: OpenSession }
  /** Of a change that the signed-in caller confirmed: their session goes on. */
  | { end: "same session"; user: Record<string, unknown> }
  /** Nothing is opened: the other mailbox has to agree as well, or the account is now its reader's. */
  | { end: "message"; message: string };

/** `POST /verify`: digits with their address, or the token of a link, for a session. */
export async function verifyByPost(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const limited = await limitAddress(context, "verify", deviceOf(c).address);
  if (!limited.ok) return limited;
  const body = await readFields(c);
  if (!body.ok) return body;
  const prover = await readProver(context, c);
  const redeem = await readProof(context, body.value, prover);
  if (!redeem.ok) return redeem;

  const verified = await context.db.asServer(async (tx) => {
    const token = await redeem.value.take(tx);
    return token ? applyProof(context, tx, c, token, { end: "session", prover }) : failed(authProblem("otp_expired"));
  });
  if (!verified.ok) return verified;
  await redeem.value.refund();
  const { value } = verified;
  if (value.end === "message") return ok({ msg: value.message, code: "200" });
  if (value.end === "same session") return ok({ user: value.user });
  return "session" in value ? ok(await describeSession(context, value.session)) : failed(authProblem("otp_expired"));
}

/** The published client sends the public key as bearer here; a page of ours sends its own session. */
async function readProver(context: EngineContext, c: AuthRequest): Promise<Prover> {
  const caller = await readCaller(context, c.req.raw.headers);
  return {
    sessionId: caller.ok ? caller.value.sessionId : undefined,
    browser: readBrowser(c, "address-change"),
  };
}

/**
 * `GET /verify`: the link of a mail. Always redirects to the site, with tokens, a code, or what went wrong. The link of
 * a change of address or phone changes nothing by itself: it leads to the page where the change is confirmed.
 */
export async function verifyByLink(context: EngineContext, c: AuthRequest): Promise<Response> {
  const type = c.req.query("type");
  if (type === "email_change" || type === "phone_change") return c.redirect(await placeOfChange(context, c, type), 303);
  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  const token = c.req.query("token") ?? c.req.query("token_hash") ?? "";
  const end = endsInCode(token) ? "code" : "session";
  const verified = await redeemLink(context, c, token, end);
  return c.redirect(
    verified.ok
      ? await addressAfter(context, c, redirectTo, verified.value)
      : errorAddress(redirectTo, verified.problem, { hasFragmentOnly: end === "session" }),
    303,
  );
}

async function placeOfChange(
  context: EngineContext,
  c: AuthRequest,
  type: "email_change" | "phone_change",
): Promise<string> {
  const page = context.settings.pages.address;
  const limited = await limitAddress(context, "verify", deviceOf(c).address);
  if (!limited.ok) return withFragment(page, errorValues(limited.problem));
  const token = c.req.query("token") ?? c.req.query("token_hash") ?? "";
  const isOpen = await context.db.asServer((tx) => hasOpenLink(tx, tokenTypes.get(type) ?? [], token, context.now()));
  const expired = authProblem("otp_expired", { message: "Email link is invalid or has expired" });
  return withFragment(page, isOpen ? { token_hash: token, type } : errorValues(expired));
}

async function redeemLink(
  context: EngineContext,
  c: AuthRequest,
  token: string,
  end: "code" | "session",
): Promise<Result<Verified, AuthProblem>> {
  const limited = await limitAddress(context, "verify", deviceOf(c).address);
  if (!limited.ok) return limited;
  const types = tokenTypes.get(c.req.query("type"));
  if (!token || !types)
    return failed(authProblem("validation_failed", { message: "Verify requires a token and a verification type" }));
  const opened = context.db.asServer(async (tx) => {
    const redeemed = await openLink(tx, types, token, context.now());
    if (!redeemed) return failed(authProblem("otp_expired", { message: "Email link is invalid or has expired" }));
    return applyProof(context, tx, c, redeemed, { end, prover: { sessionId: undefined, browser: undefined } });
  });
  // Who follows a link reads no JSON.
  return opened.catch((error: unknown) => {
    const lost = problemOfLostRace(error);
    if (!lost) throw error;
    return failed(lost);
  });
}

async function addressAfter(
  context: EngineContext,
  c: AuthRequest,
  redirectTo: string,
  verified: Verified,
): Promise<string> {
  if (verified.end === "code") return withQuery(redirectTo, { code: verified.code });
  if (!("session" in verified)) return redirectTo;
  const session = await describeSession(context, verified.session);
  return withFragment(verified.end === "first password" ? context.settings.pages.password : redirectTo, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type: c.req.query("type") ?? "",
    sb: "",
  });
}

/** `refund` takes back what was counted as a guess: it was the owner. */
type Proof = { take: (tx: Tx) => Promise<RedeemedToken | undefined>; refund: () => Promise<void> };

/** Checks that a proof is one, and that an address or phone is not being guessed at. */
async function readProof(
  context: EngineContext,
  { type, token, token_hash: tokenHash, email, phone }: Record<string, unknown>,
  { sessionId }: Prover,
): Promise<Result<Proof, AuthProblem>> {
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  const types = tokenTypes.get(type);
  if (!types) return refuse("Verify requires a verification type");

  if (typeof tokenHash === "string" && tokenHash) {
    if (token || email || phone) return refuse("Only the token_hash and type should be provided");
    return ok({
      take: (tx) => redeemToken(tx, types, { token: tokenHash, sessionId }, context.now()),
      refund: () => Promise.resolve(),
    });
  }
  if (typeof token !== "string" || !token) return refuse("Verify requires a token or a token hash");
  if (Boolean(email) === Boolean(phone)) {
    return refuse("Only an email address or phone number should be provided on verify");
  }
  const code = withoutSpaces(token);
  const sentTo = phone ? readPhone(phone) : readEmail(email);
  if (!sentTo) return failed(phone ? malformedPhone() : malformedEmail());
  const subject = `code\n${sentTo}`;
  const limited = await limitSubject(context, "guessesPerAccount", subject);
  if (!limited.ok) return limited;
  return ok({
    take: (tx) => redeemCode(context, tx, types, { sentTo, code }),
    refund: () => refund(context, "guessesPerAccount", subject),
  });
}

/** A change confirmed by a session of the account needs no other. */
async function isOwnSession(tx: Tx, userId: string, sessionId: string | undefined, now: Date): Promise<boolean> {
  if (sessionId === undefined) return false;
  const { rowCount } = await tx.query("select from auth.sessions where id = $1 and user_id = $2 and not_after > $3", [
    sessionId,
    userId,
    now,
  ]);
  return rowCount > 0;
}

/** Does what the owner of the mailbox has agreed to. Commits even when the account may not be opened. */
async function applyProof(
  context: EngineContext,
  tx: Tx,
  c: AuthRequest,
  token: RedeemedToken,
  { end, prover }: { end: "session" | "code"; prover: Prover },
): Promise<Result<Verified, AuthProblem>> {
  const now = context.now();
  const user = await lockUser(tx, token.user_id);
  if (!user) return failed(authProblem("otp_expired"));
  const method = methodOfToken[token.token_type];
  if (isBanned(user, now)) {
    await auditRefusal(tx, user.id, { method, code: "user_banned" });
    return failed(authProblem("user_banned", { status: 403 }));
  }

  const confirmed = await confirmSubject(context, tx, user, token, prover);
  if (!confirmed.ok) return confirmed;
  if (confirmed.value === "first of two") return ok({ end: "message", message: firstOfTwo });
  if (confirmed.value === "for reader") return ok({ end: "message", message: changedForReader });
  if (confirmed.value === "by reader") {
    // As after a confirmation that is opened elsewhere: they choose a password.
    return ok({
      end: "first password",
      session: await startSession(context, tx, user, "email/signup", deviceOf(c)),
    });
  }
  if (confirmed.value === "by asker" && (await isOwnSession(tx, user.id, prover.sessionId, now))) {
    const changed = await lockUser(tx, user.id);
    return changed
      ? ok({ end: "same session", user: await describeUser(tx, changed) })
      : failed(authProblem("otp_expired"));
  }

  const isSignUp = token.token_type === "confirmation_token" || token.token_type === "phone_token";
  const attemptId = isSignUp ? await findOwnAttempt(tx, token, now) : undefined;
  const isAdopted = isSignUp && (await adoptPassword(tx, user.id, { browser: readBrowser(c), attemptId }, now));
  // Who asked for a code of a phone may never have wanted a password.
  const hasPassword = token.token_type !== "confirmation_token" || isAdopted;
  const flowId = end === "code" ? token.flow_state_id : null;
  // A PKCE flow never puts tokens into the address, in whichever browser the link is opened.
  if (flowId !== null) return ok({ end: "code", code: await issueAuthCode(tx, flowId, user.id, now) });
  const session = await startSession(context, tx, user, method, deviceOf(c));
  return ok({ end: hasPassword ? "session" : "first password", session });
}

/** What the digits or the link prove becomes the account's. */
async function confirmSubject(
  context: EngineContext,
  tx: Tx,
  user: User,
  token: RedeemedToken,
  prover: Prover,
): Promise<Result<"confirmed" | ConfirmedChange | undefined, AuthProblem>> {
  const now = context.now();
  switch (token.token_type) {
    case "email_change_token_new":
    case "email_change_token_current":
      return confirmEmailChange(context, tx, user, token, prover);
    case "phone_change_token":
      return confirmPhoneChange(tx, user, token.relates_to, now);
    case "phone_token":
      await confirmPhone(tx, user, now);
      return ok("confirmed");
    default:
      await confirmEmail(tx, user, token, now);
      return ok("confirmed");
  }
}

/**
 * Who reads the mailbox owns the address. A password that an account has before that, as those of earlier versions did,
 * may be anybody's: it goes, unless the secret key set it.
 */
async function confirmEmail(tx: Tx, user: User, { token_type: type }: RedeemedToken, now: Date): Promise<void> {
  if (user.email_confirmed_at) return;
  await tx.query(
    `update auth.users set email_confirmed_at = $2, updated_at = $2,
       encrypted_password =
         case when phone_confirmed_at is not null or is_password_trusted then encrypted_password end
     where id = $1`,
    [user.id, now],
  );
  await tx.query(
    "update auth.identities set identity_data = $2, updated_at = $3 where user_id = $1 and provider = 'email'",
    [user.id, JSON.stringify(emailIdentity(user.id, user.email ?? "", true)), now],
  );
  // Of an invitation that was opened, the digits stay good.
  if (type !== "invite_token") await revokeOneTimeTokens(tx, user.id, ["invite_token"]);
}
