import { Cells } from "#app/ui/layout.tsx";

import { getArticle } from "#app/page-kit/articles.ts";
import { href } from "#app/page-kit/href.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import type { HomeCopy } from "#content/home.ts";

import { ArticleCard } from "./article-card.tsx";
import { SectionBar } from "#app/ui/section-bar.tsx";

/** Three articles, chosen. */
export function BlogTeaser({ title, all, articles }: HomeCopy["blog"]) {
  const site = useSite();

  return (
    <section className="section" id="blog">
      <SectionBar title={title}>
        <ArrowLink href={href("/blog")}>{all}</ArrowLink>
      </SectionBar>
      <Cells rule="block" md={{ columns: 3, rule: "top" }}>
        {articles.map((key, index) => (
          <ArticleCard key={key} article={getArticle(key, site)} heading="h3" isLow={index > 0} />
        ))}
      </Cells>
    </section>
  );
}
