import type { Caller } from "#engine/db/database.ts";
import type { TestDatabase } from "#tests/support/database.ts";

/** Ids that say whose they are: accounts start with a, sessions with 5, profiles with b, leads with 1. */
const account = (n: number) => `a0000000-0000-4000-8000-00000000000${n}`;
const session = (n: number | string) => `50000000-0000-4000-8000-00000000000${n}`;
const profile = (n: number) => `b0000000-0000-4000-8000-00000000000${n}`;
const lead = (n: number) => `10000000-0000-4000-8000-00000000000${n}`;

export const alice = { account: account(1), profile: profile(1), lead: lead(1), email: "alice@patisserie.example" };
export const bob = { account: account(2), profile: profile(2), lead: lead(2), email: "bob@garage.example" };
export const chloe = { profile: profile(3), lead: lead(3), email: "chloe@cabinet.example" };
export const admin = { account: account(4), email: "admin@ariane.example" };
export const adminWithFactor = { account: account(5), email: "securite@ariane.example" };
export const formerAdmin = { account: account(6), email: "parti@ariane.example" };
export const seller = { account: account(3), email: "vente@ariane.example" };
export const reader = { account: account(8), email: "lecture@ariane.example" };
export const newcomer = { account: account(7), email: "nouveau@client.example" };

/** An anonymous account: has no column, since it must have a visitor's rights and no others. */
export const anonymous = { account: account(9), email: "" };
const anonymousSession = "50000000-0000-4000-8000-00000000000a";
export const anonymousCaller: Caller = {
  role: "authenticated",
  claims: {
    sub: anonymous.account,
    email: anonymous.email,
    aal: "aal1",
    role: "authenticated",
    session_id: anonymousSession,
    is_anonymous: true,
  },
};

/** Everyone who may hold a token or a key, in the order of the columns of the matrix. */
export const actors = {
  "no key": undefined,
  anon: { role: "anon", claims: { role: "anon" } },
  owner: tokenOf(alice, 1),
  "other customer": tokenOf(bob, 2),
  "ended session": tokenOf(alice, 9),
  "admin aal1": tokenOf(admin, 4),
  "admin aal1, factor": tokenOf(adminWithFactor, 5),
  "admin aal2": tokenOf(adminWithFactor, 5, "aal2"),
  "ended admin": tokenOf(admin, 8),
  "former admin": tokenOf(formerAdmin, 6),
  service_role: { role: "service_role", claims: { role: "service_role" } },
  seller: tokenOf(seller, "b"),
  reader: tokenOf(reader, "c"),
} satisfies Record<string, Caller | undefined>;

type Actor = keyof typeof actors;
export const actorNames = Object.keys(actors) as Actor[];

/** The claims our access tokens carry; the session row decides whether they still count. */
export function tokenOf(
  person: { account: string; email: string },
  sessionNumber: number | string,
  aal = "aal1",
): Caller {
  const { account: sub, email } = person;
  return {
    role: "authenticated",
    claims: { sub, email, aal, role: "authenticated", session_id: session(sessionNumber) },
  };
}

/** Once `enrolAlice` was called. */
export const alicePastTheCode = tokenOf(alice, 0, "aal2");

/** Gives Alice a verified second factor and a session that is past it, where she has an account and not yet both. */
export async function enrolAlice(db: Pick<TestDatabase, "inspect">): Promise<void> {
  await db.inspect(
    `insert into auth.mfa_factors (id, user_id, factor_type, status)
     select 'f0000000-0000-4000-8000-000000000001', id, 'totp', 'verified' from auth.users where id = $1
     on conflict do nothing`,
    [alice.account],
  );
  await db.inspect(
    `insert into auth.sessions (id, user_id, aal, refresh_token_hmac_key, not_after, ends_at)
     select $2, id, 'aal2', '\\x00', now() + interval '1 hour', now() + interval '1 hour' from auth.users where id = $1
     on conflict do nothing`,
    [alice.account, session(0)],
  );
}

/**
 * Two customers with an account, one person without, five administrators of whom one no longer is. Session 8 is past
 * its end and session 9 does not exist.
 */
export async function arrangePeople(db: Pick<TestDatabase, "inspect">): Promise<void> {
  await arrangeAccounts(db);
  await arrangeLeads(db);
}

export async function arrangeAccounts(db: Pick<TestDatabase, "inspect">): Promise<void> {
  const accounts = [alice, bob, admin, adminWithFactor, formerAdmin, newcomer, seller, reader];
  await db.inspect(
    `insert into auth.users (id, email, email_confirmed_at)
     select id, email, now() from unnest($1::uuid[], $2::text[]) as given (id, email)`,
    [accounts.map((each) => each.account), accounts.map((each) => each.email)],
  );
  await db.inspect(`
    insert into auth.sessions (id, user_id, aal, refresh_token_hmac_key, not_after, ends_at)
    select ('50000000-0000-4000-8000-00000000000' || n)::uuid, ('a0000000-0000-4000-8000-00000000000' || case n when 8 then 4 else n end)::uuid,
           case n when 5 then 'aal2' else 'aal1' end, '\\x00', until, until
    from generate_series(1, 8) as n
    cross join lateral (select now() + case n when 8 then interval '-1 minute' else interval '1 hour' end as until) as life
    where n <> 3`);
  await db.inspect(
    `insert into auth.sessions (id, user_id, refresh_token_hmac_key, not_after, ends_at)
     select id, user_id, '\\x00', now() + interval '1 hour', now() + interval '1 hour'
     from unnest($1::uuid[], $2::uuid[]) as given (id, user_id)`,
    [
      [session("b"), session("c")],
      [seller.account, reader.account],
    ],
  );
  await db.inspect("insert into auth.users (id, is_anonymous) values ($1, true)", [anonymous.account]);
  await db.inspect(
    `insert into auth.sessions (id, user_id, refresh_token_hmac_key, not_after, ends_at)
     values ($1, $2, '\\x00', now() + interval '1 hour', now() + interval '1 hour')`,
    [anonymousSession, anonymous.account],
  );
  await db.inspect(
    "insert into auth.mfa_factors (user_id, factor_type, status) values ($1, 'totp', 'verified'), ($2, 'totp', 'unverified')",
    [adminWithFactor.account, admin.account],
  );
  await db.inspect(
    `insert into public.admin_users (user_id, role)
     values ($1, 'manager'), ($2, 'manager'), ($3, 'seller'), ($4, 'reader')`,
    [admin.account, adminWithFactor.account, seller.account, reader.account],
  );
}

async function arrangeLeads(db: Pick<TestDatabase, "inspect">): Promise<void> {
  await db.inspect(
    `insert into public.user_profiles (id, user_id, email, first_name, registration_path)
     values ($1, $2, $3, 'Alice', '/inscription-secretariat'), ($4, $5, $6, 'Bob', '/inscription-marketing'), ($7, null, $8, 'Chloé', '/closing')`,
    [alice.profile, alice.account, alice.email, bob.profile, bob.account, bob.email, chloe.profile, chloe.email],
  );
  await db.inspect(
    `insert into public.leads (id, user_profile_id, funnel_origin, email, first_name)
     values ($1, $2, 'secretariat', $3, 'Alice'), ($4, $5, 'marketing', $6, 'Bob'), ($7, $8, 'closing', $9, 'Chloé')`,
    [alice.lead, alice.profile, alice.email, bob.lead, bob.profile, bob.email, chloe.lead, chloe.profile, chloe.email],
  );
  await db.inspect(
    `insert into private.submissions (idempotency_key, form, email, contact, lead_id, is_adopted)
     values ('c0000000-0000-4000-8000-000000000001', 'secretariat', $1, '{"first_name": "Alice"}', $2, true),
            ('c0000000-0000-4000-8000-000000000002', 'secretariat', $1, '{"first_name": "Alix"}', $2, false)`,
    [alice.email, alice.lead],
  );
  await db.inspect("update public.leads set newer_answers_at = now() where id = $1", [alice.lead]);
}
