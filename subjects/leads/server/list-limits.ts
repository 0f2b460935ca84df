import type { AnswerLimits } from "#engine/rest/answer-limits.ts";

/**
 * The administrators' lists show every lead: only they see rows there. The longest row that a stranger can make is
 * 90 KB, so that no page is refused. A customer has six leads at most, half a megabyte with every text as long as it
 * may be: the usual limits hold that.
 */
const leadList: AnswerLimits = { rows: Infinity, bytes: 16 * 1024 * 1024 };

export const listLimits: Record<string, AnswerLimits> = {
  admin_dashboard: { ...leadList, paging: { key: "created_at", id: "lead_id", rows: 100 } },
  search_leads: leadList,
};
