import { columnLabel, fileCopy, sayFact } from "#subjects/leads/words/admin-file.ts";

import type { PersonalDataFile } from "./personal-data.ts";

type Words = {
  /** Of what stands in the file, section by section and fact by fact. */
  names: Record<string, string>;
  /** Of the codes that stand there, by the name of their fact. */
  codes: Record<string, Record<string, string>>;
};

/**
 * A person's file with French words for its names and codes in front, from the tables by which the team's screen reads
 * it: names and codes stay as they are for programs.
 */
export function withFrenchWords(data: PersonalDataFile): PersonalDataFile & { words: Words } {
  const words: Words = { names: {}, codes: {} };
  for (const [section, facts] of Object.entries(data)) {
    addName(words, section, (fileCopy.export.sections as Record<string, string>)[section] ?? columnLabel(section));
    addFacts(words, section, facts);
  }
  return { words, ...data };
}

function addFacts(words: Words, name: string, value: unknown): void {
  if (typeof value === "string") return addCode(words, name, value);
  if (Array.isArray(value)) return value.forEach((entry) => addFacts(words, name, entry));
  if (typeof value !== "object" || value === null || value instanceof Date) return;
  for (const [fact, entry] of Object.entries(value)) {
    addName(words, fact, columnLabel(fact));
    addFacts(words, fact, entry);
  }
}

function addName({ names }: Words, name: string, label: string): void {
  if (label !== name) names[name] ??= label;
}

function addCode({ codes }: Words, name: string, code: string): void {
  const said = sayFact(name, code);
  if (said !== code) (codes[name] ??= {})[code] = said;
}
