import type { ImportedFile } from "#subjects/imports/contract/imports.ts";
import { type Columns, guessColumns, importFields } from "#subjects/imports/rules/fields.ts";
import { importLimits } from "#subjects/imports/rules/limits.ts";
import { readTable, type ImportTable, type TableProblem } from "#subjects/imports/rules/read-table.ts";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/** Which column holds what, for what, and from where; kept with the import, to go on as it began. */
export type Choices = { columns: Columns; origin: FunnelOrigin; source: string; besides: readonly number[] };
export type ChosenFile = { name: string; hash: string; table: ImportTable };

export async function readFile(file: File): Promise<Result<ChosenFile, TableProblem>> {
  if (file.size > importLimits.bytes) return failed("tooLarge");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const table = readTable(bytes);
  if (!table.ok) return table;
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return ok({ name: file.name.slice(0, 255), hash: hex, table: table.value });
}

/** Of this file, the import that stopped half-way: it goes on. */
export function unfinished(past: readonly ImportedFile[], { hash }: ChosenFile): ImportedFile | undefined {
  return past.find((each) => each.file_hash === hash && each.undone_at === null && each.reached_line < each.last_line);
}

export function firstChoices({ table }: ChosenFile, begun: ImportedFile | undefined): Choices {
  if (!begun) return { columns: guessColumns(table.headers), origin: "general", source: "", besides: [] };
  const kept = Object.entries(begun.choices).flatMap(([name, place]) => {
    const field = importFields.find((each) => each === name);
    return field && typeof place === "number" ? [[field, place] as const] : [];
  });
  return { columns: Object.fromEntries(kept), origin: begun.funnel_origin, source: begun.source, besides: [] };
}

export function readOrigin(value: string): FunnelOrigin {
  return funnelOrigins.find((origin) => origin === value) ?? "general";
}
