import { Cells } from "#app/ui/layout.tsx";

import { type Article, nextArticles } from "#app/page-kit/articles.ts";
import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { SectionBar } from "#app/ui/section-bar.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { blogCopy } from "#subjects/blog/words/blog.ts";

import { ArticleCard } from "./article-card.tsx";

export function NextArticles({ article }: { article: Article }) {
  const { title, all } = blogCopy.next;

  return (
    <section className="section">
      <SectionBar title={title}>
        <ArrowLink href={href("/blog")}>{all}</ArrowLink>
      </SectionBar>
      <Cells rule="block" md={{ columns: 2, rule: "top" }}>
        {nextArticles(article, useSite()).map((next) => (
          <ArticleCard key={next.key} article={next} heading="h3" hasExcerpt={false} />
        ))}
      </Cells>
    </section>
  );
}
