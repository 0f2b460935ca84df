import { retention } from "#domain/site/retention.ts";
import type { Conference } from "#domain/site/site-config.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import type { Tx } from "#engine/db/database.ts";
import { interval, rowsPerBatch } from "#engine/db/expired-rows.ts";

import { type ErasableAccounts, eraseContact } from "#subjects/account/server/erase-contact.ts";

/** Few enough for one transaction; as long as there are more, another run follows. */
export const leadsPerRun = 50;
export const proposalsPerRun = 500;

const term = interval(retention.contacts);

type ExpiredLead = { id: string; user_profile_id: string; user_id: string | null; expired_before: Date };

/**
 * Erases leads neither paid nor client whose last contact is over six months old, with all that was kept about them,
 * but for what outlives a lead: proofs of agreements, the waiting list, the confirmed newsletter. The profile goes with
 * its last lead, and its account when it was not signed in to for as long.
 *
 * Source: resolutions, section 5 (the six months that the privacy policy promises).
 *
 * @returns how many leads; each run that erased some leaves a line in the audit log, without personal data
 */
export async function eraseExpiredLeads(tx: Tx, accounts: ErasableAccounts, now: Date): Promise<number> {
  const { rows } = await tx.query<ExpiredLead>(findExpired, [now, leadsPerRun]);
  let profiles = 0;
  let removed = 0;

  for (const lead of rows) {
    const remaining = await tx.query("select 1 from public.leads where user_profile_id = $1 limit 2", [
      lead.user_profile_id,
    ]);
    const goesWhole = remaining.rowCount === 1 && !(await isAccountUsed(tx, accounts, lead));
    const target = { leadId: lead.id, profileId: lead.user_profile_id, userId: undefined, isAtTerm: true };
    const erased = await eraseContact(tx, { ...target, scope: goesWhole ? "contact" : "lead" }, now, accounts);
    // The one refusal here: the account is an administrator's. Its lead goes alone.
    if (!erased.ok) {
      await eraseContact(tx, { ...target, scope: "lead" }, now, accounts);
      continue;
    }
    profiles += erased.value.profiles;
    removed += erased.value.accounts;
  }

  if (rows.length > 0) {
    const detail = { leads: rows.length, profiles, accounts: removed };
    await writeAudit(tx, { actor: null, action: "retention.ran", detail });
  }
  return rows.length;
}

async function isAccountUsed(tx: Tx, accounts: ErasableAccounts, lead: ExpiredLead): Promise<boolean> {
  const account = lead.user_id === null ? undefined : await accounts.find(tx, lead.user_id);
  const signedInAt = account?.lastSignInAt ?? null;
  return signedInAt !== null && signedInAt > lead.expired_before;
}

/**
 * Erases submissions sent under the e-mail of a lead from another device that the team has not adopted for six months,
 * with what waited to be read of them. Otherwise an attacker could leave answers under a client's e-mail for ever.
 *
 * @returns how many submissions
 */
export async function eraseExpiredProposals(tx: Tx, now: Date): Promise<number> {
  const { rows: expired } = await tx.query<{ id: string }>(findExpiredProposals, [now, proposalsPerRun]);
  const ids = expired.map(({ id }) => id);
  await tx.query("select private.keep_proofs($1, $2, false)", [ids, now]);
  const { rows } = await tx.query<{ lead_id: string }>(
    "delete from private.submissions where id = any($1::uuid[]) returning lead_id",
    [ids],
  );
  await tx.query(forgetNewerAnswers, [now, [...new Set(rows.map(({ lead_id: leadId }) => leadId))]]);
  return rows.length;
}

const findExpiredProposals = `
  select id from private.submissions
  where from_another_device and not is_adopted and updated_at < $1::timestamptz - ${term}
  limit $2 for update skip locked`;

const forgetNewerAnswers = `
  update public.leads set newer_answers_at = null
  where id = any($2::uuid[]) and newer_answers_at < $1::timestamptz - ${term}`;

const findExpired = `
  select lead.id, lead.user_profile_id, profile.user_id,
         $1::timestamptz - ${term} as expired_before
  from public.leads lead
  join public.user_profiles profile on profile.id = lead.user_profile_id
  where lead.last_contact_at < $1::timestamptz - ${term}
    and not lead.payment_status and lead.lead_status <> 'client'
  order by lead.last_contact_at
  limit $2`;

/**
 * Ends the places on the waiting list that outlived their leads, once a later conference is open: their addresses stay
 * for `retention.announcedEdition` more, so that the team can write to them.
 *
 * @returns how many, at most `rowsPerBatch`
 */
export async function closeWaitingLists(
  tx: Tx,
  now: Date,
  conference: Conference | undefined,
  today: CivilDate,
): Promise<number> {
  if (conference === undefined || today > conference.registrationUntil) return 0;
  const { rows } = await tx.query<{ count: number }>("select private.close_waiting_lists($1, $2, $3) as count", [
    conference.heldOn,
    now.toISOString(),
    rowsPerBatch,
  ]);
  return rows[0]?.count ?? 0;
}
