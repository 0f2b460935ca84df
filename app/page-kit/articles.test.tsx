// @vitest-environment happy-dom
import { gzipSync } from "node:zlib";

import { beforeAll, describe, expect, test } from "vitest";

import { renderFeed } from "#app/render/feed.tsx";
import { type FoundArticle, searchArticles } from "#subjects/blog/site/search-articles.ts";
import { listIndexedPages } from "#app/render/machine-files.ts";
import { findPagePath, findRedirect, listFiles, listPagePaths, renderPage } from "#app/render/render-page.tsx";
import { type ArticleSubject, blogCopy } from "#subjects/blog/words/blog.ts";
import { officialTexts } from "#subjects/blog/words/official-texts.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { civilDate } from "#kit/civil-date.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { getArticle, listArticles, nextArticles } from "./articles.ts";
import { subjectPath } from "./href.ts";

const today = civilDate("2025-10-15");
const articles = listArticles(siteForTests);
const known: string[] = Object.values(officialTexts);

function open(path: string, site: SiteSettings = siteForTests, day = today): Document {
  const html = renderPage(path, { site, today: day, assets: assetsForTests });
  // Nothing to look at: the parser would go and ask for the styles.
  return new DOMParser().parseFromString(html.replace(/<link rel="stylesheet"[^>]*>/, ""), "text/html");
}

function meta(page: Document, name: string): string | null | undefined {
  return page.querySelector(`meta[name="${name}"], meta[property="${name}"]`)?.getAttribute("content");
}

const teaserSlugs = [
  "whatsapp-ia-conversationnelle-duo-gagnant",
  "zeta-aide-organismes-formation-suivre-stagiaires",
  "zeta-ia-gestion-echanges-clients",
];

describe("The articles", () => {
  test("are twenty, newest first, from January 2024 to September 2025, at twenty addresses", () => {
    const days = articles.map(({ publishedOn }) => publishedOn);

    expect(articles).toHaveLength(20);
    expect(days).toEqual(days.toSorted().toReversed());
    expect(days.every((day) => day >= "2024-01-01" && day <= "2025-09-30")).toBe(true);
    expect(new Set(articles.map(({ path }) => path)).size).toBe(20);
    expect(new Set(articles.map(({ cover }) => cover)).size).toBe(20);
  });

  test("carry the configured slug in the two addresses that name the product", () => {
    const paths = articles.map(({ path }) => path);

    expect(paths).toEqual(expect.arrayContaining(teaserSlugs.map((slug) => `/blog/${slug}`)));
    expect(listArticles({ ...siteForTests, slug: "autre" }).map(({ path }) => path)).toContain(
      "/blog/autre-ia-gestion-echanges-clients",
    );
  });

  test("elide what comes before a brand that begins with a vowel, in the summary as in the text", () => {
    const path = "/blog/zeta-ia-gestion-echanges-clients";

    expect(open(path).body.textContent).toContain("Ce que Zeta fait, dans l’ordre");
    const withVowel = open(path, { ...siteForTests, brand: "Ulysse" }).body.textContent;
    expect(withVowel.split("Ce qu’Ulysse fait, dans l’ordre")).toHaveLength(3);
  });

  test("are followed by two others, never by themselves, whatever their place", () => {
    for (const article of articles) {
      const next = nextArticles(article, siteForTests).map(({ key }) => key);
      expect(next).toHaveLength(2);
      expect(next).not.toContain(article.key);
    }
  });
});

describe("Subjects", () => {
  const subjects = Object.entries(blogCopy.subjects) as [ArticleSubject, { name: string; lead: string }][];

  test.each(subjects)("%s has a page with its articles, newest first, and is in the site map", (subject, { name }) => {
    const path = subjectPath(subject);
    const page = open(path);
    const expected = articles.filter((article) => article.subject === subject).map((article) => article.path);

    expect(page.querySelector("h1")?.textContent).toBe(name);
    expect(page.title).toBe(`${name} | Blog`);
    expect(expected.length).toBeGreaterThanOrEqual(3);
    expect([...page.querySelectorAll("main article a")].map((link) => link.getAttribute("href"))).toEqual(expected);
    expect(page.querySelector('nav[aria-label="Sujets"] [aria-current]')?.getAttribute("href")).toBe(path);
    expect(listIndexedPages({ site: siteForTests, today }).map((each) => each.path)).toContain(path);
  });

  test("bring the articles that are read next: of the same subject while there are any", () => {
    for (const article of articles) {
      const next = nextArticles(article, siteForTests);
      expect(next.map(({ subject }) => subject)).toEqual([article.subject, article.subject]);
    }
  });

  test("that do not exist lead to the list", () => {
    expect(findRedirect("/blog/sujets/zzz", siteForTests)).toEqual({ status: 302, location: "/blog" });
    expect(findRedirect("/blog/sujets", siteForTests)).toEqual({ status: 302, location: "/blog" });
  });
});

describe("The law in an article", () => {
  const textOn = (key: string, day: string) =>
    open(getArticle(key, siteForTests).path, siteForTests, civilDate(day)).querySelector("main")?.textContent ?? "";
  const calls = "demarchage-telephonique-consentement-aout-2026";
  const regulation = "reglement-europeen-ia-petite-entreprise";

  test.each([
    [calls, "2026-08-10", "À partir du 11 août 2026, on n’appelle plus", "Depuis le 11 août 2026, on"],
    [calls, "2026-08-11", "Depuis le 11 août 2026, on n’appelle plus", "À partir du 11 août 2026, on"],
    [regulation, "2026-08-01", "s’appliquera le 2 août 2026", "s’applique depuis le 2 août 2026"],
    [regulation, "2026-08-02", "s’applique depuis le 2 août 2026", "s’appliquera"],
  ])("%s says on %s « %s »", (key, day, words, others) => {
    const text = textOn(key, day).replaceAll("\u00a0", " ");
    expect(text).toContain(words);
    expect(text).not.toContain(others);
  });

  test("A change is said from its day on, to readers and to search engines", () => {
    const { path, publishedOn, updatedOn } = getArticle(calls, siteForTests);
    expect([publishedOn, updatedOn]).toEqual(["2025-07-15", "2026-11-27"]);
    expect(textOn(calls, "2026-11-26")).not.toContain("Mis à jour");
    expect(textOn(calls, "2026-11-27")).toContain("Mis à jour le 27\u00a0novembre 2026");
    const lastChange = (day: string) =>
      listIndexedPages({ site: siteForTests, today: civilDate(day) }).find((page) => page.path === path)?.changedOn;
    expect([lastChange("2026-11-26"), lastChange("2026-11-27")]).toEqual([publishedOn, updatedOn]);
  });

  test("is linked to its official texts", () => {
    const hosts = /^https:\/\/(eur-lex\.europa\.eu|www\.legifrance\.gouv\.fr|www\.cnil\.fr)\//;
    for (const address of Object.values(officialTexts)) expect(address).toMatch(hosts);
    for (const article of articles.filter(({ subject }) => subject === "droit")) {
      const links = [...open(article.path).querySelectorAll("main a")].map((link) => link.getAttribute("href") ?? "");
      expect(links.some((link) => known.includes(link))).toBe(true);
    }
  });
});

describe("Authors", () => {
  const [article] = articles;
  const author = { name: "Ada Lovelace", role: "règle les standards" };
  const facts = (site: SiteSettings) =>
    open(article?.path ?? "", site).querySelector("main header > p:last-child")?.textContent;

  test("are those of the configuration, else the company", () => {
    expect(facts(siteForTests)).toContain("Par l’équipe de Zeta");
    const site = { ...siteForTests, authors: { [article?.author ?? ""]: author } };
    expect(facts(site)).toContain("Par Ada Lovelace, règle les standards");
    expect(facts(site)).not.toContain("démonstration");
    const invented = { ...site, authors: { [article?.author ?? ""]: { ...author, isInvented: true as const } } };
    expect(facts(invented)).toContain("signature de la démonstration");
  });
});

test("The index of the search has each article once, and the words of its text in 25 KB", () => {
  const file = listFiles({ site: siteForTests, today, assets: assetsForTests }).find(
    ({ path }) => path === "/blog/recherche.json",
  );
  const index: FoundArticle[] = JSON.parse(file?.body ?? "[]");

  expect(index.map(({ path }) => path)).toEqual(articles.map(({ path }) => path));
  const size = gzipSync(file?.body ?? "").length;
  console.log(`Search index: ${(size / 1000).toFixed(1)} KB compressed`);
  expect(size).toBeLessThan(25_000);
  expect(file?.body).not.toContain("{brand}");
  expect(searchArticles(index, "plombier").length).toBeGreaterThan(1);
  expect(searchArticles(index, "<b>")).toEqual([]);
  expect(searchArticles(index, "demarchage")[0]?.path).toBe("/blog/demarchage-telephonique-consentement-aout-2026");
});

describe.each(articles)("$path", (article) => {
  let page: Document;
  beforeAll(() => {
    page = open(article.path);
  });

  test("is a whole article, of 600 to 1,200 words", () => {
    const text = page.querySelector(".article-text")?.cloneNode(true) as Element;
    text.querySelector("aside")?.remove();
    const words = text.textContent.match(/[\p{L}\d][\p{L}\d’-]*/gu) ?? [];

    expect(words.length).toBeGreaterThanOrEqual(600);
    expect(words.length).toBeLessThanOrEqual(1200);
    expect(text.textContent).not.toMatch(/[{}<>*#]|\]\(|undefined/);
  });

  test("has its title, description and sharing tags, of type article", () => {
    expect(page.title).toBe(`${article.title} | Blog`);
    expect(meta(page, "description")).toBe(article.metaDescription);
    expect(meta(page, "og:title")).toBe(article.title);
    expect(meta(page, "og:description")).toBe(article.metaDescription);
    expect(meta(page, "og:type")).toBe("article");
    expect(meta(page, "og:image")).toMatch(/^https:\/\/zeta\.example\/./);
    expect(article.metaDescription.length).toBeLessThanOrEqual(160);
  });

  test("shows its picture, day, title, text and the way back", () => {
    const cover = page.querySelector('main [role="img"]:has(> svg)');
    expect(cover?.getAttribute("aria-label")).toBe(article.coverAlt);
    expect(page.querySelector("main time")?.getAttribute("datetime")).toBe(article.publishedOn);
    expect(page.querySelector("main time")?.textContent).toMatch(/^\d+(er)?\s\p{L}+ 202\d$/u);
    expect(page.querySelector("h1")?.textContent).toBe(article.title);
    const back = page.querySelector('main a[href="/blog"]');
    expect(back?.textContent.replaceAll(/\s+/g, " ").trim()).toBe("← Retour au blog");
  });

  test("has a summary that leads to each of its sections", () => {
    const targets = [...page.querySelectorAll(".article-outline a")].map((link) => link.getAttribute("href"));
    const sections = [...page.querySelectorAll(".article-text h2")].map(({ id }) => `#${id}`);

    expect(targets).toEqual(sections);
    expect(targets.length).toBeGreaterThanOrEqual(4);
    expect(new Set(targets).size).toBe(targets.length);
  });
});

test("An article's tags stay with it: the list and the home page have their own", () => {
  open(articles[0]?.path ?? "");

  for (const path of ["/", "/blog"]) {
    const page = open(path);
    expect(meta(page, "og:type")).toBe("website");
    expect(page.querySelector('meta[property^="article:"]')).toBeNull();
    expect(page.title).not.toContain("| Blog");
  }
});

test("The list shows every article, newest first, each card leading to its page", () => {
  const page = open("/blog");
  const cards = [...page.querySelectorAll("main article")];

  expect(page.title).toBe("Blog Zeta");
  expect(page.querySelector("h1")?.textContent).toBe("Blog Zeta");
  expect(cards.map((card) => card.querySelector("h2")?.textContent)).toEqual(articles.map(({ title }) => title));
  expect(cards.map((card) => card.querySelector("a")?.getAttribute("href"))).toEqual(articles.map(({ path }) => path));
  for (const card of cards) {
    expect(card.querySelector("a")?.textContent).toMatch(/^Lire la suite →/);
    expect(card.querySelector('[aria-hidden="true"] > svg')).not.toBeNull();
    expect(card.querySelector("time")?.getAttribute("datetime")).toMatch(/^202[45]-/);
    expect(card.querySelector("p")?.textContent).not.toBe("");
  }
  expect(page.querySelector("header a.logo")?.getAttribute("href")).toBe("/");
});

test("The home page shows the three chosen articles, each leading to its page", () => {
  const cards = [...open("/").querySelectorAll("#blog article")];
  const targets = cards.map((card) => card.querySelector("a")?.getAttribute("href"));

  expect(targets).toEqual(teaserSlugs.map((slug) => `/blog/${slug}`));
  for (const target of targets) expect(findPagePath(target ?? "", siteForTests)).toBe(target);
});

describe("An address below the blog", () => {
  test.each(["/blog/zzz", "/blog/ariane-ia-gestion-echanges-clients", "/blog/{product}-ia", "/blog/%00"])(
    "%s is no article: the list instead",
    (path) => {
      expect(findPagePath(path, siteForTests)).toBe("/404");
      expect(findRedirect(path, siteForTests)).toEqual({ status: 302, location: "/blog" });
    },
  );

  test("/blog/ is the list, written as it should not be", () => {
    expect(findRedirect("/blog/", siteForTests)).toEqual({ status: 308, location: "/blog" });
  });

  test.each(["/blog/a/b", "/blogs/zzz", "/nulle-part", "/blog", ...articles.map(({ path }) => path)])(
    "%s is sent nowhere else",
    (path) => {
      expect(findRedirect(path, siteForTests)).toBeUndefined();
    },
  );

  test("is rendered at start for every article", () => {
    expect(listPagePaths(siteForTests)).toEqual(expect.arrayContaining(articles.map(({ path }) => path)));
  });
});

describe("The feed", () => {
  const file = renderFeed({ site: siteForTests, today, assets: assetsForTests });
  const feed = new DOMParser().parseFromString(file.body, "text/xml");
  const items = [...feed.querySelectorAll("item")];
  const read = (item: Element | undefined, name: string) => item?.getElementsByTagName(name)[0]?.textContent ?? "";

  test("has the whole text of every article, newest first, under addresses that work anywhere", () => {
    expect(file).toMatchObject({ path: "/blog/rss.xml", contentType: "application/rss+xml; charset=utf-8" });
    expect(items.map((item) => read(item, "title"))).toEqual(articles.map(({ title }) => title));
    expect(items.map((item) => read(item, "guid"))).toEqual(articles.map(({ path }) => `https://zeta.example${path}`));
    for (const item of items) {
      const html = read(item, "content:encoded");
      expect(html.length).toBeGreaterThan(3000);
      expect(html).toMatch(/^<p>[\s\S]*<h2/);
      const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, link = ""]) => link);
      const others = links.filter((link) => !link.startsWith("https://zeta.example/"));
      expect(others.filter((link) => !known.includes(link))).toEqual([]);
      expect(html).not.toMatch(/\{brand\}|undefined/);
    }
  });

  test("says its days as RSS does", () => {
    expect(read(items[0], "pubDate")).toBe("Tue, 23 Sep 2025 00:00:00 GMT");
  });

  test("is announced by the pages", () => {
    expect(open("/blog").querySelector('link[rel="alternate"]')?.getAttribute("href")).toBe("/blog/rss.xml");
  });

  test("holds a brand with signs of its own", () => {
    const body = renderFeed({ site: { ...siteForTests, brand: "A<B & C" }, today, assets: assetsForTests }).body;

    expect(body).toContain("<title>Blog A&lt;B &amp; C</title>");
    expect(body).not.toContain("<B & C");
  });
});
