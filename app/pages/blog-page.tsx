import { Icon } from "#app/ui/icon.tsx";
import { Box, Cells, Row } from "#app/ui/layout.tsx";

import { listArticles, listArticlesOn } from "#app/page-kit/articles.ts";
import { Island } from "#app/page-kit/island.tsx";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ListenCall } from "#subjects/blog/sections/article-asides.tsx";
import { ArticleCard } from "#subjects/blog/sections/article-card.tsx";
import { ArticleLead } from "#subjects/blog/sections/article-lead.tsx";
import { SubjectLinks } from "#subjects/blog/sections/subject-links.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { searchIndexPath } from "#app/page-kit/search-index.ts";
import { type ArticleSubject, blogCopy } from "#subjects/blog/words/blog.ts";

/** What a phone scrolls through before it asks for more. */
const shownAtFirst = 9;
/** On a phone three lines come between two large cards. */
const isLow = (index: number) => index % 4 !== 3;

/** All articles, the newest large; or those on a subject. */
export function BlogPage({ subject }: { subject?: ArticleSubject }) {
  const site = useSite();
  const [lead, ...articles] = subject === undefined ? listArticles(site) : listArticlesOn(subject, site);
  const { title, text } =
    subject === undefined
      ? { title: blogCopy.title(site.brand), text: blogCopy.lead }
      : { title: blogCopy.subjects[subject].name, text: blogCopy.subjects[subject].lead };

  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <header className="head page-head">
            <h1 className="page-title text-display">{title}</h1>
            <p className="lead">{text}</p>
          </header>
          <SubjectLinks current={subject}>
            <Island name="ArticleSearch" when="interaction" props={{ indexAddress: searchIndexPath }} />
          </SubjectLinks>
          {lead && <ArticleLead article={lead} label={subject === undefined ? blogCopy.newest : undefined} />}
          <Cells rule="top" md={{ columns: 2 }} lg={{ columns: 3 }} className="blog-list">
            {articles.slice(0, shownAtFirst).map((article, index) => (
              <ArticleCard key={article.key} article={article} heading="h2" isLow={isLow(index)} />
            ))}
            <ListenCall after={Math.min(articles.length, shownAtFirst)} />
          </Cells>
          {articles.length > shownAtFirst && (
            <Box as="details" rule="top" className="fold">
              <Row
                as="summary"
                gap={12}
                align="center"
                justify="between"
                paddingInline="cell"
                className="text-lead strong"
              >
                {blogCopy.more}
                <Icon name="down" />
              </Row>
              <Cells rule="top" md={{ columns: 2 }} lg={{ columns: 3 }} className="blog-list">
                {articles.slice(shownAtFirst).map((article, index) => (
                  <ArticleCard key={article.key} article={article} heading="h2" isLow={isLow(index)} />
                ))}
              </Cells>
            </Box>
          )}
        </div>
      </div>
    </SitePage>
  );
}
