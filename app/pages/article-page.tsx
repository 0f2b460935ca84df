import { Box, Stack } from "#app/ui/layout.tsx";

import type { Article } from "#app/page-kit/articles.ts";
import { OfferCall, TestLine } from "#subjects/blog/sections/article-asides.tsx";
import { ArticleBody } from "#subjects/blog/sections/article-body.tsx";
import { ArticleHeader } from "#subjects/blog/sections/article-header.tsx";
import { ArticleOutline } from "#subjects/blog/sections/article-outline.tsx";
import { NextArticles } from "#subjects/blog/sections/next-articles.tsx";
import { SitePage } from "#app/sections/site-page.tsx";

export function ArticlePage({ article }: { article: Article }) {
  return (
    <SitePage>
      <div className="outer">
        <article className="frame">
          <ArticleHeader article={article} />
          <Stack lg={{ columns: "3fr 6fr 3fr" }}>
            <ArticleOutline sections={article.sections} />
            <Box
              paddingTop="block-large"
              paddingInline="cell"
              paddingBottom="section"
              lg={{ paddingTop: 64 }}
              className="text-lead article-text"
            >
              <ArticleBody article={article} />
              <OfferCall call={article.call} />
            </Box>
            <TestLine />
          </Stack>
        </article>
        <div className="frame">
          <NextArticles article={article} />
        </div>
      </div>
    </SitePage>
  );
}
