import { type LeadSortColumn, leadSortColumns } from "./lead-sort.ts";

/** A column of the list: `list_leads` orders by each of them. */
export type LeadColumn = LeadSortColumn;
export const leadColumns: readonly LeadColumn[] = leadSortColumns;

/** Always shown, and first: without the name, a row cannot be told from the next. */
export const fixedColumn: LeadColumn = "last_name";

/** How the list shows its leads, as an address or a view says it; undefined: as this browser does. */
export type ListLook = { columns?: readonly LeadColumn[] | undefined; density?: Density | undefined };

/** `serree`: as many leads as a screen holds. `aeree`: room around each. */
export const densities = ["serree", "aeree"] as const;
export type Density = (typeof densities)[number];

const columnsParam = "colonnes";
const densityParam = "densite";

export function readListLook(params: URLSearchParams): ListLook {
  const columns = params.get(columnsParam);
  const density = readDensity(params.get(densityParam));
  return { ...(columns !== null && { columns: readColumns(columns, ",") }), ...(density && { density }) };
}

export function writeListLook({ columns, density }: ListLook): [string, string][] {
  return [
    ...(columns ? [[columnsParam, columns.join(",")] as [string, string]] : []),
    ...(density ? [[densityParam, density] as [string, string]] : []),
  ];
}

/** From left to right as they are named, each once; what is unknown is ignored. */
export function readColumns(text: string, separator: string): readonly LeadColumn[] {
  const named = text.split(separator).flatMap((name) => leadColumns.find((column) => column === name) ?? []);
  return [...new Set([fixedColumn, ...named])];
}

export function readDensity(text: string | null): Density | undefined {
  return densities.find((density) => density === text);
}
