import type { EngineAction } from "#engine/audit/write-audit.ts";
import type { Tx } from "#engine/db/database.ts";

/** With neither address nor phone, an anonymous account: it opens with the session that it begins with. */
export type NewAccountRow = {
  /** Null or absent for an account without an address: of a phone, a wallet or an anonymous visitor. */
  email?: string | null | undefined;
  /** As `readPhone` gives it. */
  phone?: string | undefined;
  passwordHash?: string | undefined;
  isEmailConfirmed?: boolean;
  isPhoneConfirmed?: boolean;
  metadata?: Record<string, unknown>;
  provider?: { name: string; id: string; data: Record<string, unknown> };
};

/** @returns undefined when the address or the phone has an account */
export async function insertAccount(tx: Tx, account: NewAccountRow, now: Date): Promise<string | undefined> {
  const provider = account.provider?.name ?? ownProvider(account);
  const { rows } = await tx.query<{ id: string }>(
    `insert into auth.users
       (email, phone, encrypted_password, email_confirmed_at, phone_confirmed_at, raw_app_meta_data, raw_user_meta_data,
        is_anonymous, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9) on conflict do nothing returning id`,
    [
      account.email,
      account.phone,
      account.passwordHash,
      account.isEmailConfirmed ? now : null,
      account.isPhoneConfirmed ? now : null,
      JSON.stringify(provider === undefined ? {} : { provider, providers: [provider] }),
      JSON.stringify(account.metadata ?? {}),
      provider === undefined,
      now,
    ],
  );
  const id = rows[0]?.id;
  if (!id) return undefined;
  const identity = account.provider ?? ownIdentity(id, account);
  if (identity) await insertIdentity(tx, { userId: id, ...identity }, now);
  return id;
}

function ownProvider({ email, phone }: NewAccountRow): "email" | "phone" | undefined {
  if (email) return "email";
  return phone ? "phone" : undefined;
}

function ownIdentity(id: string, { email, phone, isEmailConfirmed = false, isPhoneConfirmed = false }: NewAccountRow) {
  if (email) return { name: "email", id, data: emailIdentity(id, email, isEmailConfirmed) };
  return phone ? { name: "phone", id, data: phoneIdentity(id, phone, isPhoneConfirmed) } : undefined;
}

export function emailIdentity(userId: string, email: string, isConfirmed: boolean): Record<string, unknown> {
  return { sub: userId, email, email_verified: isConfirmed, phone_verified: false };
}

export function phoneIdentity(userId: string, phone: string, isConfirmed: boolean): Record<string, unknown> {
  return { sub: userId, phone, email_verified: false, phone_verified: isConfirmed };
}

export async function insertIdentity(
  tx: Tx,
  identity: { userId: string; name: string; id: string; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  await tx.query(
    `insert into auth.identities
       (user_id, provider, provider_id, identity_data, last_sign_in_at, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $5, $5)`,
    [identity.userId, identity.name, identity.id, JSON.stringify(identity.data), now],
  );
}

/** What an account's own address or phone is now: as its identity says it, which is made when there is none. */
export async function storeOwnIdentity(
  tx: Tx,
  { userId, name, data }: { userId: string; name: "email" | "phone"; data: Record<string, unknown> },
  now: Date,
): Promise<void> {
  const { rowCount } = await tx.query(
    "update auth.identities set identity_data = $3, updated_at = $4 where user_id = $1 and provider = $2",
    [userId, name, JSON.stringify(data), now],
  );
  if (rowCount === 0) await insertIdentity(tx, { userId, name, id: userId, data }, now);
}

/**
 * Signs the account out everywhere: its access tokens open nothing that looks at the session.
 *
 * @returns of how many sessions
 */
export async function endSessions(tx: Tx, userId: string): Promise<number> {
  return (await tx.query("delete from auth.sessions where user_id = $1", [userId])).rowCount;
}

/** Rows by which an account is opened, or could be soon, and the devices it knows. */
const waysIn = [
  "mfa_factors",
  "webauthn_credentials",
  "webauthn_challenges",
  "one_time_tokens",
  "sign_up_attempts",
  "flow_state",
  "known_devices",
];

/** Signs the account out, and forgets factors, passkeys, what was mailed or begun, and the devices it knows. */
export async function forgetWaysIn(tx: Tx, userId: string): Promise<void> {
  await endSessions(tx, userId);
  for (const table of waysIn) await tx.query(`delete from auth.${table} where user_id = $1`, [userId]);
}

/**
 * Closes every way into an account that becomes an administrator's, or whose address was proved by another person than
 * the one who asked for it: an attacker who had opened a way in would keep it. Password, phone, pending changes and
 * linked identities go; the address and the owner's data stay.
 *
 * Called by every door: an invitation, `npm run admin`, the first start and a change of address. See
 * docs/decisions/0057, 0059.
 *
 * @returns undefined when no account has the address
 */
export async function closeWaysIn(tx: Tx, email: string, now: Date): Promise<string | undefined> {
  const { rows } = await tx.query<{ id: string; is_confirmed: boolean }>(
    `update auth.users set encrypted_password = null, is_password_trusted = false, phone = null,
       phone_confirmed_at = null, phone_change = null, email_change = null, email_change_confirmed_by = null,
       is_anonymous = false, raw_app_meta_data = raw_app_meta_data || '{"provider": "email", "providers": ["email"]}',
       updated_at = $2
     where email = $1 returning id, email_confirmed_at is not null as is_confirmed`,
    [email, now],
  );
  const account = rows[0];
  if (!account) return undefined;
  const { id: userId, is_confirmed: isConfirmed } = account;
  await forgetWaysIn(tx, userId);
  await tx.query("delete from auth.identities where user_id = $1 and provider <> 'email'", [userId]);
  await storeOwnIdentity(tx, { userId, name: "email", data: emailIdentity(userId, email, isConfirmed) }, now);
  return userId;
}

/** What the team calls an administrator and what they may; what is left out stays, or is the column's default. */
export type Appointment = { name?: string | undefined; role?: string | undefined };

/** @param isInvited whether the right begins with the password that they will choose */
export async function giveRight(
  tx: Tx,
  userId: string,
  { isInvited, name, role }: Appointment & { isInvited: boolean },
): Promise<void> {
  await tx.query(
    `insert into public.admin_users (user_id, is_invited, name, role)
     values ($1, $2, coalesce($3, ''), coalesce($4, 'manager'))
     on conflict (user_id) do update
     set is_invited = excluded.is_invited, name = coalesce($3, admin_users.name),
       role = coalesce($4, admin_users.role)`,
    [userId, isInvited, name, role],
  );
}

/** The right of an invited administrator begins, once the account has a password: a line in the audit log says when. */
export async function beginRight(tx: Tx, userId: string): Promise<void> {
  const action: EngineAction = "administrator.right_begun";
  await tx.query(
    `with begun as (
       update public.admin_users set is_invited = false where user_id = $1 and is_invited returning user_id
     )
     insert into private.audit_log (actor, action) select user_id, $2 from begun`,
    [userId, action],
  );
}

/** Ends the anonymity of an account whose address or phone was proved, and lists its sign-in methods. */
export async function becomeSomebody(tx: Tx, userId: string): Promise<void> {
  await tx.query(
    `update auth.users set is_anonymous = false, raw_app_meta_data = raw_app_meta_data || (
       select jsonb_build_object(
         'provider', coalesce(users.raw_app_meta_data ->> 'provider', min(provider)),
         'providers', jsonb_agg(distinct provider))
       from auth.identities where user_id = users.id)
     where id = $1`,
    [userId],
  );
}
