import type { Tx } from "#engine/db/database.ts";

/**
 * A line of `private.audit_log`: ids and values of our own lists, never a name, an e-mail or an answer.
 *
 * @template Action What may be said to have been done: the engine's own unless the product has more
 */
export type AuditRow<Action extends string = EngineAction> = {
  /** The account that asked; null for the server itself. */
  actor: string | null;
  action: Action;
  /** The row that it is about, where there is one. */
  rowId?: string | null | undefined;
  /** What is undefined is left out. */
  detail: Record<string, unknown>;
};

/** What the engine itself leaves lines about. */
export const engineActions = [
  "administrator.signed_in",
  "administrator.sign_in_refused",
  "administrator.factor_added",
  "administrator.factor_removed",
  "administrator.factor_passed",
  "administrator.factor_refused",
  "administrator.factors_reset",
  "administrator.passkey_added",
  "administrator.passkey_removed",
  "administrator.right_begun",
  "account.created",
  "account.changed",
  "account.deleted",
  "account.invited",
  "account.link_made",
  "factor.changed",
  "factor.removed",
  "passkey.removed",
  "delivery.replayed",
  "deliveries.replayed",
  "signing_keys.rotated",
  "signing_keys.revoked",
  "signing_keys.retired",
] as const;

export type EngineAction = (typeof engineActions)[number];

/** Write it in the transaction that does the work: the line commits with the change, or with its refusal. */
export async function insertAuditLine<Action extends string = EngineAction>(
  tx: Tx,
  { actor, action, rowId, detail }: AuditRow<NoInfer<Action>>,
): Promise<void> {
  await tx.query("insert into private.audit_log (actor, action, lead_id, detail) values ($1, $2, $3, $4)", [
    actor,
    action,
    rowId ?? null,
    JSON.stringify(detail),
  ]);
}
