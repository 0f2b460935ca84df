import type { CivilDate } from "#kit/civil-date.ts";

/** Addresses of the legal texts. */
export type LegalPath =
  | "/mentions-legales"
  | "/politique-de-confidentialite"
  | "/conditions-generales-utilisation"
  | "/accessibilite";

/** A piece of a sentence: words, or words that do something. */
export type Inline =
  | string
  | { strong: string }
  /** A name machines use, such as a storage key. */
  | { code: string }
  | { day: CivilDate }
  | { count: number }
  | { page: LegalPath; anchor?: string; words: string }
  | { address: string; words: string }
  | { mail: string; subject?: string }
  | { phone: string }
  /** Stands where the configuration is empty; production does not start then. */
  | { placeholder: true };

export type Passage = string | readonly Inline[];

export type TableText = { caption: string; head: readonly string[]; rows: readonly (readonly Passage[])[] };

/** A passage alone is a paragraph. */
export type Block =
  | Passage
  | { list: readonly Passage[] }
  | { id: string; subtitle: string }
  | { facts: readonly { term: string; value: Passage }[] }
  | { table: TableText }
  /** Framed: a notice the law or the contract gives weight to. */
  | { notice: Passage };

export type Section = { id: string; title: string; blocks: readonly Block[] };

export type LegalText = {
  title: string;
  /** In two sentences, for those who read nothing else. */
  summary: Passage;
  sections: readonly Section[];
};

/** A configured value the law wants shown, or the mark of its absence. */
export function orPlaceholder(value: string): Inline {
  return value.trim() === "" ? { placeholder: true } : value;
}

/**
 * What differs between versions of a text: the wording of each, by the day it begins. Clauses that all versions share are
 * written once.
 */
export function wordedFor<Words>(version: CivilDate, wordings: Record<string, Words>): Words {
  const begun = Object.keys(wordings).filter((day) => day <= version);
  const newest = begun.sort().at(-1);
  if (newest === undefined) throw new RangeError(`Nothing is worded for the version of ${version}.`);
  return wordings[newest] as Words;
}
