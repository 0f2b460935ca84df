import * as z from "zod";

import { accountProblems } from "#content/account-problems.ts";
import type { AuditAction } from "#domain/contracts/audit-actions.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { changeLeadAccount, type LeadAccount, leadAccountActions } from "#server/leads/lead-account.ts";

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
export const createAccountFunction = administratorFunction({
  sentences: accountProblems,
  shape: requestShape,
  act: (tx, { context }, { lead_id: leadId, action }) => changeLeadAccount(context, tx, { leadId, action }),
  audit: (outcome, { lead_id: leadId, action: asked }) => ({
    action: outcome.ok ? facts[outcome.value.result] : "account.refused",
    leadId,
    detail: { asked, ...(outcome.ok ? { userId: outcome.value.userId } : { code: outcome.problem.code }) },
  }),
  answer: ({ result, userId }) => ({ result, user_id: userId }),
});

const facts = {
  created: "account.created",
  already_invited: "account.asked_again",
  invited: "account.invited",
  attached: "account.attached",
} as const satisfies Record<LeadAccount["result"], AuditAction>;
