import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { Article } from "#app/page-kit/articles.ts";
import { formatDay } from "#app/ui/format.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";

import { ReadMore } from "./read-more.tsx";

/** The first of a list, over its whole width: picture beside words. */
export function ArticleLead({ article, label }: { article: Article; label: string | undefined }) {
  return (
    <Stack as="article" columns={1} position="relative" rule="top" lg={{ columns: "7fr 5fr" }} className="article-card">
      <div
        className="article-card-picture article-lead-picture"
        aria-hidden="true"
        dangerouslySetInnerHTML={{ __html: article.cover }}
      />
      <Row
        direction="column"
        isGrowing
        paddingBlock={24}
        paddingInline="cell"
        lg={{ paddingBlock: "block" }}
        className="article-lead-words"
      >
        <Row as="span" isWrapping columnGap={16} className="caption">
          {label !== undefined && <b>{label}</b>}
          <span>{blogCopy.subjects[article.subject].name}</span>
          <time dateTime={article.publishedOn}>{formatDay(article.publishedOn)}</time>
        </Row>
        <Box as="h2" marginBlock={16} className="article-lead-title tracking-title leading-tight two-lines">
          {article.title}
        </Box>
        <p className="lead two-lines">{article.excerpt}</p>
        <ReadMore path={article.path} title={article.title} />
      </Row>
    </Stack>
  );
}
