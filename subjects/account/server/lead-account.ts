import type { LeadAccountAction, LeadAccountResult } from "#subjects/account/contract/lead-accounts.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { readEmail } from "#engine/auth/accounts/users.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import type { ServerContext } from "#server/context/context.ts";
import type { Tx } from "#engine/db/database.ts";

export type LeadAccountRequest = { leadId: string; action: LeadAccountAction };

export type ChangedAccount = { result: LeadAccountResult; userId: string };

export type LeadAccountProblem =
  | { status: 404; code: "lead_not_found" }
  | {
      status: 409;
      code:
        | "email_unusable"
        | "account_in_use"
        | "email_has_account"
        | "no_account"
        | "not_invited"
        | "invitation_used"
        | "funnel_taken";
    };

/**
 * Makes the account of a lead, mails its invitation once more, or gives the lead to the account that has its e-mail.
 *
 * Source: resolutions, section 11. The caller has checked who asks.
 */
export async function changeLeadAccount(
  context: ServerContext,
  tx: Tx,
  { leadId, action }: LeadAccountRequest,
): Promise<Result<ChangedAccount, LeadAccountProblem>> {
  const lead = await lockLead(tx, leadId);
  if (!lead) return failed({ status: 404, code: "lead_not_found" });
  if (action === "create") return createFor(context, tx, lead);
  return action === "resend" ? inviteAgain(context, tx, lead) : attach(tx, lead);
}

type Lead = {
  id: string;
  profileId: string;
  accountId: string | null;
  email: string | null;
};

/** The lead and its profile, held until the end. What is asked for one e-mail waits its turn, as submissions do. */
async function lockLead(tx: Tx, leadId: string): Promise<Lead | undefined> {
  const found = await readLead(tx, leadId);
  if (!found) return undefined;
  await tx.query("select private.take_turn($1)", [found.email ?? leadId]);
  // In the order everybody takes: profile, then lead.
  await tx.query(
    `select 1 from public.user_profiles
     where id = (select user_profile_id from public.leads where id = $1) for update`,
    [leadId],
  );
  await tx.query("select 1 from public.leads where id = $1 for update", [leadId]);
  return readLead(tx, leadId);
}

async function readLead(tx: Tx, leadId: string): Promise<Lead | undefined> {
  const { rows } = await tx.query<Lead>(
    `select lead.id, profile.id as "profileId", profile.user_id as "accountId",
            coalesce(lead.email, profile.email) as email
     from public.leads as lead join public.user_profiles as profile on profile.id = lead.user_profile_id
     where lead.id = $1`,
    [leadId],
  );
  return rows[0];
}

async function createFor(
  context: ServerContext,
  tx: Tx,
  lead: Lead,
): Promise<Result<ChangedAccount, LeadAccountProblem>> {
  if (lead.accountId) {
    const isPending = await awaitsFirstPassword(tx, lead.accountId);
    return isPending ? ok({ result: "already_invited", userId: lead.accountId }) : refused("account_in_use");
  }
  const email = readEmail(lead.email);
  const accounts = accountsOf(context);
  if (!email || !accounts.takes(email)) return refused("email_unusable");

  const invited = await accounts.invite(tx, email);
  if (!invited.ok) return refused(invited.problem);
  const { userId } = invited.value;
  await giveProfile(tx, lead.profileId, userId);
  return ok({ result: "created", userId });
}

async function inviteAgain(
  context: ServerContext,
  tx: Tx,
  { accountId }: Lead,
): Promise<Result<ChangedAccount, LeadAccountProblem>> {
  if (!accountId) return refused("not_invited");
  if (!(await awaitsFirstPassword(tx, accountId))) return refused("invitation_used");
  const accounts = accountsOf(context);
  const { email } = (await accounts.find(tx, accountId)) ?? {};
  if (!email) return refused("email_unusable");
  await accounts.inviteAgain(tx, { userId: accountId, email });
  return ok({ result: "invited", userId: accountId });
}

async function attach(tx: Tx, lead: Lead): Promise<Result<ChangedAccount, LeadAccountProblem>> {
  const userId = await findAccountToAttachTo(tx, lead.email);
  // A repeat: the first answer may have been lost.
  if (userId && lead.accountId === userId) return ok({ result: "attached", userId });
  if (lead.accountId) return refused("account_in_use");
  if (!userId) return refused("no_account");

  const hasMoved = await giveLead(tx, lead, userId);
  return hasMoved ? ok({ result: "attached", userId }) : refused("funnel_taken");
}

/**
 * The lead to an account: its whole profile, or the lead alone where the account has a profile already.
 *
 * @returns false when the account has a lead of that funnel: then nothing was done
 */
export async function giveLead(tx: Tx, lead: Pick<Lead, "id" | "profileId">, userId: string): Promise<boolean> {
  const { rows } = await tx.query<{ id: string }>("select id from public.user_profiles where user_id = $1 for update", [
    userId,
  ]);
  const ownProfile = rows[0];
  if (ownProfile?.id === lead.profileId) return true;
  if (ownProfile) return moveLead(tx, lead, ownProfile.id);
  await giveProfile(tx, lead.profileId, userId);
  return true;
}

/** Moves a lead to another profile; the profile left behind is deleted with its last lead. */
async function moveLead(tx: Tx, lead: Pick<Lead, "id" | "profileId">, profileId: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update public.leads as moved set user_profile_id = $2, account_exists = false
     where id = $1 and not exists (
       select from public.leads as own where own.user_profile_id = $2 and own.funnel_origin = moved.funnel_origin)`,
    [lead.id, profileId],
  );
  if (rowCount === 0) return false;
  await tx.query(
    `delete from public.user_profiles as left_behind
     where id = $1 and not exists (select from public.leads where user_profile_id = left_behind.id)`,
    [lead.profileId],
  );
  return true;
}

async function giveProfile(tx: Tx, profileId: string, userId: string): Promise<void> {
  await tx.query("update public.user_profiles set user_id = $2 where id = $1", [profileId, userId]);
  await tx.query("update public.leads set account_exists = false where user_profile_id = $1 and account_exists", [
    profileId,
  ]);
}

async function awaitsFirstPassword(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await tx.query<{ awaits: boolean }>("select private.awaits_first_password($1) as awaits", [
    accountId,
  ]);
  return rows[0]?.awaits ?? false;
}

async function findAccountToAttachTo(tx: Tx, email: string | null): Promise<string | null> {
  const { rows } = await tx.query<{ id: string | null }>("select private.account_to_attach_to($1) as id", [email]);
  return rows[0]?.id ?? null;
}

function refused(code: Extract<LeadAccountProblem, { status: 409 }>["code"]) {
  return failed({ status: 409, code } as const);
}
