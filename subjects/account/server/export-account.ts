import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/customer-space.ts";
import { ok } from "#kit/result.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { customerFunction } from "#server/functions/door/endpoint.ts";
import { collectPersonalData } from "./personal-data.ts";
import { withFrenchWords } from "./personal-data-words.ts";

/**
 * `POST /export-account`: all that is kept about the caller, as a file. It takes no body, or one it does not look at.
 */
export const exportAccount = customerFunction(wire.exportAccountCall, {
  sentences: functionProblems,
  async act(tx, { context, caller, now }) {
    // Before the data is collected: this line is part of it.
    await writeAudit(tx, { actor: caller.userId, action: "account.exported", detail: {} });
    const records = await accountsOf(context).collectRecords(tx, caller);
    return ok(await collectPersonalData(tx, caller.user, records, now));
  },
  audit: (outcome) =>
    outcome.ok ? undefined : { action: "account.export_refused", detail: { code: outcome.problem.code } },
  answer: withFrenchWords,
  headers: { "content-disposition": 'attachment; filename="mes-donnees.json"' },
});
