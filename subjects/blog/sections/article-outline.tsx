import { Box } from "#app/ui/layout.tsx";

import type { Article } from "#app/page-kit/articles.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";

export function ArticleOutline({ sections }: Pick<Article, "sections">) {
  return (
    <Box
      as="nav"
      paddingBlock={24}
      paddingInline="cell"
      rule="bottom"
      lg={{ paddingTop: 64, rule: "right" }}
      className="text-small"
      aria-labelledby="sommaire"
    >
      <div className="article-outline">
        <p className="caption" id="sommaire">
          {blogCopy.outline}
        </p>
        <Box as="ol" marginTop={8}>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <Box as="a" paddingBlock={8} className="block leading-snug" href={`#${id}`}>
                {title}
              </Box>
            </li>
          ))}
        </Box>
      </div>
    </Box>
  );
}
