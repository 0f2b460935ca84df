import { Box } from "#app/ui/layout.tsx";
import { NarrowFold } from "#app/ui/narrow-fold.tsx";

import type { Article } from "#app/page-kit/articles.ts";
import { blogCopy } from "#subjects/blog/words/blog.ts";

export function ArticleOutline({ sections }: Pick<Article, "sections">) {
  return (
    <Box
      as="nav"
      tablet={{ paddingBlock: 24 }}
      paddingInline="cell"
      rule="bottom"
      lg={{ paddingTop: 64, rule: "right" }}
      className="text-small"
      aria-label={blogCopy.outline}
    >
      <div className="article-outline">
        <NarrowFold title={blogCopy.outline} />
        <Box paddingBottom={12} tablet={{ paddingBottom: 0 }}>
          <p className="caption hidden-until-tablet">{blogCopy.outline}</p>
          <Box as="ol" tablet={{ marginTop: 8 }}>
            {sections.map(({ id, title }) => (
              <li key={id}>
                <Box as="a" paddingBlock={8} className="block leading-snug" href={`#${id}`}>
                  {title}
                </Box>
              </li>
            ))}
          </Box>
        </Box>
      </div>
    </Box>
  );
}
