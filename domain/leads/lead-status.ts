import type { LeadStatus } from "#domain/kernel/lead.ts";

/** Neither prepared nor paid any more; the team may take it up again. SQL: `private.is_closed`. */
export function isClosed({ status }: { status: LeadStatus | null }): boolean {
  return status === "inactive";
}
