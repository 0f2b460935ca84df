import { parseSync } from "oxc-parser";

import { rowsBelow } from "./glossary-tables.ts";

/** A word that the glossary replaced, in its parts (`["short", "way"]`), and the folders it is kept out of. */
export type RemovedWord = { parts: string[]; folders: string[] };

/** Reads the second table of `docs/glossary.md`: say, in the code, not, within. */
export function readRemovedWords(glossary: string): RemovedWord[] {
  return rowsBelow(glossary, "| Say | In the code |").flatMap(([, , removed = "", within = ""]) => {
    const folders = within.split(",").map((folder) => folder.trim());
    return [...removed.matchAll(/`([^`]+)`/g)].map(([, word = ""]) => ({ parts: partsOf(word), folders }));
  });
}

/** @returns each name in this file, or of the file itself, that still has a removed word */
export function findRemovedWords(file: string, text: string, removed: RemovedWord[]): string[] {
  const fileName = file.split("/").at(-1)?.split(".")[0] ?? "";
  const kept = removed.filter(({ folders }) =>
    folders.some((folder) => folder === "" || file.startsWith(`${folder}/`)),
  );
  // Only what has the letters is parsed: the whole tree takes a second instead of twenty.
  const suspect = kept.filter(({ parts }) => new RegExp(parts.join("s?[^a-z]?"), "i").test(`${fileName} ${text}`));
  if (suspect.length === 0) return [];
  const names = new Set([...(/\.\w*[jt]sx?$/.test(file) ? identifiersOf(file, text) : []), fileName]);
  return [...names].filter((name) => suspect.some(({ parts }) => hasParts(partsOf(name), parts)));
}

/** `readPlainGet`, `plain-get` and `PLAIN_GET` are the same parts; a plural is its singular. */
function partsOf(name: string): string[] {
  const spaced = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").toLowerCase();
  return spaced
    .split(/[^a-z\d]+/)
    .filter(Boolean)
    .map((part) => part.replace(/(?<=[^s])s$/, ""));
}

function hasParts(name: string[], parts: string[]): boolean {
  return name.some((_, start) => parts.every((part, index) => name[start + index] === part));
}

function identifiersOf(file: string, text: string): Set<string> {
  const names = new Set<string>();
  const visit = (node: unknown): void => {
    if (typeof node !== "object" || node === null) return;
    const { type, name } = node as { type?: string; name?: unknown };
    if (typeof name === "string" && type?.endsWith("Identifier")) names.add(name);
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, text).program);
  return names;
}
