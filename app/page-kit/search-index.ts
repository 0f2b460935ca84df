import { type FoundArticle, wordsOf } from "#subjects/blog/site/search-articles.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

import { listArticles } from "./articles.ts";

/** Requested at the first search, and not before. */
export const searchIndexPath = "/blog/recherche.json";

/** Newest first, with the words by which each is found: those of its text once, in no order of its own. */
export function listFoundArticles(site: SiteSettings): FoundArticle[] {
  return listArticles(site).map((article) => {
    const { path, title, publishedOn } = article;
    const subject = blogCopy.subjects[article.subject].name;
    const words = [article.excerpt, article.metaDescription, ...article.sections.map((section) => section.title)].join(
      " ",
    );
    const known = wordsOf(`${title} ${subject} ${words}`);
    return { path, title, day: publishedOn, subject, words, text: moreWords(article.vocabulary, known).join(" ") };
  });
}

/** A word is found by its beginning: one that begins another, of the text or already known, is not needed. */
function moreWords(vocabulary: readonly string[], known: readonly string[]): string[] {
  const words = [...new Set(wordsOf(vocabulary.join(" ")))].toSorted();
  return words.filter(
    (word, place) => !words[place + 1]?.startsWith(word) && !known.some((each) => each.startsWith(word)),
  );
}
