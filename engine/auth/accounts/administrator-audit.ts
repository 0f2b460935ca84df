import type { EngineAction } from "#engine/audit/write-audit.ts";
import type { SignInMethod } from "./sign-in-method.ts";
import type { AuthProblemCode } from "#engine/auth/wire/problems.ts";
import type { Tx } from "#engine/db/database.ts";

/** Leaves a line when the account is an administrator's. Source: promises, S-29. */
export async function auditSignIn(tx: Tx, userId: string, method: SignInMethod): Promise<void> {
  await audit(tx, userId, "administrator.signed_in", { method });
}

/**
 * Leaves a line about a sign-in that was refused to an administrator's account. The same statement for every account
 * and for none, without waiting for the disk, so that the time of an answer does not tell who administers.
 *
 * A guess that the rate limits refuse leaves none: they would be as many as a stranger likes.
 */
export async function auditRefusal(
  tx: Tx,
  userId: string | undefined,
  { method, code }: { method: SignInMethod; code: AuthProblemCode },
): Promise<void> {
  await tx.query("select set_config('synchronous_commit', 'off', true)");
  await audit(tx, userId, "administrator.sign_in_refused", { method, code });
}

type FactorFact =
  | "factor_added"
  | "factor_removed"
  | "factor_passed"
  | "factor_refused"
  | "passkey_added"
  | "passkey_removed";

/** Leaves a line about a second factor or a passkey of an administrator's account; for any other account, none. */
export async function auditFactor(
  tx: Tx,
  userId: string,
  fact: FactorFact,
  detail: Record<string, string>,
): Promise<void> {
  await audit(tx, userId, `administrator.${fact}`, detail);
}

/** Leaves a line, whosever account it was. @param actor null for the command */
export async function auditFactorReset(
  tx: Tx,
  { userId, actor, removed }: { userId: string; actor: string | null; removed: number },
): Promise<void> {
  await tx.query(
    "insert into private.audit_log (actor, action, detail) values ($1, 'administrator.factors_reset', $2)",
    [actor, JSON.stringify({ userId, removed })],
  );
}

async function audit(tx: Tx, userId: string | undefined, action: EngineAction, detail: Record<string, string>) {
  await tx.query(
    `insert into private.audit_log (actor, action, detail)
     select $1::uuid, $2, $3::jsonb where auth.is_administrator($1::uuid)`,
    [userId, action, JSON.stringify(detail)],
  );
}
