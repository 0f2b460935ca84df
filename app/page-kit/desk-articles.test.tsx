// @vitest-environment happy-dom
import { describe, expect, test } from "vitest";

import { renderFeed } from "#app/render/feed.tsx";
import { findRedirect, listFiles, renderer, renderPage } from "#app/render/render-page.tsx";
import { type ArticleContent, drawnCovers, readArticleContent } from "#domain/site/article-content.ts";
import { civilDate } from "#kit/civil-date.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { listArticles } from "./articles.ts";

const today = civilDate("2026-11-20");
const content: ArticleContent = {
  title: "Répondre en août chez {brand}",
  excerpt: "Quand l'équipe est à moitié là.",
  metaDescription: "Tenir le téléphone en août.",
  publishedOn: civilDate("2026-08-03"),
  updatedOn: civilDate("2026-10-01"),
  subject: "organisation",
  author: "",
  call: "secretariat",
  cover: "nuit-dimanche",
  text: `Un début avec [l'offre](secretariat) et [la loi](https://exemple.fr/loi).

## Préparer

- une liste
- <img src=x onerror=alert(1)>

| Qui | Quand |
| --- | --- |
| Inès | août |

> **11** appels sans suite.
`,
};
const picture = { id: "0123456789abcdef".repeat(2), width: 1440, height: 800, alt: 'Un bureau "vide"' };

function siteWith(changes: Partial<ArticleContent> = {}): typeof siteForTests {
  const article = { key: "a1", slug: "repondre-en-aout", former: ["aout"], content: { ...content, ...changes } };
  return { ...siteForTests, articles: [article] };
}

function open(path: string, site: typeof siteForTests): Document {
  const html = renderPage(path, { site, today, assets: assetsForTests });
  return new DOMParser().parseFromString(html.replace(/<link rel="stylesheet"[^>]*>/, ""), "text/html");
}

describe("An article of the desk", () => {
  const page = open("/blog/repondre-en-aout", siteWith());
  const body = page.querySelector(".article-text");

  test("is a page as the others are, from its title to its number set large", () => {
    expect(page.querySelector("h1")?.textContent).toBe("Répondre en août chez Zeta");
    expect(page.body.textContent).toContain("Quand l’équipe est à moitié là.");
    expect([...page.querySelectorAll("time")].map((time) => time.getAttribute("datetime"))).toEqual(
      expect.arrayContaining(["2026-08-03", "2026-10-01"]),
    );
    expect(page.querySelector('a[href="#preparer"]')?.textContent).toContain("Préparer");
    expect(body?.querySelector("h2")?.id).toBe("preparer");
    expect(body?.querySelector(".article-pulled b")?.textContent).toBe("11");
    expect(body?.querySelector("tbody th")?.getAttribute("scope")).toBe("row");
    expect([...(body?.querySelectorAll("a") ?? [])].map((link) => link.getAttribute("href"))).toEqual(
      expect.arrayContaining(["/secretariat", "https://exemple.fr/loi"]),
    );
  });

  test("holds a tag as the text that it is", () => {
    expect(body?.querySelector("img")).toBeNull();
    expect(body?.textContent).toContain("<img src=x onerror=alert(1)>");
    expect(readArticleContent(content)).toEqual({ ok: false, problem: [{ path: "text", code: "markup" }] });
  });

  test("is found in the list, the feed, the search, the site map and the structured data", () => {
    const site = siteWith();
    expect(listArticles(site)[0]?.path).toBe("/blog/repondre-en-aout");
    expect(open("/blog", site).body.textContent).toContain("Répondre en août chez Zeta");
    expect(renderFeed({ site, today, assets: assetsForTests }).body).toContain("/blog/repondre-en-aout");
    const files = listFiles({ site, today, assets: assetsForTests }).map(({ body: text }) => text);
    expect(files.filter((text) => text.includes("/blog/repondre-en-aout")).length).toBeGreaterThanOrEqual(3);
    const data = page.querySelector('script[type="application/ld+json"]')?.textContent ?? "";
    expect(data).toContain("BlogPosting");
    expect(data).toContain("2026-10-01");
  });

  test("is led to for good from where it stood", () => {
    expect(findRedirect("/blog/aout", siteWith())).toEqual({ status: 308, location: "/blog/repondre-en-aout" });
    expect(findRedirect("/blog/aout", siteForTests)).toEqual({ status: 302, location: "/blog" });
  });

  test("has a picture that was sent in every width, with its words, also where it is shared", () => {
    const sent = open("/blog/repondre-en-aout", siteWith({ cover: { picture } }));
    const cover = sent.querySelector(".article-cover");
    expect(cover?.getAttribute("aria-label")).toBe('Un bureau "vide"');
    expect(cover?.querySelector("source")?.getAttribute("srcset")).toBe(
      [240, 720, 1440].map((width) => `/images/${picture.id}/${width}.avif ${width}w`).join(", "),
    );
    expect(cover?.querySelector("img")?.getAttribute("src")).toBe(`/images/${picture.id}/1440.webp`);
    const shared = sent.querySelector('meta[property="og:image"]')?.getAttribute("content");
    expect(shared).toBe(`https://zeta.example/images/${picture.id}/1440.webp`);
  });

  test("at the address of another one is told before it is published", () => {
    const clash = listArticles(siteForTests)[3]?.path.replace("/blog/", "") ?? "";
    const [article] = siteWith().articles ?? [];
    if (!article) throw new Error("There is one.");
    const site = { ...siteForTests, articles: [{ ...article, slug: clash }] };
    expect(renderer.compareDay({ site, today, assets: assetsForTests }).undrawn).toEqual([`/blog/${clash}`]);
  });
});

test("Every cover that can be chosen is drawn, and is described", () => {
  for (const cover of drawnCovers) {
    const [article] = listArticles(siteWith({ cover }));
    expect([article?.cover.startsWith("<svg"), article?.coverAlt !== ""]).toEqual([true, true]);
  }
});
