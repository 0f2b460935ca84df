import type { LeadStatus } from "#domain/kernel/lead.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

/** The status that a lead is on its way to. */
export type Moves = ReadonlyMap<string, LeadStatus>;

type Read = { status: LeadStatus; rows: readonly LeadRow[] };
type Placed = { cards: LeadRow[]; change: number };

/**
 * Each lead in the column of its status, once: those read for it in their order, below those that came from another.
 *
 * @returns for each column its cards, and by how many they are more than those that were read for it
 */
export function placeCards(columns: readonly Read[], moves: Moves): Placed[] {
  const statusOf = ({ leadId, status }: LeadRow) => (leadId === null ? status : (moves.get(leadId) ?? status));
  return columns.map(({ status, rows }) => {
    const own = unique(rows);
    const staying = own.filter((row) => statusOf(row) === status);
    const known = new Set(own.map(({ leadId }) => leadId));
    const coming = unique(
      columns.filter((column) => column.status !== status).flatMap((column) => [...column.rows]),
    ).filter((row) => statusOf(row) === status && !known.has(row.leadId));
    return { cards: [...coming, ...staying], change: coming.length + staying.length - own.length };
  });
}

/** Two pages read at different moments may both hold a lead. */
function unique(rows: readonly LeadRow[]): LeadRow[] {
  return [...new Map(rows.map((row) => [row.leadId, row])).values()];
}
