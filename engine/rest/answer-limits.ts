import type { DatabaseRole } from "#engine/db/database.ts";

import type { Paging } from "./paged-reads.ts";

/**
 * What one answer holds at most. The bytes are those of its body, in UTF-8 and before compression; with `paging`, those
 * of a page of it.
 */
export type AnswerLimits = { rows: number; bytes: number; paging?: Paging };

const mebibyte = 1024 * 1024;

/** A customer has six leads at most; with every text as long as it may be they are half a megabyte. */
const ordinary: AnswerLimits = { rows: 1000, bytes: 2 * mebibyte };

/** Of trusted servers, who know what they ask for. */
const trusted: AnswerLimits = { rows: 1000, bytes: 16 * mebibyte };

/**
 * The administrators' list shows every lead: only they see rows here. The longest row that a stranger can make is
 * 90 KB, so that no page is refused.
 */
const leadList: AnswerLimits = { rows: Infinity, bytes: 16 * mebibyte };
const leadLists: ReadonlyMap<string, AnswerLimits> = new Map([
  ["admin_dashboard", { ...leadList, paging: { key: "created_at", id: "lead_id", rows: 100 } }],
  ["search_leads", leadList],
]);

/** @param source a table, a view or a procedure */
export function limitsOf(source: string, role: DatabaseRole): AnswerLimits {
  if (role === "service_role") return trusted;
  return (role === "authenticated" && leadLists.get(source)) || ordinary;
}
