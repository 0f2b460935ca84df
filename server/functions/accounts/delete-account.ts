import * as z from "zod";

import { functionProblems } from "#content/function-problems.ts";
import { failed, ok, type Result } from "#domain/kernel/result.ts";
import { trimmed } from "#domain/kernel/trimmed.ts";
import { isAdministrator, type User } from "#server/auth/accounts/users.ts";
import { readPhone } from "#server/auth/phones/phone-number.ts";
import type { Tx } from "#server/db/database.ts";
import { customerFunction } from "#server/functions/endpoint.ts";
import { profilesUnderAddress } from "#server/leads/account-owner.ts";
import { accountRemover } from "#server/leads/account-remover.ts";
import { eraseContact, type Erased, type ErasureProblem, type RemoveAccount } from "#server/leads/erase-contact.ts";

/** A session found open on somebody's desk deletes nothing. */
const signInLastsMs = 10 * 60_000;

const requestShape = z.object({ email: z.string() });

/**
 * `POST /delete-account`: a customer erases their own account, with all that was kept about them: `{"email"}`, typed.
 *
 * The sign-in is ten minutes old at most, by the session's row: an exchanged token is no new sign-in. All or nothing in
 * one transaction. It cancels no subscription at the payment provider.
 */
export const deleteAccount = customerFunction({
  sentences: functionProblems,
  shape: requestShape,
  async act(tx, { context, caller, now, afterCommit }, { email }) {
    const problem = await checkDeletion(tx, caller, email, now);
    return problem ? failed(problem) : eraseOwner(tx, caller.user, now, accountRemover(context, afterCommit));
  },
  audit: (outcome) => ({
    action: outcome.ok ? "account.deleted" : "account.deletion_refused",
    detail: outcome.ok ? { deleted: outcome.value } : { code: outcome.problem.code },
  }),
  answer: () => ({ deleted: true }),
});

type DeletionProblem =
  | Pick<ErasureProblem, "status" | "code">
  | { status: 400; code: "email_mismatch" }
  | { status: 403; code: "sign_in_again" };

async function checkDeletion(
  tx: Tx,
  { user, sessionId }: { user: User; sessionId: string },
  typedEmail: string,
  now: Date,
): Promise<DeletionProblem | undefined> {
  if (await isAdministrator(tx, user.id)) return { status: 403, code: "administrator_account" };
  if (!isOwn(typedEmail, user)) return { status: 400, code: "email_mismatch" };
  return (await hasJustSignedIn(tx, sessionId, now)) ? undefined : { status: 403, code: "sign_in_again" };
}

/** What the account opens with: its address, or its phone when it has none. */
function isOwn(typed: string, { email, phone }: User): boolean {
  if (email !== null) return trimmed(typed).toLowerCase() === email;
  return phone !== null && readPhone(typed) === phone;
}

/** A session row is made by a sign-in and by nothing else. */
async function hasJustSignedIn(tx: Tx, sessionId: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query("select 1 from auth.sessions where id = $1 and created_at >= $2", [
    sessionId,
    new Date(now.getTime() - signInLastsMs),
  ]);
  return rowCount > 0;
}

async function eraseOwner(
  tx: Tx,
  user: User,
  now: Date,
  removeAccount: RemoveAccount,
): Promise<Result<Erased, DeletionProblem>> {
  const contacts = [
    ...(await profilesUnderAddress(tx, user)).map(({ id }) => ({ profileId: id, userId: undefined })),
    { profileId: undefined, userId: user.id },
  ];
  const total: Erased = { leads: 0, profiles: 0, accounts: 0 };
  for (const contact of contacts) {
    const erased = await eraseContact(tx, { ...contact, leadId: undefined, scope: "contact" }, now, removeAccount);
    if (!erased.ok) return failed({ status: erased.problem.status, code: erased.problem.code } as DeletionProblem);
    total.leads += erased.value.leads;
    total.profiles += erased.value.profiles;
    total.accounts += erased.value.accounts;
  }
  return ok(total);
}
