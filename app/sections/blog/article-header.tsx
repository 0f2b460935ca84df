import "#app/ui/text.css";
import { Row } from "#app/ui/layout.tsx";
import "#app/ui/link.css";
import "#app/ui/words.css";
import "./article-header.css";

import type { Article } from "#app/page-kit/articles.ts";
import { href } from "#app/page-kit/href.ts";
import { formatDay } from "#app/ui/format.ts";
import { blogCopy } from "#content/blog.ts";

import { DrawnArrow } from "./read-more.tsx";

/** Way back, title, what it is about, when it was written; then the picture, over the whole frame. */
export function ArticleHeader({ article }: { article: Article }) {
  return (
    <>
      <header className="article-header">
        <a className="text-small arrow-link arrow-link-still article-back" href={href("/blog")}>
          <DrawnArrow character="←" icon="back" /> {blogCopy.back}
        </a>
        <h1>{article.title}</h1>
        <p className="text-subtitle article-lead">{article.excerpt}</p>
        <Row as="p" isWrapping className="text-small quiet article-facts">
          <time dateTime={article.publishedOn}>{formatDay(article.publishedOn)}</time>
          <span>{blogCopy.readingTime(article.readingMinutes)}</span>
        </Row>
      </header>
      <div
        className="article-cover"
        role="img"
        aria-label={article.coverAlt}
        dangerouslySetInnerHTML={{ __html: article.cover }}
      />
    </>
  );
}
