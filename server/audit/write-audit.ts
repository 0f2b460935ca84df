import { type AuditAction } from "#domain/contracts/audit-actions.ts";
import { type AuditLine as Line, writeAudit as writeLine } from "#engine/audit/write-audit.ts";

export type AuditLine = Line<AuditAction>;

/** `writeAudit` of the engine, for what the site's own list says may be done. */
export const writeAudit = writeLine<AuditAction>;
