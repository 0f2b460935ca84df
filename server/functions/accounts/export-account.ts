import type { Context } from "hono";

import type { Result } from "#domain/kernel/result.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readJsonBody } from "#server/http/json-body.ts";
import { checkOwner, readOwnerClaim, type OwnerClaim, type OwnerProblem } from "#server/leads/account-owner.ts";
import { collectPersonalData, type PersonalData } from "#server/leads/personal-data.ts";

/** Per address, given or not. */
const exports = { purpose: "export-account", capacity: 30, perHour: 120 };

/** `POST /export-account`: all that is kept about the caller, as a file. It takes no body, or one it does not look at. */
export function createExportAccount(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, exports);
    if (tooMany) return tooMany;

    const claim = await readOwnerClaim(context, c.req.raw.headers);
    if (!claim.ok) return refuse(c, claim.problem.status, claim.problem.code);
    const body = await readJsonBody(c.req.raw);
    if (!body.ok) return refuse(c, body.problem.status, "unreadable");

    const exported = await context.db.asServer((tx) => exportFor(tx, claim.value, context.now()));
    return exported.ok
      ? c.json(exported.value, 200, { "content-disposition": 'attachment; filename="mes-donnees.json"' })
      : refuse(c, exported.problem.status, exported.problem.code);
  };
}

/** Asks who, collects, and leaves a line about either: nothing leaves without it. */
async function exportFor(tx: Tx, claim: OwnerClaim, now: Date): Promise<Result<PersonalData, OwnerProblem>> {
  const owner = await checkOwner(tx, claim, now);
  const outcome = owner.ok ? {} : { code: owner.problem.code };
  const action = owner.ok ? "account.exported" : "account.export_refused";
  await writeAudit(tx, { actor: claim.userId, action, detail: outcome });
  return owner.ok ? { ok: true, value: await collectPersonalData(tx, owner.value, now) } : owner;
}
