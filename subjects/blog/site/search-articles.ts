import { foldAccents } from "#kit/fold-accents.ts";

/** A line of the index: what is shown of an article, and what else it is found by. */
export type FoundArticle = {
  path: string;
  title: string;
  day: string;
  subject: string;
  /** What sums it up. */
  words: string;
  /** What only its text says, folded. */
  text: string;
};

/** What an article is found by: what weighs most comes first. */
const ranks: ((article: FoundArticle) => string)[] = [
  ({ title }) => title,
  ({ title, subject, words }) => `${title} ${subject} ${words}`,
  ({ title, subject, words, text }) => `${title} ${subject} ${words} ${text}`,
];

/**
 * Articles that have every word of a query, at the beginning of one of theirs; accents, capitals and ligatures say
 * nothing. Those that have them in the title come first, those in the text alone last, else their order is kept.
 */
export function searchArticles(articles: readonly FoundArticle[], query: string): FoundArticle[] {
  const wanted = wordsOf(query);
  if (wanted.length === 0) return [];
  const has = (text: string) => {
    const words = wordsOf(text);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  };
  const ranked = articles.map((article) => ({ article, rank: ranks.findIndex((textOf) => has(textOf(article))) }));
  return ranks.flatMap((_, place) => ranked.filter(({ rank }) => rank === place).map(({ article }) => article));
}

/** Folded; a letter by itself, such as that of « l’ » or of a tag, is none. */
export function wordsOf(text: string): string[] {
  return (
    foldAccents(text)
      .replaceAll("œ", "oe")
      .match(/[a-z0-9]{2,}/g) ?? []
  );
}
