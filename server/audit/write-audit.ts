import type { AuditAction } from "#subjects/journal/rules/audit-actions.ts";
import { type AuditRow, insertAuditLine } from "#engine/audit/write-audit.ts";
import type { Tx } from "#engine/db/database.ts";

export type AuditLine = Omit<AuditRow<AuditAction>, "rowId"> & { leadId?: string | null | undefined };

/** `insertAuditLine` of the engine, for what the site's own list says may be done. */
export function writeAudit(tx: Tx, { leadId, ...line }: AuditLine): Promise<void> {
  return insertAuditLine<AuditAction>(tx, { ...line, rowId: leadId });
}
