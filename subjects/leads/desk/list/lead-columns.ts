import { createStoredText } from "#app/admin/ui/stored-text.ts";
import { adminLeads } from "#subjects/leads/words/admin-leads.ts";
import { leadColumnsKey } from "#domain/site/storage-keys.ts";

/** What a column is called in `list_leads`, which orders by each of them. */
export type LeadColumn = keyof typeof adminLeads.columns.heads;

/** All there are, from left to right. */
export const leadColumns = Object.keys(adminLeads.columns.heads) as LeadColumn[];

/** Always shown: without the name, a row cannot be told from the next. */
export const fixedColumns: readonly LeadColumn[] = ["last_name"];

const usualColumns: readonly LeadColumn[] = [
  "last_name",
  "email",
  "funnel_origin",
  "volume",
  "lead_status",
  "payment_status",
  "created_at",
];

/** What has a place on a card. */
export const cardColumns: readonly LeadColumn[] = ["last_name", "funnel_origin", "lead_status", "payment_status"];

/** What was stored may be of another day: unknown columns are ignored, and the order is ours. */
export function readShownColumns(stored: string | null): readonly LeadColumn[] {
  if (stored === null) return usualColumns;
  const names = new Set(stored.split(" "));
  return leadColumns.filter((column) => fixedColumns.includes(column) || names.has(column));
}

const storedColumns = createStoredText(leadColumnsKey);

/** The columns that this browser shows of the list. */
export function useLeadColumns() {
  const stored = storedColumns.useText();
  return {
    shown: readShownColumns(stored),
    isUsual: stored === null,
    choose: (columns: readonly LeadColumn[]) => storedColumns.write(columns.join(" ")),
    reset: () => storedColumns.write(null),
  };
}
