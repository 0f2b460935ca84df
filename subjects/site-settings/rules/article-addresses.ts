import type { ArticlePlace } from "#domain/site/site-config.ts";

type Places = Readonly<Record<string, ArticlePlace>>;

/** As many as an article remembers. */
const mostFormer = 20;

/** Articles of a draft with the addresses at which they are published now, where a draft gives them another one. */
export function rememberAddresses(published: Places, next: Places): Record<string, ArticlePlace> {
  return Object.fromEntries(
    Object.entries(next).map(([key, place]) => {
      const before = published[key];
      const known = [...(before?.former ?? []), ...(place.former ?? []), ...(before ? [before.slug] : [])];
      const former = [...new Set(known)].filter((slug) => slug !== place.slug).slice(-mostFormer);
      const { former: _, ...rest } = place;
      return [key, former.length === 0 ? rest : { ...rest, former }];
    }),
  );
}
