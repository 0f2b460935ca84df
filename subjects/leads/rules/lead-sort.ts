/** What the list may be ordered by, under the names of `list_leads`, and the direction that is asked for first. */
const firstDirections = {
  created_at: "desc",
  updated_at: "desc",
  expires_at: "asc",
  last_name: "asc",
  company_name: "asc",
  email: "asc",
  funnel_origin: "asc",
  volume: "desc",
  lead_status: "asc",
  payment_status: "asc",
  call_consent: "desc",
  owner: "asc",
  callback_at: "asc",
  first_visit: "asc",
} as const;

export type LeadSortColumn = keyof typeof firstDirections;
export type LeadSort = { column: LeadSortColumn; direction: "asc" | "desc" };

export const leadSortColumns = Object.keys(firstDirections) as LeadSortColumn[];

/** Source: specification, section 7, admin calls. */
export const newestFirst: LeadSort = sortFirst("created_at");

/** As a column sorts when it is first chosen. */
export function sortFirst(column: LeadSortColumn): LeadSort {
  return { column, direction: firstDirections[column] };
}

export function reverseSort({ column, direction }: LeadSort): LeadSort {
  return { column, direction: direction === "asc" ? "desc" : "asc" };
}

export function isSameSort(one: LeadSort, other: LeadSort): boolean {
  return one.column === other.column && one.direction === other.direction;
}

/**
 * `tri=last_name&sens=asc`, or `tri=last_name.asc` in older addresses; what is not understood is {@link newestFirst}.
 */
export function readLeadSort(params: URLSearchParams): LeadSort {
  const [name, ...written] = (params.get("tri") ?? newestFirst.column).split(".");
  const column = leadSortColumns.find((known) => known === name);
  if (!column || written.length > 1) return newestFirst;
  if (written.length === 0) return { column, direction: readDirection(params.get("sens")) ?? firstDirections[column] };
  const direction = readDirection(written[0]);
  return direction ? { column, direction } : newestFirst;
}

function readDirection(text: string | null | undefined): LeadSort["direction"] | undefined {
  return text === "asc" || text === "desc" ? text : undefined;
}

/** Nothing for the order of a plain list. */
export function writeLeadSort(sort: LeadSort): [string, string][] {
  if (isSameSort(sort, newestFirst)) return [];
  return [
    ["tri", sort.column],
    ["sens", sort.direction],
  ];
}
