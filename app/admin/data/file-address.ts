/** The open file, in the address of a screen. */
export const fileParam = "fiche";

/** A row that names no lead is known by its place in the list. */
export function fileOfRow(leadId: string | null, index: number): string {
  return leadId ?? `ligne-${index}`;
}

/** @returns undefined for the id of a lead */
export function rowOfFile(file: string): number | undefined {
  const place = /^ligne-(\d+)$/.exec(file)?.[1];
  return place === undefined ? undefined : Number(place);
}
