import type { DeleteStage } from "#subjects/leads/words/delete-problems.ts";
import { canonicalEmail } from "#kit/email-address.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { isAdministrator } from "#engine/auth/accounts/users.ts";
import type { AccountAdministration, KnownAccount } from "#engine/auth/administration/account-administration.ts";
import type { Tx } from "#engine/db/database.ts";
import { queueEvent } from "#engine/outbox/queue-event.ts";

import { provedAddresses } from "#server/functions/door/account-owner.ts";

export type ErasureRequest = {
  leadId: string | undefined;
  profileId: string | undefined;
  userId: string | undefined;
  /** The whole contact (all its leads, profile, account) or this lead alone. */
  scope: "contact" | "lead";
  /** Where the account itself asks: the addresses that it proved, in their one form. */
  proved?: string[];
  /** It came to its term, without anyone asking for it: what outlives a lead stays, and has a term of its own. */
  isAtTerm?: boolean;
};

export type Erased = { leads: number; profiles: number; accounts: number };

export type ErasureProblem =
  | { status: 409; code: "contact_changed"; stage: "unexpected" }
  | { status: 403; code: "administrator_account"; stage: "account" };

/** The accounts of contacts, wherever they are. */
export type ErasableAccounts = {
  find: AccountAdministration["find"];
  /** @returns how many accounts went, or will when the transaction has committed */
  remove(tx: Tx, accountId: string): Promise<number>;
};

/** A stage that the database refused. Thrown, so that the transaction undoes the stages before it. */
export class StageFailure extends Error {
  readonly stage: DeleteStage;

  constructor(stage: DeleteStage, cause: unknown) {
    super(`The deletion stopped at stage ${stage}.`, { cause });
    this.stage = stage;
  }
}

/**
 * Erases a person, or one of their leads, with all that was kept about it: submissions, consents, what the outbox says.
 * Receivers are told by `lead.erased`, which holds no personal data. Proofs of agreements stay for their own term,
 * without an address (`private.kept_agreements`).
 *
 * What is already gone counts as done, so a call whose answer was lost can be repeated.
 */
export async function eraseContact(
  tx: Tx,
  request: ErasureRequest,
  now: Date,
  accounts: ErasableAccounts,
): Promise<Result<Erased, ErasureProblem>> {
  const target = await findTarget(tx, request, accounts);
  if (!target.ok) return target;
  const { profileId, leadIds, accountId, emails } = target.value;
  if (accountId && (await isAdministrator(tx, accountId))) {
    return failed({ status: 403, code: "administrator_account", stage: "account" });
  }
  const keep = request.isAtTerm ? "keep_what_outlives" : "keep_proofs_of_erased";
  await stage("lead", () => tx.query(`select private.${keep}($1::uuid[], $2)`, [leadIds, now.toISOString()]));
  const leads = await stage("lead", () => eraseLeads(tx, leadIds, now));
  const profiles = profileId ? await stage("profile", () => eraseProfile(tx, profileId)) : 0;
  const removed = accountId ? await stage("account", () => eraseAccount(tx, accountId, accounts)) : 0;
  if (request.scope === "contact") {
    await stage("unexpected", () => eraseMessages(tx, emails));
    if (!request.isAtTerm) await stage("unexpected", () => forgetAddresses(tx, emails, now));
  }
  return ok({ leads, profiles, accounts: removed });
}

async function stage<T>(name: DeleteStage, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new StageFailure(name, error);
  }
}

type Target = {
  leadIds: string[];
  /** Undefined when it stays, or is already gone. */
  profileId: string | undefined;
  accountId: string | undefined;
  /** Whose mails and sign-in events go too. */
  emails: string[];
};

/** What will go, as the database knows it. The ids of the request only confirm it: none adds a row to it. */
async function findTarget(
  tx: Tx,
  request: ErasureRequest,
  accounts: ErasableAccounts,
): Promise<Result<Target, ErasureProblem>> {
  const changed = failed({ status: 409, code: "contact_changed", stage: "unexpected" } as const);
  const profile = await findProfile(tx, request);
  const lead = request.leadId ? await findLead(tx, request.leadId) : undefined;
  if (profile && request.profileId && profile.id !== request.profileId) return changed;
  if (lead && lead.user_profile_id !== profile?.id) return changed;
  if (profile && request.userId && profile.user_id !== request.userId) return changed;

  if (request.scope === "lead") {
    return ok({ leadIds: lead ? [lead.id] : [], profileId: undefined, accountId: undefined, emails: [] });
  }
  const accountId = profile ? (profile.user_id ?? undefined) : request.userId;
  const leads = profile ? await leadsOf(tx, profile.id) : [];
  const account = accountId ? await accounts.find(tx, accountId) : undefined;
  const emails = request.proved ?? (await addressesOf(tx, [profile, ...leads], accountId, account));
  return ok({ leadIds: leads.map(({ id }) => id), profileId: profile?.id, accountId, emails });
}

type Profile = { id: string; user_id: string | null; email: string | null };

async function findProfile(tx: Tx, { profileId, userId }: ErasureRequest): Promise<Profile | undefined> {
  const { rows } = await tx.query<Profile>(
    `select id, user_id, email from public.user_profiles where id = $1 or user_id = $2
     order by id = $1 desc nulls last for update`,
    [profileId ?? null, userId ?? null],
  );
  return rows[0];
}

async function findLead(tx: Tx, id: string) {
  const { rows } = await tx.query<{ id: string; user_profile_id: string }>(
    "select id, user_profile_id from public.leads where id = $1 for update",
    [id],
  );
  return rows[0];
}

async function leadsOf(tx: Tx, profileId: string) {
  const { rows } = await tx.query<{ id: string; email: string | null }>(
    "select id, email from public.leads where user_profile_id = $1 order by id for update",
    [profileId],
  );
  return rows;
}

/** Whose mails and waiting payments go with a contact: an account's own, else those of its requests. */
async function addressesOf(
  tx: Tx,
  rows: ({ email: string | null } | undefined)[],
  accountId: string | undefined,
  account: KnownAccount | undefined,
): Promise<string[]> {
  if (accountId !== undefined) return account ? provedAddresses(account) : [];
  return addressesAlone(
    tx,
    rows.map((row) => row?.email ?? null),
  );
}

/**
 * Of the addresses of a contact without an account, each in its one form, those that no account answers to: what is
 * written to the rest is not this contact's alone.
 */
export async function addressesAlone(tx: Tx, known: (string | null)[]): Promise<string[]> {
  const candidates = [...new Set(known.flatMap((email) => (email ? [canonicalEmail(email)] : [])))];
  const { rows } = await tx.query<{ email: string }>("select email from private.addresses_alone($1, null) as email", [
    candidates,
  ]);
  return rows.map(({ email }) => email);
}

async function eraseLeads(tx: Tx, ids: string[], now: Date): Promise<number> {
  if (ids.length === 0) return 0;
  // What receivers know a lead by: each of its submissions, or the lead itself when it never had one.
  const { rows: references } = await tx.query<{ reference: string }>(
    `select coalesce(submission.idempotency_key, lead.id) as reference
     from unnest($1::uuid[]) as lead (id) left join private.submissions as submission on submission.lead_id = lead.id
     order by 1`,
    [ids],
  );
  await tx.query("delete from private.deliveries where lead_id = any($1::uuid[])", [ids]);
  await tx.query("delete from private.submissions where lead_id = any($1::uuid[])", [ids]);
  const { rowCount } = await tx.query("delete from public.leads where id = any($1::uuid[])", [ids]);
  for (const { reference } of references) {
    const body = { reference, timestamp: now.toISOString() };
    await queueEvent(tx, { topic: "lead", event: "lead.erased", body });
  }
  return rowCount;
}

async function eraseProfile(tx: Tx, profileId: string): Promise<number> {
  const { rowCount } = await tx.query("delete from public.user_profiles where id = $1", [profileId]);
  return rowCount;
}

async function eraseAccount(tx: Tx, accountId: string, accounts: ErasableAccounts): Promise<number> {
  await tx.query("delete from private.sign_in_events where user_id = $1", [accountId]);
  // Codes for its phone, which name it: see engine/outbox/queue-text-message.ts.
  await tx.query(
    "delete from private.deliveries where event = 'sms.code' and body -> 'message' -> 'user' ->> 'id' = $1",
    [accountId],
  );
  return accounts.remove(tx, accountId);
}

/** What outlived earlier leads of the addresses: of a proof, only a fingerprint of the address stays. */
async function forgetAddresses(tx: Tx, emails: string[], now: Date): Promise<void> {
  await tx.query("select private.forget_addresses($1::text[], $2)", [emails, now.toISOString()]);
}

/**
 * Mails that wait or were sent, sign-in events, payments that found no lead: they belong to
 * an address, not to a lead.
 */
async function eraseMessages(tx: Tx, emails: string[]): Promise<void> {
  await tx.query(
    `delete from private.deliveries
     where lead_id is null
       and (private.canonical_email(body ->> 'to') = any($1::text[])
         or private.canonical_email(body ->> 'email') = any($1::text[]))`,
    [emails],
  );
  await tx.query(
    "delete from private.payment_events where lead_id is null and private.canonical_email(email) = any($1::text[])",
    [emails],
  );
  // Payments for other people's requests stay with those, without the payer.
  await tx.query(
    `update private.payment_events set email = null, payer = null
     where email is not null and private.canonical_email(email) = any($1::text[])`,
    [emails],
  );
}
