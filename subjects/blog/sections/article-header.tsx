import { Box, Row, Stack } from "#app/ui/layout.tsx";

import { type Article, changedOn } from "#app/page-kit/articles.ts";
import { href, subjectPath } from "#app/page-kit/href.ts";
import { useSite, useToday } from "#app/page-kit/site-context.tsx";
import { formatDay } from "#app/ui/format.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";
import { de } from "#content/language/elision.ts";

import { DrawnArrow } from "./read-more.tsx";

/** The author: a configured person, or the company. */
function Signature({ article }: { article: Article }) {
  const { authors, brand } = useSite();
  const author = authors[article.author];
  if (!author) return <span>{blogCopy.byTeam(de(brand))}</span>;
  return (
    <span>
      {blogCopy.by(author.name)}, {author.role}
      {author.isInvented && ` (${blogCopy.inventedAuthor})`}
    </span>
  );
}

/** Way back, title, what it is about, when it was written; beside them, or below, the picture. */
export function ArticleHeader({ article }: { article: Article }) {
  const updatedOn = changedOn(article, useToday());
  return (
    <Stack lg={{ columns: "7fr 5fr" }}>
      <Stack
        as="header"
        rowGap={16}
        alignContent="start"
        minWidth={0}
        paddingTop="block-small"
        paddingInline="cell"
        paddingBottom="block-large"
      >
        <a className="text-small arrow-link arrow-link-still article-back" href={href("/blog")}>
          <DrawnArrow character="←" icon="back" /> {blogCopy.back}
        </a>
        <h1 className="text-title tracking-display leading-display article-title">{article.title}</h1>
        <Box as="p" maxWidth="46ch" className="text-subtitle leading-snug">
          {article.excerpt}
        </Box>
        <Row as="p" isWrapping rowGap={4} columnGap={24} className="text-small quiet">
          <time dateTime={article.publishedOn}>{formatDay(article.publishedOn)}</time>
          {updatedOn !== article.publishedOn && (
            <span>
              {blogCopy.updatedOn} <time dateTime={updatedOn}>{formatDay(updatedOn)}</time>
            </span>
          )}
          <span>{blogCopy.readingTime(article.readingMinutes)}</span>
          <Signature article={article} />
          <a className="text-link" href={subjectPath(article.subject)}>
            {blogCopy.subjects[article.subject].name}
          </a>
        </Row>
      </Stack>
      <div
        className="article-cover"
        role="img"
        aria-label={article.coverAlt}
        dangerouslySetInnerHTML={{ __html: article.cover }}
      />
    </Stack>
  );
}
