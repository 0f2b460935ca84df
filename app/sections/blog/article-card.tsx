import "#app/ui/text.css";
import "#app/ui/words.css";
import "./article-card.css";

import type { Article } from "#app/page-kit/articles.ts";
import { formatDay } from "#app/ui/format.ts";

import { ReadMore } from "./read-more.tsx";

type Props = {
  article: Article;
  /** One below the title that announces the cards. */
  heading: "h2" | "h3";
  /** « À lire ensuite » goes without. */
  hasExcerpt?: boolean;
};

/** The whole card leads to the article, through its one link. */
export function ArticleCard({ article, heading: Heading, hasExcerpt = true }: Props) {
  return (
    <article className="article-card">
      {/* The title says what the picture does. */}
      <div className="article-card-picture" aria-hidden="true" dangerouslySetInnerHTML={{ __html: article.cover }} />
      <div className="article-card-text">
        <time className="caption" dateTime={article.publishedOn}>
          {formatDay(article.publishedOn)}
        </time>
        <Heading className="two-lines">{article.title}</Heading>
        {hasExcerpt && <p className="text-small quiet two-lines">{article.excerpt}</p>}
        <ReadMore path={article.path} title={article.title} />
      </div>
    </article>
  );
}
