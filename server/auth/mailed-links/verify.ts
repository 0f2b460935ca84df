import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { emailIdentity } from "#server/auth/accounts/accounts.ts";
import { auditRefusal } from "#server/auth/accounts/administrator-audit.ts";
import { storeEmail } from "#server/auth/accounts/own-account.ts";
import { adoptPassword, readBrowser } from "#server/auth/accounts/sign-up-attempts.ts";
import { isBanned, lockUser, readEmail, findUserByEmail, type User } from "#server/auth/accounts/users.ts";
import { limitAddress, limitSubject } from "#server/auth/limits.ts";
import { issueAuthCode } from "#server/auth/provider/flow-state.ts";
import { describeSession, startSession, type OpenSession } from "#server/auth/sessions/sessions.ts";
import { readFields, type Answer, type AuthRequest } from "#server/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#server/auth/wire/problems.ts";
import { errorAddress } from "#server/auth/wire/redirects.ts";
import { findReturnAddress, passwordPage, withFragment, withQuery } from "#server/auth/wire/return-address.ts";
import { deviceOf } from "#server/auth/wire/signed-in-caller.ts";
import type { ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";

import {
  endsInCode,
  methodOfToken,
  redeemCode,
  redeemToken,
  revokeOneTimeTokens,
  type OneTimeTokenType,
  type RedeemedToken,
} from "./one-time-tokens.ts";

/** What a verification type redeems. Magic links and phone codes are never sent, so they match nothing. */
const tokenTypes = new Map<unknown, OneTimeTokenType[]>([
  ["signup", ["confirmation_token"]],
  ["email", ["confirmation_token"]],
  ["invite", ["invite_token"]],
  ["recovery", ["recovery_token"]],
  ["email_change", ["email_change_token_new", "email_change_token_current"]],
  ["magiclink", []],
  ["sms", []],
  ["phone_change", []],
]);

const firstOfTwo = "Confirmation link accepted. Please proceed to confirm link sent to the other email";

type Verified =
  | { end: "session"; session: OpenSession }
  | { end: "code"; code: string }
  /**
   * Signed up elsewhere, or by somebody else: the reader chooses the password. The code is for who has its verifier.
   */
  | { end: "first password"; session: OpenSession; code: string | undefined }
  /** The other mailbox has to agree as well. */
  | { end: "first of two" };

/** `POST /verify`: digits with their address, or the token of a link, for a session. */
export async function verifyByPost(context: ServerContext, c: AuthRequest): Promise<Answer> {
  const limited = await limitAddress(context, "verify", deviceOf(c).address);
  if (!limited.ok) return limited;
  const body = await readFields(c);
  if (!body.ok) return body;
  const redeem = await readProof(context, body.value);
  if (!redeem.ok) return redeem;

  const verified = await context.db.asServer(async (tx) => {
    const token = await redeem.value(tx);
    return token ? applyProof(context, tx, c, token, "session") : failed(authProblem("otp_expired"));
  });
  if (!verified.ok) return verified;
  if ("session" in verified.value) return ok(await describeSession(context, verified.value.session));
  return ok({ msg: firstOfTwo, code: "200" });
}

/** `GET /verify`: the link of a mail. Always goes to the site, with tokens, a code, or what went wrong. */
export async function verifyByLink(context: ServerContext, c: AuthRequest): Promise<Response> {
  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  const token = c.req.query("token") ?? c.req.query("token_hash") ?? "";
  const end = endsInCode(token) ? "code" : "session";
  const verified = await redeemLink(context, c, token, end);
  return c.redirect(
    verified.ok
      ? await addressAfter(context, c, redirectTo, verified.value)
      : errorAddress(redirectTo, verified.problem),
    303,
  );
}

async function redeemLink(
  context: ServerContext,
  c: AuthRequest,
  token: string,
  end: "code" | "session",
): Promise<Result<Verified, AuthProblem>> {
  const limited = await limitAddress(context, "verify", deviceOf(c).address);
  if (!limited.ok) return limited;
  const types = tokenTypes.get(c.req.query("type"));
  if (!token || !types)
    return failed(authProblem("validation_failed", { message: "Verify requires a token and a verification type" }));
  return context.db.asServer(async (tx) => {
    const redeemed = await redeemToken(tx, types, token, context.now());
    if (!redeemed) return failed(authProblem("otp_expired", { message: "Email link is invalid or has expired" }));
    return applyProof(context, tx, c, redeemed, end);
  });
}

async function addressAfter(
  context: ServerContext,
  c: AuthRequest,
  redirectTo: string,
  verified: Verified,
): Promise<string> {
  if (verified.end === "first of two") return withFragment(redirectTo, { message: firstOfTwo, sb: "" });
  if (verified.end === "code") return withQuery(redirectTo, { code: verified.code });
  const session = await describeSession(context, verified.session);
  return withFragment(verified.end === "first password" ? firstPasswordPage(context, verified.code) : redirectTo, {
    access_token: session.access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token: session.refresh_token,
    token_type: session.token_type,
    type: c.req.query("type") ?? "",
    sb: "",
  });
}

function firstPasswordPage(context: ServerContext, code: string | undefined): string {
  return code === undefined ? passwordPage(context) : withQuery(passwordPage(context), { code });
}

type Redeem = (tx: Tx) => Promise<RedeemedToken | undefined>;

/** Checks that a proof is one, and that an address is not being guessed at. */
async function readProof(
  context: ServerContext,
  { type, token, token_hash: tokenHash, email: typedEmail, phone }: Record<string, unknown>,
): Promise<Result<Redeem, AuthProblem>> {
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  const types = tokenTypes.get(type);
  if (!types) return refuse("Verify requires a verification type");

  if (typeof tokenHash === "string" && tokenHash) {
    if (token || typedEmail || phone) return refuse("Only the token_hash and type should be provided");
    return ok((tx) => redeemToken(tx, types, tokenHash, context.now()));
  }
  if (typeof token !== "string" || !token) return refuse("Verify requires a token or a token hash");
  if (phone && !typedEmail) return failed(authProblem("otp_expired"));
  const email = readEmail(typedEmail);
  if (!email || phone) return refuse("Only an email address or phone number should be provided on verify");
  const limited = await limitSubject(context, "guessesPerAccount", `code\n${email}`);
  return limited.ok ? ok((tx) => redeemCode(context, tx, types, { email, code: token })) : limited;
}

/** Does what the owner of the mailbox has agreed to. Commits even when the account may not be opened. */
async function applyProof(
  context: ServerContext,
  tx: Tx,
  c: AuthRequest,
  token: RedeemedToken,
  end: "session" | "code",
): Promise<Result<Verified, AuthProblem>> {
  const now = context.now();
  const user = await lockUser(tx, token.user_id);
  if (!user) return failed(authProblem("otp_expired"));
  const method = methodOfToken[token.token_type];
  if (isBanned(user, now)) {
    await auditRefusal(tx, user.id, { method, code: "user_banned" });
    return failed(authProblem("user_banned", { status: 403 }));
  }

  if (token.token_type.startsWith("email_change")) {
    const changed = await confirmEmailChange(tx, user, token, now);
    if (!changed.ok) return changed;
    if (changed.value === "first of two") return ok({ end: "first of two" });
  } else {
    await confirmEmail(tx, user, now);
  }

  const isSignUp = token.token_type === "confirmation_token";
  const hasPassword = !isSignUp || (await adoptPassword(tx, user.id, { browser: readBrowser(c) }, now));
  const flowId = end === "code" ? token.flow_state_id : null;
  const code = flowId === null ? undefined : await issueAuthCode(tx, flowId, user.id, now);
  if (hasPassword && code !== undefined) return ok({ end: "code", code });
  const session = await startSession(context, tx, user, method, deviceOf(c));
  return ok(hasPassword ? { end: "session", session } : { end: "first password", session, code });
}

/**
 * Who reads the mailbox owns the address. A password that an account has before that, as those of earlier versions did,
 * may be anybody's: it goes.
 */
async function confirmEmail(tx: Tx, user: User, now: Date): Promise<void> {
  if (user.email_confirmed_at) return;
  await tx.query(
    "update auth.users set email_confirmed_at = $2, updated_at = $2, encrypted_password = null where id = $1",
    [user.id, now],
  );
  await tx.query(
    "update auth.identities set identity_data = $2, updated_at = $3 where user_id = $1 and provider = 'email'",
    [user.id, JSON.stringify(emailIdentity(user.id, user.email ?? "", true)), now],
  );
  await revokeOneTimeTokens(tx, user.id, ["invite_token"]);
}

/** Both mailboxes agree, in either order; the second click changes the address. */
async function confirmEmailChange(
  tx: Tx,
  user: User,
  token: RedeemedToken,
  now: Date,
): Promise<Result<"first of two" | "changed", AuthProblem>> {
  const newEmail = user.email_change;
  if (!newEmail) return failed(authProblem("otp_expired"));
  if (token.token_type === "email_change_token_new" && token.relates_to !== newEmail) {
    return failed(authProblem("otp_expired"));
  }
  const agreed = user.email_change_confirmed_by;
  if (!agreed || agreed === token.token_type) {
    await tx.query("update auth.users set email_change_confirmed_by = $2 where id = $1", [user.id, token.token_type]);
    return ok("first of two");
  }
  if (await findUserByEmail(tx, newEmail)) return failed(authProblem("email_exists"));
  await storeEmail(tx, user.id, newEmail, now);
  return ok("changed");
}
