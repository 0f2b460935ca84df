import { deleteProblems } from "#subjects/leads/words/delete-problems.ts";
import type { ReadOf } from "#domain/wire/contract.ts";
import * as wire from "#subjects/account/contract/erasures.ts";
import { callerHasRole } from "#engine/auth/administration/administrator.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import type { Tx } from "#engine/db/database.ts";
import { failed } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { ProjectUnavailable } from "#engine/identity/project-keys.ts";
import { erasableAccounts } from "./erasable-accounts.ts";
import { eraseContact, type ErasureRequest, StageFailure } from "./erase-contact.ts";

/**
 * `POST /delete-user`: erases a contact, or one of its leads. What is paid goes by a manager's hand alone.
 *
 * All or nothing in one transaction, so that whatever the answer, a repeat starts clean.
 */
export const deleteUser = administratorFunction(wire.deleteUserCall, {
  sentences: deleteProblems,
  // An account whose lead and profile are already gone is named by its own id alone.
  check({ lead_id: leadId, profile_id: profileId, user_id: userId, scope }) {
    const namesLead = leadId && profileId;
    return !namesLead && (scope === "lead" || !userId) ? { status: 400, code: "missing_data" } : undefined;
  },
  async act(tx, { context, now, afterCommit }, asked) {
    const request = requestOf(asked);
    if (!(await callerHasRole(tx, "manager")) && (await isPaid(tx, request))) {
      return failed({ status: 403, code: "paid_contact", stage: "lead" });
    }
    return eraseContact(tx, request, now, erasableAccounts(context, afterCommit));
  },
  audit(outcome, asked) {
    const { leadId, profileId, userId, scope } = requestOf(asked);
    const became = outcome.ok ? { deleted: outcome.value } : { code: outcome.problem.code };
    return {
      action: !outcome.ok ? "erasure.refused" : scope === "lead" ? "lead.erased" : "contact.erased",
      leadId,
      detail: { profileId, userId, scope, ...became },
    };
  },
  answer: (deleted) => ({ deleted }),
  refusal: { stage: "unexpected" },
  readThrown(error) {
    if (!(error instanceof StageFailure) || error.stage === "unexpected") return undefined;
    if (error.cause instanceof DatabaseUnavailable || error.cause instanceof ProjectUnavailable) return undefined;
    return { status: 500, code: `${error.stage}_failed`, stage: error.stage };
  },
});

function requestOf({ lead_id, profile_id, user_id, scope }: ReadOf<typeof wire.deleteUserCall>): ErasureRequest {
  return { leadId: lead_id ?? undefined, profileId: profile_id ?? undefined, userId: user_id ?? undefined, scope };
}

/** Whether something of what would go is paid. Contacts first, then leads, in the order in which both are locked. */
async function isPaid(tx: Tx, { leadId, profileId, userId, scope }: ErasureRequest): Promise<boolean> {
  const { rows: contacts } = await tx.query<{ id: string }>(
    `select id from public.user_profiles
     where id = $2 or user_id = $3 or id = (select user_profile_id from public.leads where id = $1)
     order by id for update`,
    [leadId, profileId, userId],
  );
  const { rowCount } = await tx.query(
    `select from public.leads where user_profile_id = any($2::uuid[]) and ($3 or id = $1) and payment_status
     order by id for update`,
    [leadId, contacts.map(({ id }) => id), scope === "contact"],
  );
  return rowCount > 0;
}
