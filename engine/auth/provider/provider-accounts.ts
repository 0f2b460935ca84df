import { failed, ok, type Result } from "#kit/result.ts";
import { insertAccount, insertIdentity } from "#engine/auth/accounts/accounts.ts";
import { findUserByEmail, isAdministrator, lockUser, readEmail, type User } from "#engine/auth/accounts/users.ts";
import { revokeOneTimeTokens } from "#engine/auth/codes/one-time-tokens.ts";
import { authProblem, type AuthProblem } from "#engine/auth/wire/problems.ts";
import type { EngineContext } from "#engine/context.ts";
import type { Tx } from "#engine/db/database.ts";
import { providerName, type ProviderAccount } from "#engine/identity/provider-client.ts";

/** An account at a provider, or a wallet, whose ownership was proved. */
export type OutsideAccount = {
  provider: string;
  id: string;
  /** Proved with it; null where accounts have none. */
  email: string | null;
  /** What `identity_data` and the account's own metadata say of them. */
  data: Record<string, unknown>;
};

/** An address that the provider does not vouch for may be anybody's: it neither makes nor joins an account. */
export function readProviderAccount(account: ProviderAccount): Result<OutsideAccount, AuthProblem> {
  const email = readEmail(account.email);
  if (!email || !account.isEmailVerified) return failed(authProblem("provider_email_needs_verification"));
  return ok({ provider: providerName, id: account.id, email, data: describeIdentity(account, email) });
}

function describeIdentity({ id, name, picture }: ProviderAccount, email: string): Record<string, unknown> {
  return {
    sub: id,
    provider_id: id,
    email,
    email_verified: true,
    phone_verified: false,
    ...(name && { name, full_name: name }),
    ...(picture && { picture, avatar_url: picture }),
  };
}

/**
 * The account of this identity; else the one with the address, which the provider vouches for; else a new one, where
 * sign-ups are open. Two returns of one person take turns, so that the second finds what the first made.
 */
export async function findOrCreateUser(
  { now, settings }: Pick<EngineContext, "now" | "settings">,
  tx: Tx,
  account: OutsideAccount,
): Promise<Result<User, AuthProblem>> {
  await takeTurns(tx, account);
  const { rows } = await tx.query<{ user_id: string }>(
    `update auth.identities set identity_data = $3, last_sign_in_at = $4, updated_at = $4
     where provider = $1 and provider_id = $2 returning user_id`,
    [account.provider, account.id, JSON.stringify(account.data), now()],
  );
  const existingId = rows[0]?.user_id;
  if (existingId) return ok(await locked(tx, existingId));

  const { provider: name, id, data, email } = account;
  const isKnown = email !== null && (await findUserByEmail(tx, email)) !== undefined;
  if (!isKnown && !settings.auth.enableSignup) return failed(authProblem("signup_disabled"));
  const row = { email, isEmailConfirmed: email !== null, metadata: data, provider: { name, id, data } };
  const created = await insertAccount(tx, row, now());
  if (created) return ok(await locked(tx, created));
  if (email === null) throw new Error("An account without an address was taken.");
  return joinAccount(tx, { ...account, email }, now());
}

/** Who brings the same identity at the same moment waits until this transaction ends. */
export async function takeTurns(tx: Tx, { provider, id }: OutsideAccount): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`${provider} identity ${id}`]);
}

/**
 * Joins the account that has the address, unless it is an administrator's: that one is linked from inside. If the
 * address was never proved, it may be another person who signed up with it: the password, sessions and mailed tokens
 * go, and so does what was said of the account and its own identity.
 */
async function joinAccount(
  tx: Tx,
  account: OutsideAccount & { email: string },
  now: Date,
): Promise<Result<User, AuthProblem>> {
  const found = await findUserByEmail(tx, account.email);
  if (!found) throw new Error("An account disappeared while a provider's identity joined it.");
  const user = await locked(tx, found.id);
  if (await isAdministrator(tx, user.id)) return failed(authProblem("email_exists"));
  await insertIdentity(tx, { userId: user.id, name: account.provider, id: account.id, data: account.data }, now);
  if (!user.email_confirmed_at) {
    await tx.query(
      `update auth.users set email_confirmed_at = $2, encrypted_password = null, raw_user_meta_data = '{}',
         raw_app_meta_data = raw_app_meta_data || jsonb_build_object('provider', $3::text)
       where id = $1`,
      [user.id, now, account.provider],
    );
    await tx.query("delete from auth.identities where user_id = $1 and provider = 'email'", [user.id]);
    await tx.query("delete from auth.sessions where user_id = $1", [user.id]);
    await revokeOneTimeTokens(tx, user.id, ["confirmation_token", "invite_token", "recovery_token"]);
  }
  await tx.query("update auth.users set raw_user_meta_data = $2::jsonb || raw_user_meta_data where id = $1", [
    user.id,
    JSON.stringify(account.data),
  ]);
  await nameProviders(tx, user.id, now);
  return ok(await locked(tx, user.id));
}

/** `app_metadata` says by which ways the account is entered. */
export async function nameProviders(tx: Tx, userId: string, now: Date): Promise<void> {
  await tx.query(
    `update auth.users set updated_at = $2,
       raw_app_meta_data = raw_app_meta_data || jsonb_build_object('providers', (
         select jsonb_agg(distinct provider) from auth.identities where user_id = $1))
     where id = $1`,
    [userId, now],
  );
}

async function locked(tx: Tx, userId: string): Promise<User> {
  const user = await lockUser(tx, userId);
  if (!user) throw new Error("An account disappeared during a sign-in.");
  return user;
}
