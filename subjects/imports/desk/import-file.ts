import type { CivilDate } from "#kit/civil-date.ts";
import { foldAccents } from "#kit/fold-accents.ts";
import type { ListedQuestion } from "#subjects/funnel/rules/questions.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { questionLabels } from "#subjects/leads/words/admin-file.ts";
import type { ImportedFile } from "#subjects/imports/contract/imports.ts";
import { type Columns, columnsFor, guessColumns, importFields } from "#subjects/imports/rules/fields.ts";
import { importLimits } from "#subjects/imports/rules/limits.ts";
import type { LineReading } from "#subjects/imports/rules/read-line.ts";
import { readTable, type ImportTable, type TableProblem } from "#subjects/imports/rules/read-table.ts";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { ColleagueLine } from "#subjects/team/contract/team.ts";

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
  if (!begun) {
    const columns = guessColumns(table.headers, "general", questionLabels);
    return { columns, origin: "general", source: "", besides: [] };
  }
  const kept = Object.entries(begun.choices).flatMap(([name, place]) => {
    const field = importFields.find((each) => each === name);
    return field && typeof place === "number" ? [[field, place] as const] : [];
  });
  return { columns: Object.fromEntries(kept), origin: begun.funnel_origin, source: begun.source, besides: [] };
}

/** Leads of another form have other answers: those that the titles tell are chosen. */
export function choicesFor(origin: FunnelOrigin, choices: Choices, headers: readonly string[]): Choices {
  return { ...choices, origin, columns: columnsFor(origin, choices.columns, headers, questionLabels) };
}

/** How lines are read: colleagues by their name or e-mail, answers by the words that the desk says them with. */
export function readingOf(columns: Columns, today: CivilDate, owners: readonly ColleagueLine[]): LineReading {
  const ids = new Map(
    owners.flatMap(({ user_id: id, name, email }) =>
      [name, email ?? ""].map(plain).flatMap((said) => (said === "" ? [] : [[said, id] as const])),
    ),
  );
  return { columns, today, ownerCalled: (said) => ids.get(plain(said)), codeOf };
}

function codeOf(question: ListedQuestion, said: string): string {
  const words = Object.entries((answerWords as Record<string, Record<string, string>>)[question] ?? {});
  return words.find((each) => each.some((word) => plain(word) === plain(said)))?.[0] ?? said;
}

function plain(said: string): string {
  return foldAccents(said)
    .replaceAll(/[^a-z0-9+@.]+/g, " ")
    .trim();
}

export function readOrigin(value: string): FunnelOrigin {
  return funnelOrigins.find((origin) => origin === value) ?? "general";
}
