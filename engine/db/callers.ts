import type { Caller, TxOptions } from "./database.ts";
import type { TransactionPlan } from "./transactions.ts";

/** The only roles a caller can have, whatever a token says. */
const roles = { anon: "anon", authenticated: "authenticated", service_role: "service_role" } as const;

export const searchPath = "public, extensions";

/**
 * Ends what a frozen process left open, and its locks with it. PostgreSQL only; the embedded engine has one process.
 */
export const idleTransactionMs = 60_000;

/** What would undo the role just set. */
const reservedSettings = ["role", "session_authorization"];

/** The settings under which a caller's transaction runs. The role comes first: what follows needs no other. */
export function planForCaller(caller: Caller, options: TxOptions, statementTimeoutMs: number): TransactionPlan {
  if (!Object.hasOwn(roles, caller.role)) throw new Error(`Nobody may act as ${caller.role}.`);
  const added = Object.entries(options.settings ?? {});
  if (added.some(([name]) => reservedSettings.includes(name.toLowerCase()))) {
    throw new Error("A caller's settings may not change the role.");
  }
  return {
    isReadOnly: options.isReadOnly ?? false,
    settings: [
      ["role", roles[caller.role]],
      ["request.jwt.claims", JSON.stringify(caller.claims)],
      ["statement_timeout", String(statementTimeoutMs)],
      ["idle_in_transaction_session_timeout", String(idleTransactionMs)],
      ["search_path", searchPath],
      ...added,
    ],
  };
}
