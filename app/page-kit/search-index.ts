import type { FoundArticle } from "#app/islands/search-articles.ts";
import { blogCopy } from "#content/blog.ts";
import type { SiteSettings } from "#domain/contracts/site-settings.ts";

import { listArticles } from "./articles.ts";

/** Asked for when somebody searches, and not before. */
export const searchIndexPath = "/blog/recherche.json";

/** Newest first, with the words by which each is found: not its whole text, which nobody would wait for. */
export function listFoundArticles(site: SiteSettings): FoundArticle[] {
  return listArticles(site).map(({ path, title, publishedOn, subject, excerpt, metaDescription, sections }) => ({
    path,
    title,
    day: publishedOn,
    subject: blogCopy.subjects[subject].name,
    words: [excerpt, metaDescription, ...sections.map((section) => section.title)].join(" "),
  }));
}
