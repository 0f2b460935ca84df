import "#app/ui/text.css";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
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
      <Stack
        as="header"
        rowGap={24}
        paddingTop="block-small"
        paddingInline="cell"
        paddingBottom="block-large"
        lg={{ columns: "3fr 6fr 3fr", paddingInline: 0 }}
        className="article-header"
      >
        <a className="text-small arrow-link arrow-link-still article-back" href={href("/blog")}>
          <DrawnArrow character="←" icon="back" /> {blogCopy.back}
        </a>
        <Box
          as="h1"
          maxWidth="15ch"
          span="all"
          lg={{ paddingInline: "cell" }}
          className="text-headline tracking-display leading-display article-title"
        >
          {article.title}
        </Box>
        <Box
          as="p"
          maxWidth="46ch"
          lg={{ column: "2 / 3", paddingInline: "cell" }}
          className="text-subtitle leading-snug"
        >
          {article.excerpt}
        </Box>
        <Row as="p" isWrapping rowGap={4} columnGap={24} className="text-small quiet article-facts">
          <time dateTime={article.publishedOn}>{formatDay(article.publishedOn)}</time>
          <span>{blogCopy.readingTime(article.readingMinutes)}</span>
        </Row>
      </Stack>
      <div
        className="article-cover"
        role="img"
        aria-label={article.coverAlt}
        dangerouslySetInnerHTML={{ __html: article.cover }}
      />
    </>
  );
}
