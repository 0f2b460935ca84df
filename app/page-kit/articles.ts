import type { MDXContent } from "mdx/types";

import { type ArticleCall, type ArticleSubject, blogCopy } from "#subjects/blog/words/blog.ts";
import { de, que } from "#content/language/elision.ts";
import type { DeskArticle } from "#domain/site/article-content.ts";
import { pictureAddress, type PictureKind, widthsOf } from "#domain/site/site-picture.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { typeset } from "#domain/kernel/typeset.ts";
import { type CivilDate, civilDate } from "#kit/civil-date.ts";
import { markup } from "#kit/markup.ts";
import { sectionsOf, articleWordsOf } from "#subjects/blog/rules/article-text.ts";

import { articleBodyOf } from "./article-text.tsx";

/** An article of `subjects/blog`, written for the configured brand. */
export type Article = {
  /** Name of its file, without the brand: what home page and other articles call it. */
  key: string;
  path: `/blog/${string}`;
  title: string;
  publishedOn: CivilDate;
  /** Day of its last change of substance; shown from then on. */
  updatedOn?: CivilDate;
  subject: ArticleSubject;
  /** Who signs it, where the configuration knows that key; else the company does. */
  author: string;
  /** Under the title, on cards. */
  excerpt: string;
  metaDescription: string;
  /**
   * The picture as SVG: 1728 × 675, whose middle 1200 make a 16:9 one. Identifiers are its own: a page shows several.
   */
  cover: string;
  /** File of the picture, without folder and extension. */
  coverName: string;
  /** Of a picture that was sent: what goes with the page when it is shared. */
  coverAddress?: string;
  coverAlt: string;
  sections: { id: string; title: string }[];
  readingMinutes: number;
  /** Every word of the text, once. */
  vocabulary: string[];
  call: ArticleCall;
  Body: MDXContent;
};

/**
 * What a file says, brand not yet filled in: "{product}" in slugs, "{brand}", "{de brand}" or "{que brand}" in texts.
 */
type Draft = Omit<Article, "path"> & { slug: string };
type ArticleModule = { default: MDXContent; frontmatter: unknown };

/** Unhurried reading on a screen. */
const wordsPerMinute = 200;

/** Drawn within the page: compressed, each is under 1 KB, and the list shows ten of them. */
const covers = import.meta.glob<string>("../assets/covers/*.svg", { eager: true, import: "default", query: "?raw" });
const modules = import.meta.glob<ArticleModule>("../../subjects/blog/words/articles/*.mdx", { eager: true });
const drafts = Object.entries(modules)
  .map(([file, module]) => readDraft(file, module))
  .toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn));

/** Asked for on every visit of an article: written once for each settings. */
const written = new WeakMap<SiteSettings, Article[]>();

/** Those of the repository and of the desk, newest first. */
export function listArticles(site: SiteSettings): Article[] {
  const articles = written.get(site) ?? writeArticles(site);
  written.set(site, articles);
  return articles;
}

function writeArticles({ brand, slug, articles = [] }: SiteSettings): Article[] {
  const fill = (text: string) =>
    text.replaceAll("{brand}", brand).replaceAll("{de brand}", de(brand)).replaceAll("{que brand}", que(brand));
  const own = articles.map((article) => deskArticle(article, fill));
  const built = drafts.map(({ slug: slugDraft, ...draft }): Article => {
    return {
      ...draft,
      path: `/blog/${slugDraft.replaceAll("{product}", slug)}`,
      title: fill(draft.title),
      excerpt: fill(draft.excerpt),
      metaDescription: fill(draft.metaDescription),
      sections: draft.sections.map(({ id, title }) => ({ id, title: fill(title) })),
    };
  });
  return own.length === 0 ? built : [...own, ...built].toSorted((a, b) => b.publishedOn.localeCompare(a.publishedOn));
}

function deskArticle({ key, slug, content }: DeskArticle, fill: (text: string) => string): Article {
  const { author, subject, call, publishedOn, updatedOn, cover } = content;
  const text = fill(content.text);
  const words = articleWordsOf(text);
  const set = (said: string) => typeset(fill(said));
  return {
    key,
    path: `/blog/${slug}`,
    title: set(content.title),
    publishedOn,
    ...(updatedOn !== undefined && { updatedOn }),
    subject,
    author,
    excerpt: set(content.excerpt),
    metaDescription: set(content.metaDescription),
    ...coverOf(cover),
    sections: sectionsOf(text).map(({ id, title }) => ({ id, title: typeset(title) })),
    readingMinutes: minutesOf(words.length),
    vocabulary: [...new Set(words)],
    call,
    Body: articleBodyOf(text),
  };
}

/** Of one that is drawn, the words of the article that it was drawn for. */
function coverOf(
  cover: DeskArticle["content"]["cover"],
): Pick<Article, "cover" | "coverName" | "coverAddress" | "coverAlt"> {
  if (typeof cover === "string") {
    const coverAlt = drafts.find(({ coverName }) => coverName === cover)?.coverAlt ?? "";
    return { cover: coverNamed(cover, "An article of the desk"), coverName: cover, coverAlt };
  }
  const { id, width, height, alt } = cover.picture;
  const addresses = (kind: PictureKind) =>
    widthsOf(width)
      .map((each) => `${pictureAddress({ id, width: each, kind })} ${each}w`)
      .join(", ");
  const widest = pictureAddress({ id, width, kind: "webp" });
  const sizes = "(min-width: 1024px) 42vw, 100vw";
  const [avif, webp] = [addresses("avif"), addresses("webp")];
  const image = markup`<img src="${widest}" srcset="${webp}" sizes="${sizes}" width="${width}" height="${height}"
 alt="" loading="lazy">`;
  const source = markup`<source type="image/avif" srcset="${avif}" sizes="${sizes}">`;
  const picture = markup`<picture>${source}${image}</picture>`;
  return { cover: String(picture), coverName: "", coverAddress: widest, coverAlt: alt };
}

function minutesOf(words: number): number {
  return Math.max(1, Math.round(words / wordsPerMinute));
}

/** @throws when content names an article that does not exist: seen by the tests and at start, never by a visitor */
export function getArticle(key: string, site: SiteSettings): Article {
  const article = listArticles(site).find((each) => each.key === key);
  if (!article) throw new Error(`subjects/blog/words/articles has no ${key}.mdx.`);
  return article;
}

export function listArticlesOn(subject: ArticleSubject, site: SiteSettings): Article[] {
  return listArticles(site).filter((article) => article.subject === subject);
}

/** Where an article of the desk stands that stood at this address before. */
export function findMoved(path: string, { articles = [] }: SiteSettings): Article["path"] | undefined {
  const moved = articles.find(({ former }) => former.some((slug) => path === `/blog/${slug}`));
  return moved && `/blog/${moved.slug}`;
}

/** Two to read after this one: on its subject first, those just before it in time, the newest after the oldest. */
export function nextArticles({ key, subject }: Article, site: SiteSettings): Article[] {
  const articles = listArticles(site);
  const place = articles.findIndex((each) => each.key === key);
  const others = [...articles.slice(place + 1), ...articles.slice(0, place)];
  const isRelated = (article: Article) => article.subject === subject;
  return [...others.filter(isRelated), ...others.filter((article) => !isRelated(article))].slice(0, 2);
}

/** The day of its last change, as it is known on a day. */
export function changedOn({ publishedOn, updatedOn }: Article, today: CivilDate): CivilDate {
  return updatedOn !== undefined && updatedOn <= today ? updatedOn : publishedOn;
}

function readDraft(file: string, { default: Body, frontmatter }: ArticleModule): Draft {
  const key = file.replace(/^.*\/|\.mdx$/g, "");
  const values = new Map(Object.entries(frontmatter ?? {}));
  const text = (name: string): string => {
    const value: unknown = values.get(name);
    if (typeof value !== "string" || value === "") throw new Error(`${file} has no ${name}.`);
    return value;
  };

  return {
    key,
    slug: text("slug"),
    title: text("title"),
    publishedOn: civilDate(text("date")),
    ...(values.has("updated") && { updatedOn: civilDate(text("updated")) }),
    subject: keyOf(blogCopy.subjects, text("subject"), `${file} is about`),
    author: text("author"),
    excerpt: text("excerpt"),
    metaDescription: text("metaDescription"),
    cover: coverNamed(text("cover"), file),
    coverName: text("cover"),
    coverAlt: text("alt"),
    sections: values.get("sections") as Draft["sections"],
    vocabulary: values.get("vocabulary") as string[],
    call: keyOf(blogCopy.calls, text("call"), `${file} ends on`),
    readingMinutes: minutesOf(values.get("wordCount") as number),
    Body,
  };
}

function coverNamed(name: string, file: string): string {
  const cover = covers[`../assets/covers/${name}.svg`];
  if (cover === undefined) throw new Error(`${file} asks for the cover ${name}, which does not exist.`);
  return cover;
}

/** @throws when content names what it does not have */
function keyOf<Key extends string>(entries: Record<Key, unknown>, name: string, what: string): Key {
  const found = (Object.keys(entries) as Key[]).find((key) => key === name);
  if (found === undefined) throw new Error(`${what} ${name}, which does not exist.`);
  return found;
}
