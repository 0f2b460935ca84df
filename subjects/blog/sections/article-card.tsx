import { Box, Row } from "#app/ui/layout.tsx";

import type { Article } from "#app/page-kit/articles.ts";
import { formatDay } from "#app/ui/format.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";

import { ReadMore } from "./read-more.tsx";

type Props = {
  article: Article;
  /** One below the title that announces the cards. */
  heading: "h2" | "h3";
  /** « À lire ensuite » goes without. */
  hasExcerpt?: boolean;
  /** On a telephone, a line. */
  isLow?: boolean;
};

/** The whole card leads to the article, through its one link. */
export function ArticleCard({ article, heading, hasExcerpt = true, isLow = false }: Props) {
  return (
    <Box as="article" position="relative" className={isLow ? "article-card is-cell is-low" : "article-card is-cell"}>
      {/* The title says what the picture does. */}
      <div className="article-card-picture" aria-hidden="true" dangerouslySetInnerHTML={{ __html: article.cover }} />
      <Row direction="column" paddingBlock={24} paddingInline="cell" minWidth={0} className="article-card-words">
        <Row as="span" isWrapping columnGap={16} className="caption">
          <time dateTime={article.publishedOn}>{formatDay(article.publishedOn)}</time>
          <span>{blogCopy.subjects[article.subject].name}</span>
        </Row>
        <Box as={heading} marginBlock={8} className="text-lead strong stretch-mid tracking-snug leading-snug two-lines">
          {article.title}
        </Box>
        {hasExcerpt && <p className="text-small quiet two-lines">{article.excerpt}</p>}
        <ReadMore path={article.path} title={article.title} />
      </Row>
    </Box>
  );
}
