import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/account/contract/customer-space.ts";
import { canonicalEmail } from "#kit/email-address.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { isAdministrator, type User } from "#engine/auth/accounts/users.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";
import { readPhone } from "#engine/auth/accounts/phone-number.ts";
import type { Tx } from "#engine/db/database.ts";
import type { ServerContext } from "#server/context/context.ts";
import { customerFunction } from "#server/functions/door/endpoint.ts";
import { type OwnerClaim, profilesUnderAddress, provedAddresses } from "#server/functions/door/account-owner.ts";
import { erasableAccounts } from "./erasable-accounts.ts";
import { eraseContact, type ErasableAccounts, type Erased, type ErasureProblem } from "./erase-contact.ts";

/** A deletion needs a recent sign-in: a session left open on a desk is not enough. */
const signInLastsMs = 10 * 60_000;

/**
 * `POST /delete-account`: a customer erases their own account, with all that was kept about them: `{"email"}`, typed.
 *
 * The sign-in is ten minutes old at most: an exchanged token is no new sign-in. All or nothing in one transaction. It
 * cancels no subscription at the payment provider.
 */
export const deleteAccountFunction = customerFunction(wire.deleteAccountCall, {
  sentences: functionProblems,
  async act(tx, { context, caller, now, afterCommit }, { email }) {
    const problem = await checkDeletion(context, tx, caller, email, now);
    return problem ? failed(problem) : eraseOwner(tx, caller.user, now, erasableAccounts(context, afterCommit));
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
  context: ServerContext,
  tx: Tx,
  { user, ...owner }: OwnerClaim & { user: User },
  typedEmail: string,
  now: Date,
): Promise<DeletionProblem | undefined> {
  if (await isAdministrator(tx, user.id)) return { status: 403, code: "administrator_account" };
  if (!isOwn(typedEmail, user)) return { status: 400, code: "email_mismatch" };
  const since = new Date(now.getTime() - signInLastsMs);
  const hasJustSignedIn = await accountsOf(context).hasSignedInSince(tx, owner, since);
  return hasJustSignedIn ? undefined : { status: 403, code: "sign_in_again" };
}

/** What the account opens with: its address, or its phone when it has none. */
function isOwn(typed: string, { email, phone }: User): boolean {
  if (email !== null) return canonicalEmail(typed) === canonicalEmail(email);
  return phone !== null && readPhone(typed) === phone;
}

async function eraseOwner(
  tx: Tx,
  user: User,
  now: Date,
  accounts: ErasableAccounts,
): Promise<Result<Erased, DeletionProblem>> {
  const contacts = [
    ...(await profilesUnderAddress(tx, user)).map(({ id }) => ({ profileId: id, userId: undefined })),
    { profileId: undefined, userId: user.id },
  ];
  const proved = provedAddresses({ email: user.email, isEmailConfirmed: user.email_confirmed_at !== null });
  const total: Erased = { leads: 0, profiles: 0, accounts: 0 };
  for (const contact of contacts) {
    const erased = await eraseContact(tx, { ...contact, proved, leadId: undefined, scope: "contact" }, now, accounts);
    if (!erased.ok) return failed({ status: erased.problem.status, code: erased.problem.code } as DeletionProblem);
    total.leads += erased.value.leads;
    total.profiles += erased.value.profiles;
    total.accounts += erased.value.accounts;
  }
  return ok(total);
}
