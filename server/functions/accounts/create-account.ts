import type { Context } from "hono";
import * as z from "zod";

import { accountProblems, type AccountProblem } from "#content/account-problems.ts";
import type { Result } from "#domain/kernel/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import {
  checkAdministrator,
  readClaimant,
  type AdministratorProblem,
  type Claimant,
} from "#server/auth/accounts/administrator.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { readFailure, waitSeconds } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";
import {
  changeLeadAccount,
  leadAccountActions,
  type LeadAccount,
  type LeadAccountProblem,
  type LeadAccountRequest,
} from "#server/leads/lead-account.ts";

/** Per address, tried or done: each may be a mail to somebody. */
const creations = { purpose: "create-account", capacity: 60, perHour: 600 };

const requestShape = z.object({ lead_id: z.guid(), action: z.enum(leadAccountActions).default("create") });

/**
 * `POST /create-account`: the account of a lead, for an administrator: `{"lead_id", "action"}`.
 *
 * - `create`, the default: makes it, attaches the profile, mails an invitation
 * - `resend`: mails the invitation again; the link of the one before stops working
 * - `attach`: gives the lead to the account that already has its e-mail
 *
 * Everything happens in one transaction, with its line in the audit log.
 */
export function createCreateAccount(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    try {
      return await createAccount(context, c);
    } catch (error) {
      const { status, code, retryAfter } = readFailure(context, c, error);
      return refuse(c, status, code, retryAfter);
    }
  };
}

async function createAccount(context: ServerContext, c: Context<AppEnv>): Promise<Response> {
  const wait = await waitSeconds(context, c, creations);
  if (wait !== undefined) return refuse(c, 429, "over_request_rate_limit", String(wait));

  const claimant = await readClaimant(context, c.req.raw.headers);
  if (!claimant.ok) return refuse(c, claimant.problem.status, claimant.problem.code);

  const request = await readRequest(c.req.raw, requestShape);
  if (!request.ok) return refuse(c, request.problem, "unreadable");

  const { lead_id: leadId, action } = request.value;
  const changed = await context.db.asServer((tx) => changeFor(context, tx, claimant.value, { leadId, action }));
  if (!changed.ok) return refuse(c, changed.problem.status, changed.problem.code);
  return c.json({ result: changed.value.result, user_id: changed.value.userId });
}

const facts = {
  created: "account.created",
  already_invited: "account.asked_again",
  invited: "account.invited",
  attached: "account.attached",
} satisfies Record<LeadAccount["result"], string>;

/** Asks who, does it, and leaves a line about either: the line commits with the change or with the refusal. */
async function changeFor(
  context: ServerContext,
  tx: Tx,
  claimant: Claimant,
  request: LeadAccountRequest,
): Promise<Result<LeadAccount, AdministratorProblem | LeadAccountProblem>> {
  const allowed = await checkAdministrator(tx, claimant);
  const changed = allowed.ok ? await changeLeadAccount(context, tx, request) : allowed;
  const fact = changed.ok ? facts[changed.value.result] : "account.refused";
  const outcome = changed.ok ? { userId: changed.value.userId } : { code: changed.problem.code };
  await writeAudit(tx, {
    actor: claimant.userId,
    action: fact,
    leadId: request.leadId,
    detail: { asked: request.action, ...outcome },
  });
  return changed;
}

type Status = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

function refuse(c: Context<AppEnv>, status: Status, code: AccountProblem, retryAfter?: string) {
  return c.json({ error: accountProblems[code], code }, status, retryAfter ? { "retry-after": retryAfter } : {});
}
