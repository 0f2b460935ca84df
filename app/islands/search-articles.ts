import { foldAccents } from "#domain/kernel/fold-accents.ts";

/** A line of the index: what is shown of an article, and what else it is found by. */
export type FoundArticle = { path: string; title: string; day: string; subject: string; words: string };

/**
 * Articles that have every word of a query, at the beginning of one of theirs; accents, capitals and ligatures say
 * nothing. Those that have them in the title come first, else their order is kept.
 */
export function searchArticles(articles: readonly FoundArticle[], query: string): FoundArticle[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const has = (text: string) => {
    const words = wordsOf(text);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  const found = articles.filter(({ title, subject, words }) => has(`${title} ${subject} ${words}`));
  return [...found.filter(({ title }) => has(title)), ...found.filter(({ title }) => !has(title))];
}

function wordsOf(text: string): string[] {
  return (
    foldAccents(text)
      .replaceAll("œ", "oe")
      .match(/[a-z0-9]+/g) ?? []
  );
}
