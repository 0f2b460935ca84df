import type { AccountAdministration, AccountsContext } from "./account-administration.ts";
import { ownAccounts } from "./own-accounts.ts";
import { projectOf } from "./project-accounts.ts";

export function accountsOf(context: AccountsContext): AccountAdministration {
  return projectOf(context.settings) ?? ownAccounts(context);
}
