import type { Context } from "hono";
import * as z from "zod";

import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { trimmed } from "#domain/kernel/trimmed.ts";
import { writeAudit } from "#server/audit/write-audit.ts";
import { isAdministrator, type User } from "#server/auth/accounts/users.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import type { Tx } from "#server/db/database.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";
import {
  checkOwner,
  profilesUnderAddress,
  readOwnerClaim,
  type OwnerClaim,
  type OwnerProblem,
} from "#server/leads/account-owner.ts";
import { eraseContact, type Erased, type ErasureProblem } from "#server/leads/erase-contact.ts";

/** Per address, done or not. */
const deletions = { purpose: "delete-account", capacity: 30, perHour: 120 };

/** A session found open on somebody's desk deletes nothing. */
const signInLastsMs = 10 * 60_000;

const requestShape = z.object({ email: z.string() });

type DeletionProblem =
  | OwnerProblem
  | Pick<ErasureProblem, "status" | "code">
  | { status: 400; code: "email_mismatch" }
  | { status: 403; code: "sign_in_again" };

/**
 * `POST /delete-account`: a customer erases their own account, with all that was kept about them: `{"email"}`, typed.
 *
 * The sign-in is ten minutes old at most, by the session's row: an exchanged token is no new sign-in. All or nothing in
 * one transaction. It cancels no subscription at the payment provider.
 */
export function createDeleteAccount(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, deletions);
    if (tooMany) return tooMany;

    const claim = await readOwnerClaim(context, c.req.raw.headers);
    if (!claim.ok) return refuse(c, claim.problem.status, claim.problem.code);

    const request = await readRequest(c.req.raw, requestShape);
    if (!request.ok) return refuse(c, request.problem, "unreadable");

    const { email } = request.value;
    const deleted = await context.db.asServer((tx) => deleteFor(tx, claim.value, email, context.now()));
    return deleted.ok ? c.json({ deleted: true }) : refuse(c, deleted.problem.status, deleted.problem.code);
  };
}

/** Asks who, erases, and leaves a line about either: the line commits with the erasure or with the refusal. */
async function deleteFor(
  tx: Tx,
  claim: OwnerClaim,
  typedEmail: string,
  now: Date,
): Promise<Result<Erased, DeletionProblem>> {
  const allowed = await checkDeletion(tx, claim, typedEmail, now);
  const deleted = allowed.ok ? await eraseOwner(tx, allowed.value, now) : allowed;
  const outcome = deleted.ok ? { deleted: deleted.value } : { code: deleted.problem.code };
  const action = deleted.ok ? "account.deleted" : "account.deletion_refused";
  await writeAudit(tx, { actor: claim.userId, action, detail: outcome });
  return deleted;
}

async function checkDeletion(
  tx: Tx,
  claim: OwnerClaim,
  typedEmail: string,
  now: Date,
): Promise<Result<User, DeletionProblem>> {
  const owner = await checkOwner(tx, claim, now);
  if (!owner.ok) return owner;
  if (await isAdministrator(tx, claim.userId)) return failed({ status: 403, code: "administrator_account" });
  if (trimmed(typedEmail).toLowerCase() !== owner.value.email) return failed({ status: 400, code: "email_mismatch" });
  if (!(await hasJustSignedIn(tx, claim.sessionId, now))) return failed({ status: 403, code: "sign_in_again" });
  return owner;
}

/** A session row is made by a sign-in and by nothing else. */
async function hasJustSignedIn(tx: Tx, sessionId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query("select 1 from auth.sessions where id = $1 and created_at >= $2", [
    sessionId,
    new Date(now.getTime() - signInLastsMs),
  ]);
  return rowCount > 0;
}

async function eraseOwner(tx: Tx, user: User, now: Date): Promise<Result<Erased, ErasureProblem>> {
  const contacts = [
    ...(await profilesUnderAddress(tx, user)).map(({ id }) => ({ profileId: id, userId: undefined })),
    { profileId: undefined, userId: user.id },
  ];
  const total: Erased = { leads: 0, profiles: 0, accounts: 0 };
  for (const contact of contacts) {
    const erased = await eraseContact(tx, { ...contact, leadId: undefined, scope: "contact" }, now);
    if (!erased.ok) return erased;
    total.leads += erased.value.leads;
    total.profiles += erased.value.profiles;
    total.accounts += erased.value.accounts;
  }
  return ok(total);
}
