import { renderToStaticMarkup } from "react-dom/server";

import { type Article, listArticles } from "#app/page-kit/articles.ts";
import { SiteContext } from "#app/page-kit/site-context.tsx";
import { FeedBody } from "#app/sections/blog/article-body.tsx";
import { blogCopy } from "#content/blog.ts";
import type { PageRequest, SiteFile } from "#domain/contracts/page-renderer.ts";

export const feedPath = "/blog/rss.xml";

/** RSS 2.0, whole articles: https://www.rssboard.org/rss-specification */
export function renderFeed({ site, today }: PageRequest): SiteFile {
  const { brand, origin } = site;
  const articles = listArticles(site);
  const itemOf = (article: Article): string => {
    const body = renderToStaticMarkup(
      <SiteContext value={{ site, today }}>
        <FeedBody article={article} />
      </SiteContext>,
    );
    const url = origin + article.path;
    return element("item", [
      element("title", escape(article.title)),
      element("link", escape(url)),
      `<guid isPermaLink="true">${escape(url)}</guid>`,
      element("pubDate", rssDate(article.publishedOn)),
      element("description", escape(article.excerpt)),
      element("content:encoded", escape(body)),
    ]);
  };

  const channel = element("channel", [
    element("title", escape(blogCopy.feed.title(brand))),
    element("link", `${origin}/blog`),
    `<atom:link href="${escape(origin + feedPath)}" rel="self" type="application/rss+xml"/>`,
    element("description", escape(blogCopy.feed.description)),
    element("language", "fr-FR"),
    ...articles.slice(0, 1).map(({ publishedOn }) => element("lastBuildDate", rssDate(publishedOn))),
    ...articles.map(itemOf),
  ]);
  const namespaces =
    'xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/"';
  return {
    path: feedPath,
    contentType: "application/rss+xml; charset=utf-8",
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" ${namespaces}>${channel}</rss>\n`,
  };
}

function element(name: string, content: string | string[]): string {
  return `<${name}>${Array.isArray(content) ? content.join("") : content}</${name}>`;
}

/** What no XML text or attribute may hold as it is. HTML goes in escaped, as readers expect it. */
function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
}

/** "2025-05-20" → "Tue, 20 May 2025 00:00:00 GMT": a day has no hour, so the first of it. */
function rssDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toUTCString();
}
