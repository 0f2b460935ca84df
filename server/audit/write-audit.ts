import type { AuditAction } from "#domain/contracts/audit-actions.ts";
import { type AuditLine as Line, writeAudit as writeLine } from "#engine/audit/write-audit.ts";
import type { Tx } from "#engine/db/database.ts";

export type AuditLine = Omit<Line<AuditAction>, "rowId"> & { leadId?: string | null | undefined };

/** `writeAudit` of the engine, for what the site's own list says may be done. */
export function writeAudit(tx: Tx, { leadId, ...line }: AuditLine): Promise<void> {
  return writeLine<AuditAction>(tx, { ...line, rowId: leadId });
}
