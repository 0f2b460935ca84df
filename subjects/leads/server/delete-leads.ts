import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { isSqlError } from "#engine/db/database-errors.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { accountsErasedLater } from "#subjects/account/server/erasable-accounts.ts";
import {
  eraseContact,
  type ErasableAccounts,
  type Erased,
  StageFailure,
} from "#subjects/account/server/erase-contact.ts";

/**
 * `POST /delete-leads`: `{"ids"}`, 100 at most, and of each what became of it. A contact goes with the last of its leads,
 * its account too; one that has others keeps them.
 *
 * Each lead goes with all of its own or not at all, and one that cannot go holds up none of the others. `seen_at`, by
 * id, is the `updated_at` that was seen: what changed since stays. What is already gone is `unknown_lead`, so a call
 * whose answer was lost can be repeated.
 */
export const deleteLeads = administratorFunction(wire.deleteLeadsCall, {
  sentences: deskProblems,
  async act(tx, { context, caller, now }, { ids, seen_at: seen }) {
    const results: DeletionResult[] = [];
    for (const lead of await lockLeads(tx, ids, seen)) {
      const code = await deleteLead(tx, lead, { now, actor: caller.userId, accounts: accountsErasedLater(context) });
      results.push({ lead_id: lead.id, code, ...(code !== "deleted" && { error: deskProblems[code] }) });
    }
    return ok(results);
  },
  answer: (results) => ({ results }),
});

type Code =
  | "deleted"
  | "unknown_lead"
  | "changed_meanwhile"
  | "administrator_account"
  | "contact_changed"
  | "not_deleted";
type DeletionResult = { lead_id: string; code: Code; error?: string };

type Locked = { id: string; profile_id: string | null; is_changed: boolean };

/**
 * In the order of their ids, contacts first as wherever both are locked: two who delete, or change, the same leads
 * never wait for one another.
 */
async function lockLeads(tx: Tx, ids: string[], seen: Record<string, string> = {}): Promise<Locked[]> {
  await tx.query(
    `select from public.user_profiles
     where id in (select user_profile_id from public.leads where id = any($1::uuid[])) order by id for update`,
    [ids],
  );
  await tx.query("select from public.leads where id = any($1::uuid[]) order by id for update", [ids]);
  const seenOf = Object.fromEntries(Object.entries(seen).map(([id, at]) => [id.toLowerCase(), at]));
  const { rows } = await tx.query<Locked>(
    `select asked.id, lead.user_profile_id as profile_id,
            coalesce(private.changed_since(lead, ($2::jsonb ->> asked.id::text)::timestamptz), false) as is_changed
     from (select distinct id from unnest($1::uuid[]) as id) as asked
     left join public.leads as lead on lead.id = asked.id
     order by asked.id`,
    [ids, JSON.stringify(seenOf)],
  );
  return rows;
}

type Doing = { now: Date; actor: string; accounts: ErasableAccounts };

async function deleteLead(tx: Tx, { id, profile_id: profileId, is_changed }: Locked, doing: Doing): Promise<Code> {
  if (profileId === null) return "unknown_lead";
  if (is_changed) return "changed_meanwhile";
  const scope = (await countLeads(tx, profileId)) === 1 ? "contact" : "lead";
  const request = { leadId: id, profileId, userId: undefined, scope } as const;
  const erased = await orAsBefore(tx, () => eraseContact(tx, request, doing.now, doing.accounts));

  await writeAudit(tx, {
    actor: doing.actor,
    action: !erased.ok ? "erasure.refused" : scope === "lead" ? "lead.erased" : "contact.erased",
    leadId: id,
    detail: { profileId, scope, ...(erased.ok ? { deleted: erased.value } : { code: erased.problem.code }) },
  });
  return erased.ok ? "deleted" : erased.problem.code;
}

/** What the database refuses of one lead undoes that lead alone. */
async function orAsBefore<Problem>(
  tx: Tx,
  erase: () => Promise<Result<Erased, Problem>>,
): Promise<Result<Erased, Problem | { code: "not_deleted" }>> {
  await tx.runScript("savepoint one_lead");
  try {
    const erased = await erase();
    await tx.runScript("release savepoint one_lead");
    return erased;
  } catch (error) {
    if (!(error instanceof StageFailure) || !isSqlError(error.cause)) throw error;
    await tx.runScript("rollback to savepoint one_lead");
    return failed({ code: "not_deleted" });
  }
}

async function countLeads(tx: Tx, profileId: string): Promise<number> {
  const { rows } = await tx.query<{ count: number }>(
    "select count(*)::int as count from public.leads where user_profile_id = $1",
    [profileId],
  );
  return rows[0]?.count ?? 0;
}
