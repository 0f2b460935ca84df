import type { Context } from "hono";
import * as z from "zod";

import { deleteProblems, type DeleteProblem, type DeleteStage } from "#content/delete-problems.ts";
import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import {
  checkAdministrator,
  readClaimant,
  type AdministratorProblem,
  type Claimant,
} from "#server/auth/accounts/administrator.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { DatabaseUnavailable } from "#server/db/database-errors.ts";
import type { Tx } from "#server/db/database.ts";
import { readFailure, waitSeconds } from "#server/functions/problems.ts";
import { readJsonBody } from "#server/http/json-body.ts";
import {
  eraseContact,
  StageFailure,
  type Erased,
  type ErasureProblem,
  type ErasureRequest,
} from "#server/leads/erase-contact.ts";

/** Per address, tried or done: a page of contacts in a row passes, guessing does not. */
const deletions = { purpose: "delete-user", capacity: 600, perHour: 3600 };

/**
 * `POST /delete-user`: erases a contact, or one of its leads, for an administrator.
 *
 * All or nothing in one transaction, so that whatever the answer, a repeat starts clean.
 */
export function createDeleteUser(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    try {
      return await deleteUser(context, c);
    } catch (error) {
      const { status, code, retryAfter } = readFailure(context, c, error);
      const stage = error instanceof StageFailure && !isOurTrouble(error) ? error.stage : "unexpected";
      const problem = stage === "unexpected" ? code : (`${stage}_failed` as const);
      return refuse(c, status, problem, stage, retryAfter);
    }
  };
}

async function deleteUser(context: ServerContext, c: Context<AppEnv>): Promise<Response> {
  const wait = await waitSeconds(context, c, deletions);
  if (wait !== undefined) return refuse(c, 429, "over_request_rate_limit", "unexpected", String(wait));

  const claimant = await readClaimant(context, c.req.raw.headers);
  if (!claimant.ok) return refuse(c, claimant.problem.status, claimant.problem.code, "unexpected");

  const body = await readJsonBody(c.req.raw);
  if (!body.ok) return refuse(c, body.problem.status, "unreadable", "unexpected");
  const request = readErasureRequest(body.value);
  if (!request.ok) return refuse(c, 400, request.problem, "unexpected");

  const erased = await context.db.asServer((tx) => eraseFor(tx, claimant.value, request.value, context.now()));
  if (!erased.ok) {
    const { status, code, ...where } = erased.problem;
    return refuse(c, status, code, "stage" in where ? where.stage : "unexpected");
  }
  return c.json({ deleted: erased.value });
}

/** Asks who, erases, and leaves a line about either: the line commits with the erasure or with the refusal. */
async function eraseFor(
  tx: Tx,
  claimant: Claimant,
  request: ErasureRequest,
  now: Date,
): Promise<Result<Erased, AdministratorProblem | ErasureProblem>> {
  const allowed = await checkAdministrator(tx, claimant);
  const erased = allowed.ok ? await eraseContact(tx, request, now) : allowed;
  const action = !erased.ok ? "erasure.refused" : request.scope === "lead" ? "lead.erased" : "contact.erased";
  const { leadId, profileId, userId, scope } = request;
  const outcome = erased.ok ? { deleted: erased.value } : { code: erased.problem.code };
  await writeAudit(tx, { actor: claimant.userId, action, leadId, detail: { profileId, userId, scope, ...outcome } });
  return erased;
}

const requestShape = z.object({
  lead_id: z.guid().nullish(),
  profile_id: z.guid().nullish(),
  user_id: z.guid().nullish(),
  scope: z.enum(["contact", "lead"]).default("contact"),
});

function readErasureRequest(body: unknown): Result<ErasureRequest, "unreadable" | "missing_data"> {
  const read = requestShape.safeParse(body);
  if (!read.success) return failed("unreadable");
  const { lead_id: leadId, profile_id: profileId, user_id: userId, scope } = read.data;
  const namesLead = leadId && profileId;
  // An account whose lead and profile are already gone is named by its own id alone.
  if (!namesLead && (scope === "lead" || !userId)) return failed("missing_data");
  return ok({
    leadId: leadId ?? undefined,
    profileId: profileId ?? undefined,
    userId: userId ?? undefined,
    scope,
  });
}

function isOurTrouble({ cause }: StageFailure): boolean {
  return cause instanceof DatabaseUnavailable;
}

type Status = 400 | 401 | 403 | 409 | 413 | 415 | 429 | 500 | 503;

function refuse(c: Context<AppEnv>, status: Status, code: DeleteProblem, stage: DeleteStage, retryAfter?: string) {
  return c.json({ error: deleteProblems[code], code, stage }, status, retryAfter ? { "retry-after": retryAfter } : {});
}
