import type { AuditAction } from "#domain/contracts/audit-actions.ts";
import type { Tx } from "#engine/db/database.ts";

/** A line of `private.audit_log`: ids and values of our own lists, never a name, an e-mail or an answer. */
export type AuditLine = {
  /** The account that asked; null for the server itself. */
  actor: string | null;
  action: AuditAction;
  leadId?: string | null | undefined;
  /** What is undefined is left out. */
  detail: Record<string, unknown>;
};

/** Write it in the transaction that does the work: the line commits with the change, or with its refusal. */
export async function writeAudit(tx: Tx, { actor, action, leadId, detail }: AuditLine): Promise<void> {
  await tx.query("insert into private.audit_log (actor, action, lead_id, detail) values ($1, $2, $3, $4)", [
    actor,
    action,
    leadId ?? null,
    JSON.stringify(detail),
  ]);
}
