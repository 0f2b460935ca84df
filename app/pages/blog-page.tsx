import "#app/ui/text.css";
import { Cells } from "#app/ui/layout.tsx";
import "#app/ui/frame.css";
import "#app/ui/words.css";
import "#app/sections/head.css";
import "#app/sections/page-title.css";

import { listArticles } from "#app/page-kit/articles.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { ListenCall } from "#app/sections/blog/article-asides.tsx";
import { ArticleCard } from "#app/sections/blog/article-card.tsx";
import { SitePage } from "#app/sections/site-page.tsx";
import { blogCopy } from "#content/blog.ts";

export function BlogPage() {
  const site = useSite();

  return (
    <SitePage>
      <div className="outer">
        <div className="frame">
          <header className="head page-head">
            <h1 className="page-title text-display">{blogCopy.title(site.brand)}</h1>
            <p className="lead">{blogCopy.lead}</p>
          </header>
          <Cells rule="top" md={{ columns: 2 }} lg={{ columns: 3 }}>
            {listArticles(site).map((article) => (
              <ArticleCard key={article.key} article={article} heading="h2" />
            ))}
            <ListenCall />
          </Cells>
        </div>
      </div>
    </SitePage>
  );
}
