import { failed, ok, type Result } from "#kit/result.ts";
import { insertAccount } from "#engine/auth/accounts/accounts.ts";
import { malformedEmail, readMetadata } from "#engine/auth/own-account/sign-up.ts";
import { findUserByEmail, lockUser, readEmail, type User } from "#engine/auth/accounts/users.ts";
import { limitTrustedMail } from "#engine/auth/wire/limits.ts";
import { linkMails, linkOf, sendInvitation, type LinkMail } from "#engine/auth/codes/auth-mails.ts";
import { issueOneTimeToken } from "#engine/auth/codes/one-time-tokens.ts";
import { refuseWeakPassword } from "#engine/auth/passwords/password-rules.ts";
import { readFields, type Answer, type AuthRequest } from "#engine/auth/wire/answers.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import { findReturnAddress } from "#engine/auth/wire/return-address.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";

import { describeAccount } from "./describe-accounts.ts";
import { auditByKey, userNotFound } from "./trusted-caller.ts";

/** `POST /invite`, `{"email", "data"}`: an account that opens with the link of its mail. */
export async function inviteAccount(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const email = readEmail(body.value.email);
  if (!email) return failed(malformedEmail());
  const metadata = readMetadata(body.value.data);
  if (!metadata.ok) return metadata;
  const limited = await limitTrustedMail(context, email);
  if (!limited.ok) return limited;
  const redirectTo = findReturnAddress(context, c.req.query("redirect_to"));
  return context.db.asServer(async (tx) => {
    const user = await prepareUnconfirmed(tx, { email, metadata: metadata.value }, context.now());
    if (!user.ok) return user;
    await sendInvitation(context, tx, { userId: user.value.id, email, redirectTo });
    await auditByKey(tx, "account.invited", user.value.id);
    return ok(await describeAccount(tx, user.value.id));
  });
}

type LinkRequest = {
  kind: LinkKind;
  email: string;
  newEmail: string | undefined;
  password: string | undefined;
  metadata: Record<string, unknown>;
  redirectTo: string;
};

type LinkKind = "signup" | "invite" | "magiclink" | "recovery" | "email_change_current" | "email_change_new";

/** Where each kind's token is written down, and how its link calls itself. */
const mails: Record<LinkKind, LinkMail> = {
  signup: linkMails.confirmSignUp,
  invite: linkMails.invitation,
  magiclink: linkMails.magicLink,
  recovery: linkMails.recovery,
  email_change_current: linkMails.changeFrom,
  email_change_new: linkMails.changeTo,
};

/**
 * `POST /admin/generate_link`: the link of a mail that the caller sends themselves, with its digits and its token.
 * Nothing is mailed, so nothing is counted.
 */
export async function generateLink(context: EngineContext, c: AuthRequest): Promise<Answer> {
  const body = await readFields(c);
  if (!body.ok) return body;
  const read = readLinkRequest(context, c, body.value);
  if (!read.ok) return read;
  const { password, email } = read.value;
  const weakness = password
    ? refuseWeakPassword(context.settings, password, { email, isAdministrator: false })
    : undefined;
  if (weakness) return failed(weakness);
  const passwordHash = password === undefined ? undefined : await context.passwords.hash(password);
  return context.db.asServer(async (tx) => {
    const prepared = await prepareAccount(context, tx, read.value, passwordHash);
    return prepared.ok ? ok(await makeLink(context, tx, prepared.value)) : prepared;
  });
}

function readLinkRequest(
  context: EngineContext,
  c: AuthRequest,
  fields: Record<string, unknown>,
): Result<LinkRequest, AuthProblem> {
  const refuse = (message: string) => failed(authProblem("validation_failed", { message }));
  const { type, password, redirect_to: asked } = fields;
  if (typeof type !== "string" || !Object.hasOwn(mails, type)) {
    return refuse("Invalid email action link type requested");
  }
  const kind = type as LinkKind;
  const email = readEmail(fields.email);
  if (!email) return failed(malformedEmail());
  const newEmail = readEmail(fields.new_email);
  if (kind.startsWith("email_change") && !newEmail) return failed(malformedEmail());
  if (kind === "signup" && (typeof password !== "string" || password === "")) {
    return refuse("Signup requires a valid password");
  }
  const metadata = readMetadata(fields.data);
  if (!metadata.ok) return metadata;
  const redirectTo = findReturnAddress(context, typeof asked === "string" ? asked : c.req.query("redirect_to"));
  return ok({
    kind,
    email,
    newEmail: kind.startsWith("email_change") ? newEmail : undefined,
    password: kind === "signup" ? (password as string) : undefined,
    metadata: metadata.value,
    redirectTo,
  });
}

type Prepared = LinkRequest & { userId: string };

/** The account that the link will open; a magic link for an unknown address is a sign-up, as supabase/auth has it. */
async function prepareAccount(
  context: EngineContext,
  tx: Tx,
  request: LinkRequest,
  passwordHash: string | undefined,
): Promise<Result<Prepared, AuthProblem>> {
  const { kind, email, metadata } = request;
  const known = await findUserByEmail(tx, email);
  if (kind === "signup" || kind === "invite" || (kind === "magiclink" && !known)) {
    const user = await prepareUnconfirmed(tx, { email, metadata, passwordHash }, context.now());
    if (!user.ok) return user;
    return ok({ ...request, kind: kind === "magiclink" ? "signup" : kind, userId: user.value.id });
  }
  if (!known) return failed(userNotFound("User with this email not found"));
  if (request.newEmail === undefined) return ok({ ...request, userId: known.id });
  if (await findUserByEmail(tx, request.newEmail)) return failed(authProblem("email_exists"));
  if (kind === "email_change_current" && !context.settings.auth.email.doubleConfirmChanges) {
    const message = "Enable secure email change to generate link for current email";
    return failed(authProblem("validation_failed", { message }));
  }
  // The link for the other mailbox is asked for in a second call: what the first one agreed to stays.
  await tx.query(
    `update auth.users set email_change_sent_at = $3, updated_at = $3,
       email_change_confirmed_by = case when email_change = $2 then email_change_confirmed_by end, email_change = $2,
       email_change_session_id = null, email_change_browser_hash = null,
       email_change_is_readers = email_change_is_readers and coalesce(email_change = $2, false)
     where id = $1`,
    [known.id, request.newEmail, context.now()],
  );
  return ok({ ...request, userId: known.id });
}

type Unconfirmed = { email: string; metadata: Record<string, unknown>; passwordHash?: string | undefined };

/** Finds or creates the unconfirmed account of an address. */
async function prepareUnconfirmed(
  tx: Tx,
  { email, metadata, passwordHash }: Unconfirmed,
  now: Date,
): Promise<Result<Pick<User, "id">, AuthProblem>> {
  const created = await insertAccount(tx, { email, isEmailConfirmed: false, metadata }, now);
  const found = created ? undefined : await findUserByEmail(tx, email);
  const existing = found && (await lockUser(tx, found.id));
  if (existing?.email_confirmed_at) return failed(authProblem("email_exists"));
  const id = created ?? existing?.id;
  if (!id) throw new Error("An account disappeared while it was prepared.");
  if (existing) {
    await tx.query("update auth.users set raw_user_meta_data = raw_user_meta_data || $2 where id = $1", [
      id,
      JSON.stringify(metadata),
    ]);
  }
  if (passwordHash !== undefined) {
    await tx.query("update auth.users set encrypted_password = $2, is_password_trusted = true where id = $1", [
      id,
      passwordHash,
    ]);
  }
  return ok({ id });
}

async function makeLink(context: EngineContext, tx: Tx, prepared: Prepared): Promise<Record<string, unknown>> {
  const { kind, userId, email, newEmail, redirectTo } = prepared;
  const mail = mails[kind];
  const sentTo = kind === "email_change_new" && newEmail !== undefined ? newEmail : email;
  const { token, code } = await issueOneTimeToken(context, tx, { userId, type: mail.tokenType, sentTo });
  const column = sentAt[kind];
  if (column) {
    await tx.query(`update auth.users set ${column} = $2, updated_at = $2 where id = $1`, [userId, context.now()]);
  }
  await auditByKey(tx, "account.link_made", userId, { kind });
  return {
    ...(await describeAccount(tx, userId)),
    action_link: linkOf(context, { token, type: mail.verifyType, redirectTo }),
    email_otp: code,
    hashed_token: token,
    verification_type: kind,
    redirect_to: redirectTo,
  };
}

const sentAt: Partial<Record<LinkKind, string>> = {
  signup: "confirmation_sent_at",
  invite: "invited_at",
  magiclink: "recovery_sent_at",
  recovery: "recovery_sent_at",
};
