import { accountsOf } from "#server/auth/administration/account-administration.ts";
import type { ServerContext } from "#server/context.ts";

import { type RemoveAccount, StageFailure } from "./erase-contact.ts";

/** Removes an account where it is: with the transaction, or once that has committed. */
export function accountRemover(
  context: Pick<ServerContext, "settings" | "now">,
  afterCommit: (step: () => Promise<void>) => void,
): RemoveAccount {
  return async (tx, accountId) => {
    const removal = await accountsOf(context).remove(tx, accountId);
    const step = removal.afterCommit;
    if (step) afterCommit(() => step().catch((error: unknown) => Promise.reject(new StageFailure("account", error))));
    return removal.accounts;
  };
}
