import { inject } from "vitest";

import { funnelOffers } from "#domain/kernel/lead.ts";
import { signUpAddress } from "#domain/site/offer-addresses.ts";

/** Pages that search engines are not told of. */
export const hiddenPaths = [
  ...funnelOffers.map(signUpAddress),
  "/compte/adresse",
  "/compte/mot-de-passe",
  "/dashboard",
  "/merci",
];
export const unknownPath = "/nulle-part";

/** What the site map names. */
export async function readSitemap(): Promise<string[]> {
  const text = await (await fetch(`${inject("siteUrl")}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname);
}

/** Each kind of public page once: articles look alike. */
export async function listTemplates(): Promise<string[]> {
  const shown = await readSitemap();
  const isArticle = (path: string) => path.startsWith("/blog/");
  return [
    ...shown.filter((path) => !isArticle(path)),
    ...shown.filter(isArticle).slice(0, 1),
    ...hiddenPaths,
    unknownPath,
  ];
}

/** More pages at once would wait for the machine. */
const pagesAtOnce = 3;

/** Does this with each of them, a few at a time, in their order. */
export async function inTurns<T>(things: T[], act: (thing: T) => Promise<void>): Promise<void> {
  const waiting = [...things];
  const work = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await act(next);
  };
  await Promise.all(Array.from({ length: pagesAtOnce }, work));
}
