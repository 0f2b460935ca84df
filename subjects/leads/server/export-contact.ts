import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/contacts.ts";
import { ok } from "#kit/result.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { collectContactData } from "#subjects/account/server/personal-data.ts";
import { withFrenchWords } from "#subjects/account/server/personal-data-words.ts";

import { refuseAbsentLead } from "#server/functions/door/outcomes.ts";

/**
 * `POST /export-contact`: all that is kept about the person behind a lead, with or without an account, to answer a
 * request under article 15: `{"lead_id"}`. The same as the customer's own `mes-donnees.json`.
 */
export const exportContact = administratorFunction(wire.exportContactCall, {
  sentences: deskProblems,
  async act(tx, { context, caller, now }, { lead_id: leadId }) {
    const data = await collectContactData(tx, accountsOf(context), leadId, now);
    if (!data) return refuseAbsentLead(tx, leadId);
    await writeAudit(tx, { actor: caller.userId, action: "contact.exported", leadId, detail: {} });
    return ok(data);
  },
  answer: withFrenchWords,
  headers: { "content-disposition": 'attachment; filename="donnees-du-contact.json"' },
});
