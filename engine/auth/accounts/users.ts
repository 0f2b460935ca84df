import { mailableAddress } from "#kit/email-address.ts";
import type { Tx } from "#engine/db/database.ts";
import { maxBodyBytes } from "#engine/http/json-body.ts";

/** A row of `auth.users`, as far as the service reads it. */
export type User = {
  id: string;
  email: string | null;
  encrypted_password: string | null;
  email_confirmed_at: Date | null;
  invited_at: Date | null;
  confirmation_sent_at: Date | null;
  recovery_sent_at: Date | null;
  email_change: string | null;
  email_change_sent_at: Date | null;
  email_change_confirmed_by: string | null;
  phone: string | null;
  phone_confirmed_at: Date | null;
  phone_change: string | null;
  phone_change_sent_at: Date | null;
  reauthentication_sent_at: Date | null;
  last_sign_in_at: Date | null;
  raw_app_meta_data: Record<string, unknown>;
  raw_user_meta_data: Record<string, unknown>;
  banned_until: Date | null;
  is_anonymous: boolean;
  created_at: Date;
  updated_at: Date;
};

type Identity = {
  id: string;
  user_id: string;
  provider: string;
  provider_id: string;
  identity_data: Record<string, unknown>;
  email: string | null;
  last_sign_in_at: string | null;
  created_at: string;
  updated_at: string;
};

type Factor = {
  id: string;
  friendly_name: string | null;
  factor_type: string;
  status: string;
  phone: string | null;
  last_challenged_at: string | null;
  created_at: string;
  updated_at: string;
};

const userColumns = `
  users.id, users.email, encrypted_password, email_confirmed_at, invited_at, confirmation_sent_at, recovery_sent_at,
  email_change, email_change_sent_at, email_change_confirmed_by, users.phone, phone_confirmed_at,
  phone_change, phone_change_sent_at, reauthentication_sent_at, last_sign_in_at,
  raw_app_meta_data, raw_user_meta_data, banned_until, is_anonymous, users.created_at, users.updated_at`;

const belongings = `
  (select coalesce(json_agg(identities order by created_at, provider, id), '[]')
   from auth.identities where user_id = users.id) as identities,
  (select coalesce(json_agg(factor order by created_at, id), '[]') from (
     select id, friendly_name, factor_type, status, phone, last_challenged_at, created_at, updated_at
     from auth.mfa_factors where user_id = users.id
   ) as factor) as factors`;

/** Of `auth.users`, for one statement that finds an account and what is told of it. */
export const describedColumns = `${userColumns}, is_password_trusted, ${belongings}`;

/** Their instants are texts, as JSON has them. */
type Belongings = { identities: Identity[]; factors: Factor[]; is_password_trusted: boolean };

export type DescribedUser = User & Belongings;

/** As much as a body holds. */
export const maxMetadataBytes = maxBodyBytes;

/** What of it travels in each access token: a request's headers hold 16 KiB, and a token is one of them. */
export const maxClaimBytes = 4096;

/**
 * An address as accounts know it, and as it is written to: the one form of `mailableAddress`.
 *
 * @returns undefined for what no mail can reach
 */
export function readEmail(typed: unknown): string | undefined {
  return typeof typed === "string" ? mailableAddress(typed) : undefined;
}

export async function findUserByEmail(tx: Tx, email: string): Promise<User | undefined> {
  return (await tx.query<User>(`select ${userColumns} from auth.users where email = $1`, [email])).rows[0];
}

/** @param phone as `readPhone` gives it */
export async function findUserByPhone(tx: Tx, phone: string): Promise<User | undefined> {
  return (await tx.query<User>(`select ${userColumns} from auth.users where phone = $1`, [phone])).rows[0];
}

export async function findUserById(tx: Tx, id: string): Promise<User | undefined> {
  return (await tx.query<User>(`select ${userColumns} from auth.users where id = $1`, [id])).rows[0];
}

/** Holds the row until the end of the transaction: who changes an account does so alone. */
export async function lockUser(tx: Tx, id: string): Promise<User | undefined> {
  return (await tx.query<User>(`select ${userColumns} from auth.users where id = $1 for update`, [id])).rows[0];
}

export function isBanned(user: Pick<User, "banned_until">, now: Date): boolean {
  return user.banned_until !== null && user.banned_until > now;
}

/**
 * In the database: an account is an administrator's by its row in `admin_users`, never by a claim. It is so from the
 * invitation on, although the right begins later: its password has to be an administrator's.
 */
export async function isAdministrator(tx: Tx, userId: string): Promise<boolean> {
  return (await tx.query("select from public.admin_users where user_id = $1", [userId])).rowCount > 0;
}

/**
 * Whether an account with a second factor is asked about by a session that is not past it. The level is the session's:
 * a token outlives a factor that was removed, and one tab passes the factor for the others.
 */
export async function lacksSecondFactor(
  tx: Tx,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from auth.mfa_factors where user_id = $1 and status = 'verified'
       and not exists (select from auth.sessions where id = $2 and aal = 'aal2') limit 1`,
    [userId, sessionId],
  );
  return rowCount > 0;
}

/** An account as the published client reads it. */
export async function describeUser(tx: Tx, user: User): Promise<Record<string, unknown>> {
  const { rows } = await tx.query<Belongings>(
    `select is_password_trusted, ${belongings} from auth.users where id = $1`,
    [user.id],
  );
  return describeRow({ ...user, ...(rows[0] ?? { identities: [], factors: [], is_password_trusted: false }) });
}

/** As `describeUser`, for who has read all of it. */
export function describeRow(user: DescribedUser): Record<string, unknown> {
  return withoutNulls({
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email ?? "",
    email_confirmed_at: user.email_confirmed_at,
    invited_at: user.invited_at,
    phone: user.phone ?? "",
    phone_confirmed_at: user.phone_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    confirmed_at: earliest(user.email_confirmed_at, user.phone_confirmed_at),
    recovery_sent_at: user.recovery_sent_at,
    new_email: user.email_change,
    email_change_sent_at: user.email_change && user.email_change_sent_at,
    new_phone: user.phone_change,
    phone_change_sent_at: user.phone_change && user.phone_change_sent_at,
    reauthentication_sent_at: user.reauthentication_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data,
    user_metadata: describeMetadata(user),
    factors: user.factors.length > 0 ? user.factors.map(describeFactor) : null,
    identities: user.identities.map(describeIdentity),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: user.is_anonymous,
  });
}

/**
 * What an account says of itself, and first what its own identity does: `sub`, its address or phone, and whether they
 * are proved. Of an account that the secret key made with a password, whether its address is proved and no more, as
 * supabase/auth has it.
 */
function describeMetadata(user: DescribedUser): Record<string, unknown> {
  const own = ["email", "phone"].map((name) => user.identities.find(({ provider }) => provider === name)).find(Boolean);
  if (user.is_password_trusted) {
    return { ...(user.email_confirmed_at && { email_verified: true }), ...user.raw_user_meta_data };
  }
  // An account that was deleted softly has one that says nothing.
  if (!own?.identity_data.sub) return user.raw_user_meta_data;
  const proved = {
    email_verified: user.email_confirmed_at !== null,
    phone_verified: user.phone_confirmed_at !== null,
  };
  return { ...own.identity_data, ...proved, ...user.raw_user_meta_data };
}

/** The same for its access tokens. What is too long for them is left out, and read with `GET /user`. */
export function claimedMetadata(user: DescribedUser) {
  const { raw_app_meta_data: appMetadata } = user;
  const { provider, providers } = appMetadata;
  const isSmall = Buffer.byteLength(JSON.stringify(user.raw_user_meta_data)) <= maxClaimBytes;
  return {
    user_metadata: describeMetadata(isSmall ? user : { ...user, raw_user_meta_data: {} }),
    app_metadata:
      Buffer.byteLength(JSON.stringify(appMetadata)) <= maxClaimBytes ? appMetadata : { provider, providers },
  };
}

function earliest(one: Date | null, other: Date | null): Date | null {
  return one && other ? new Date(Math.min(one.getTime(), other.getTime())) : (one ?? other);
}

/** `id` is the account's name at the provider, `identity_id` our row. */
function describeIdentity({ id, provider_id: providerId, ...identity }: Identity): Record<string, unknown> {
  return withoutNulls({ identity_id: id, id: providerId, ...identity, ...instantsOf(identity, "last_sign_in_at") });
}

function describeFactor(factor: Factor): Record<string, unknown> {
  return withoutNulls({ ...factor, ...instantsOf(factor, "last_challenged_at") });
}

/** The database writes instants into JSON in its own way: clients read ours everywhere. */
function instantsOf<Name extends string>(
  row: { created_at: string; updated_at: string } & Record<Name, string | null>,
  lastUse: Name,
): Record<string, Date | null> {
  const lastUsedAt = row[lastUse];
  return {
    [lastUse]: lastUsedAt === null ? null : new Date(lastUsedAt),
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
  };
}

function withoutNulls(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
