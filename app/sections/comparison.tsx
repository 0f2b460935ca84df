import { getArticle } from "#app/page-kit/articles.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { Box } from "#app/ui/layout.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { comparisonCopy } from "#content/comparison.ts";

import { Rail } from "./rail.tsx";

/** What an owner has today, and what changes. A narrow screen shows the first and the last column. */
export function Comparison() {
  const site = useSite();
  const { title, lead, article, caption, head, rows } = comparisonCopy(site.brand);

  return (
    <Rail
      id="comparaison"
      title={title}
      lead={lead}
      aside={
        <Box as="p" marginTop={8} tablet={{ marginTop: 16 }}>
          <ArrowLink isTall href={getArticle(article.key, site).path}>
            {article.label}
          </ArrowLink>
        </Box>
      }
    >
      <table className="text-small comparison">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((name) => (
              <th key={name} className="text-caption quiet" scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([solution, ...cells]) => (
            <tr key={solution}>
              <th className="text-lead stretch-mid leading-snug tracking-snug" scope="row">
                {solution}
              </th>
              {cells.map((cell) => (
                <td key={cell} className="pretty">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Rail>
  );
}
