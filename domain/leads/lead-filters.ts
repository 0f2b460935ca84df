import { type FunnelOrigin, type LeadStatus, funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";

import type { LeadRow } from "./lead-row.ts";

/** Columns of `admin_dashboard` that the list may be ordered by. */
export const leadSortColumns = [
  "created_at",
  "updated_at",
  "last_name",
  "company_name",
  "funnel_origin",
  "lead_status",
  "payment_status",
] as const;
export type LeadSortColumn = (typeof leadSortColumns)[number];

export type LeadSort = { column: LeadSortColumn; direction: "asc" | "desc" };

export type LeadFilters = {
  /** What was typed, ends trimmed; empty means no search. Every character is literal. */
  search: string;
  origin: FunnelOrigin | undefined;
  status: LeadStatus | undefined;
  isPaid: boolean | undefined;
  sort: LeadSort;
};

/** Source: specification, section 7, admin calls. */
export const newestFirst: LeadSort = { column: "created_at", direction: "desc" };

export const noFilters: LeadFilters = {
  search: "",
  origin: undefined,
  status: undefined,
  isPaid: undefined,
  sort: newestFirst,
};

/** Longer searches are cut: no name, e-mail or phone is that long. */
export const searchMaxLength = 200;

/** Addresses are typed, shared and kept: whatever is not understood reads as no filter. */
export function readLeadFilters(params: URLSearchParams): LeadFilters {
  return {
    search: (params.get("recherche") ?? "").trim().slice(0, searchMaxLength),
    origin: oneOf(funnelOrigins, params.get("tunnel")),
    status: oneOf(leadStatuses, params.get("statut")),
    isPaid: readPayment(params.get("paiement")),
    sort: readLeadSort(params.get("tri") ?? "") ?? newestFirst,
  };
}

/** The address parameters of these filters; what is at rest is left out, so a plain list has a plain address. */
export function writeLeadFilters({ search, origin, status, isPaid, sort }: LeadFilters): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set("recherche", search);
  if (origin) params.set("tunnel", origin);
  if (status) params.set("statut", status);
  if (isPaid !== undefined) params.set("paiement", isPaid ? "paye" : "non-paye");
  if (writeLeadSort(sort) !== writeLeadSort(newestFirst)) params.set("tri", writeLeadSort(sort));
  return params;
}

export function readLeadSort(text: string): LeadSort | undefined {
  const [name, direction] = text.split(".");
  const column = oneOf(leadSortColumns, name ?? null);
  if (!column || (direction !== "asc" && direction !== "desc")) return undefined;
  return { column, direction };
}

export function writeLeadSort({ column, direction }: LeadSort): string {
  return `${column}.${direction}`;
}

/** How many things narrow the list; the order narrows nothing. */
export function countActiveFilters({ search, origin, status, isPaid }: LeadFilters): number {
  return [search !== "", origin !== undefined, status !== undefined, isPaid !== undefined].filter(Boolean).length;
}

function readPayment(text: string | null): boolean | undefined {
  if (text === "paye") return true;
  if (text === "non-paye") return false;
  return undefined;
}

function oneOf<Value extends string>(values: readonly Value[], text: string | null): Value | undefined {
  return values.find((value) => value === text);
}

/**
 * Whether a list with these filters would show the lead, as far as its row says. A search compares more than one field
 * and other spellings: it may fit.
 */
export function mayFit(lead: Pick<LeadRow, "origin" | "status" | "isPaid">, filters: LeadFilters): boolean {
  return (
    (filters.origin === undefined || filters.origin === lead.origin) &&
    (filters.status === undefined || filters.status === lead.status) &&
    (filters.isPaid === undefined || filters.isPaid === lead.isPaid)
  );
}
