import { deleteProblems } from "#subjects/leads/words/delete-problems.ts";
import type { ReadOf } from "#domain/wire/contract.ts";
import * as wire from "#subjects/account/contract/erasures.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { ProjectUnavailable } from "#engine/identity/project-keys.ts";
import { erasableAccounts } from "./erasable-accounts.ts";
import { eraseContact, type ErasureRequest, StageFailure } from "./erase-contact.ts";

/**
 * `POST /delete-user`: erases a contact, or one of its leads, for an administrator.
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
  act: (tx, { context, now, afterCommit }, asked) =>
    eraseContact(tx, requestOf(asked), now, erasableAccounts(context, afterCommit)),
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
