import { renderToStaticMarkup } from "react-dom/server";

import { type Article, listArticles } from "#app/page-kit/articles.ts";
import { SiteContext } from "#app/page-kit/site-context.tsx";
import { FeedBody } from "#subjects/blog/sections/article-body.tsx";
import { blogCopy } from "#subjects/blog/words/blog.ts";
import type { DatedRequest, SiteFile } from "#domain/site/page-renderer.ts";
import { markup } from "#kit/markup.ts";

/** The newest: a reader has the others already. */
const mostInFeed = 50;

export const feedPath = "/blog/rss.xml";

/** RSS 2.0, whole articles: https://www.rssboard.org/rss-specification */
export function renderFeed({ site, today }: DatedRequest): SiteFile {
  const { brand, origin } = site;
  const itemOf = (article: Article) => {
    const body = renderToStaticMarkup(
      <SiteContext value={{ site, today }}>
        <FeedBody article={article} />
      </SiteContext>,
    );
    const url = origin + article.path;
    return markup`<item>
<title>${article.title}</title>
<link>${url}</link>
<guid isPermaLink="true">${url}</guid>
<pubDate>${rssDate(article.publishedOn)}</pubDate>
<description>${article.excerpt}</description>
<content:encoded>${body}</content:encoded>
</item>
`;
  };

  const articles = listArticles(site).slice(0, mostInFeed);
  const [newest] = articles;
  const namespaces = {
    atom: "http://www.w3.org/2005/Atom",
    content: "http://purl.org/rss/1.0/modules/content/",
  };
  return {
    path: feedPath,
    contentType: "application/rss+xml; charset=utf-8",
    body: markup`<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="${namespaces.atom}" xmlns:content="${namespaces.content}"><channel>
<title>${blogCopy.feed.title(brand)}</title>
<link>${origin}/blog</link>
<atom:link href="${origin}${feedPath}" rel="self" type="application/rss+xml"/>
<description>${blogCopy.feed.description}</description>
<language>fr-FR</language>
${newest ? markup`<lastBuildDate>${rssDate(newest.publishedOn)}</lastBuildDate>` : ""}
${articles.map(itemOf)}</channel></rss>
`.toString(),
  };
}

/** "2025-05-20" → "Tue, 20 May 2025 00:00:00 GMT": a day has no hour, so the first of it. */
function rssDate(day: string): string {
  return new Date(`${day}T00:00:00Z`).toUTCString();
}
