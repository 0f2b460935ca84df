import "#app/ui/text.css";
import "#app/ui/words.css";
import "./article-outline.css";

import type { Article } from "#app/page-kit/articles.ts";
import { blogCopy } from "#content/blog.ts";

export function ArticleOutline({ sections }: Pick<Article, "sections">) {
  return (
    <nav className="text-small article-outline" aria-labelledby="sommaire">
      <div>
        <p className="caption" id="sommaire">
          {blogCopy.outline}
        </p>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </div>
    </nav>
  );
}
