import type { AccountsContext } from "#engine/auth/administration/account-administration.ts";
import { accountsOf } from "#engine/auth/administration/accounts-of.ts";

import { type ErasableAccounts, StageFailure } from "./erase-contact.ts";

/** Accounts that go where they are: with the transaction, or once that has committed. */
export function erasableAccounts(
  context: AccountsContext,
  afterCommit: (step: () => Promise<void>) => void,
): ErasableAccounts {
  const accounts = accountsOf(context);
  return {
    find: (tx, accountId) => accounts.find(tx, accountId),
    async remove(tx, accountId) {
      const removal = await accounts.remove(tx, accountId);
      const step = removal.afterCommit;
      if (step) afterCommit(() => step().catch((error: unknown) => Promise.reject(new StageFailure("account", error))));
      return removal.accounts;
    },
  };
}

/** As `erasableAccounts`, for a job: what a project is still to do is done by the job for what is left of that. */
export function accountsErasedLater(context: AccountsContext): ErasableAccounts {
  return erasableAccounts(context, () => undefined);
}
