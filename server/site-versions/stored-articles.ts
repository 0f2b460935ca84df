import { createHash } from "node:crypto";

import { type ArticleContent, type DeskArticle, readArticleContent } from "#domain/site/article-content.ts";
import type { SiteDocument } from "#domain/site/site-config.ts";
import type { Database, Tx } from "#engine/db/database.ts";

/** Keeps a text, once. @returns its id, by which a document names it */
export async function keepArticle(tx: Tx, content: ArticleContent, author: string): Promise<string> {
  const id = createHash("sha256").update(JSON.stringify(content)).digest("hex").slice(0, 32);
  await tx.query(
    `insert into private.site_articles (id, content, author) values ($1, $2, $3)
     on conflict (id) do update set kept_at = now()`,
    [id, JSON.stringify(content), author],
  );
  return id;
}

/** @returns by their ids those that are there and that this release reads */
export async function readArticles(tx: Tx, ids: readonly string[]): Promise<Map<string, ArticleContent>> {
  const { rows } = await tx.query<{ id: string; content: unknown }>(
    "select id, content from private.site_articles where id = any ($1)",
    [ids],
  );
  return new Map(
    rows.flatMap(({ id, content }) => {
      const read = readArticleContent(content);
      return read.ok ? [[id, read.value] as const] : [];
    }),
  );
}

/** @returns the places at which a document names a text that this database does not have */
export async function findMissingArticles(tx: Tx, { articles = {} }: SiteDocument): Promise<string[]> {
  const ids = Object.values(articles).map(({ content }) => content);
  if (ids.length === 0) return [];
  const { rows } = await tx.query<{ id: string }>("select id from private.site_articles where id = any ($1)", [ids]);
  const known = new Set(rows.map(({ id }) => id));
  return Object.entries(articles).flatMap(([key, { content }]) => (known.has(content) ? [] : [`articles.${key}`]));
}

/** The articles of a document with their texts; those that were read for the document before are not read again. */
export function createArticleShelf(db: Database) {
  let kept = new Map<string, ArticleContent>();

  return async ({ articles = {} }: SiteDocument): Promise<DeskArticle[]> => {
    const places = Object.entries(articles);
    const wanted = places.map(([, { content }]) => content).filter((id) => !kept.has(id));
    const read = wanted.length === 0 ? undefined : await db.asServer((tx) => readArticles(tx, wanted));
    const texts = new Map(
      places.flatMap(([, { content: id }]) => {
        const text = kept.get(id) ?? read?.get(id);
        return text ? [[id, text] as const] : [];
      }),
    );
    kept = texts;
    return places.flatMap(([key, { slug, former = [], content }]) => {
      const text = texts.get(content);
      return text ? [{ key, slug, former, content: text }] : [];
    });
  };
}
