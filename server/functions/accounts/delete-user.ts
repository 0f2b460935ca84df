import * as z from "zod";

import { deleteProblems } from "#content/delete-problems.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { ProjectUnavailable } from "#engine/identity/project-keys.ts";
import { erasableAccounts } from "#server/leads/erasable-accounts.ts";
import { eraseContact, type ErasureRequest, StageFailure } from "#server/leads/erase-contact.ts";

const requestShape = z
  .object({
    lead_id: z.guid().nullish(),
    profile_id: z.guid().nullish(),
    user_id: z.guid().nullish(),
    scope: z.enum(["contact", "lead"]).default("contact"),
  })
  .transform(({ lead_id, profile_id, user_id, scope }): ErasureRequest => ({
    leadId: lead_id ?? undefined,
    profileId: profile_id ?? undefined,
    userId: user_id ?? undefined,
    scope,
  }));

/**
 * `POST /delete-user`: erases a contact, or one of its leads, for an administrator.
 *
 * All or nothing in one transaction, so that whatever the answer, a repeat starts clean.
 */
export const deleteUser = administratorFunction({
  sentences: deleteProblems,
  shape: requestShape,
  // An account whose lead and profile are already gone is named by its own id alone.
  check({ leadId, profileId, userId, scope }) {
    const namesLead = leadId && profileId;
    return !namesLead && (scope === "lead" || !userId) ? { status: 400, code: "missing_data" } : undefined;
  },
  act: (tx, { context, now, afterCommit }, request) =>
    eraseContact(tx, request, now, erasableAccounts(context, afterCommit)),
  audit: (outcome, { leadId, profileId, userId, scope }) => ({
    action: !outcome.ok ? "erasure.refused" : scope === "lead" ? "lead.erased" : "contact.erased",
    leadId,
    detail: {
      profileId,
      userId,
      scope,
      ...(outcome.ok ? { deleted: outcome.value } : { code: outcome.problem.code }),
    },
  }),
  answer: (deleted) => ({ deleted }),
  refusal: { stage: "unexpected" },
  readThrown(error) {
    if (!(error instanceof StageFailure) || error.stage === "unexpected") return undefined;
    if (error.cause instanceof DatabaseUnavailable || error.cause instanceof ProjectUnavailable) return undefined;
    return { status: 500, code: `${error.stage}_failed`, stage: error.stage };
  },
});
