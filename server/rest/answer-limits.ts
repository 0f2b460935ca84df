import type { DatabaseRole } from "#server/db/database.ts";

/** What one answer holds at most. The bytes are those of its body, in UTF-8 and before compression. */
export type AnswerLimits = { rows: number; bytes: number };

const mebibyte = 1024 * 1024;

/** A customer has six leads at most; with every text as long as it may be they are half a megabyte. */
const ordinary: AnswerLimits = { rows: 1000, bytes: 2 * mebibyte };

/** Of trusted servers, who know what they ask for. */
const trusted: AnswerLimits = { rows: 1000, bytes: 16 * mebibyte };

/**
 * The administrators' list shows every lead: only they see rows here, and the browser asks for windows of 100. The
 * longest row that a stranger can make is 90 KB, so that no window of theirs is refused.
 */
const leadList: AnswerLimits = { rows: Infinity, bytes: 16 * mebibyte };
const leadLists: ReadonlySet<string> = new Set(["admin_dashboard", "search_leads"]);

/** @param source a table, a view or a procedure */
export function limitsOf(source: string, role: DatabaseRole): AnswerLimits {
  if (role === "service_role") return trusted;
  return role === "authenticated" && leadLists.has(source) ? leadList : ordinary;
}
