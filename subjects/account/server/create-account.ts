import { accountProblems } from "#subjects/account/words/account-problems.ts";
import type { AuditAction } from "#subjects/journal/rules/audit-actions.ts";
import * as wire from "#subjects/account/contract/lead-accounts.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { changeLeadAccount, type ChangedAccount } from "./lead-account.ts";

/**
 * `POST /create-account`: the account of a lead, for an administrator: `{"lead_id", "action"}`.
 *
 * - `create`, the default: makes it, attaches the profile, mails an invitation
 * - `resend`: mails the invitation again; the link of the one before stops working
 * - `attach`: gives the lead to the account that already has its e-mail
 *
 * Everything happens in one transaction, with its line in the audit log.
 */
export const createAccountFunction = administratorFunction(wire.createAccountCall, {
  sentences: accountProblems,
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
} as const satisfies Record<ChangedAccount["result"], AuditAction>;
