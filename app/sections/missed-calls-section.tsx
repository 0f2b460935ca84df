import { getArticle } from "#app/page-kit/articles.ts";
import { href, type LinkTarget } from "#app/page-kit/href.ts";
import { Island } from "#app/page-kit/island.tsx";
import type { IslandProps } from "#app/page-kit/island-registry.ts";
import { useSite } from "#app/page-kit/site-context.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { Box, Row, Stack } from "#app/ui/layout.tsx";
import { ArrowLink } from "#app/ui/link.tsx";
import { missedCallsCopy } from "#subjects/offers/words/missed-calls.ts";
import { euros } from "#domain/kernel/money.ts";
import {
  estimateMissedCalls,
  exampleMissedCalls,
  missedCallsAssumptions,
} from "#subjects/offers/rules/secretariat/missed-calls.ts";

const copy = missedCallsCopy.method;
const funnel: LinkTarget = "/inscription-secretariat";

type Props = Omit<IslandProps<"MissedCalls">, "brand" | "funnel">;

/** The calculator and, below it, its formula with an example in plain text, which also serves without scripts. */
export function MissedCallsSection({ contactHref, notSold, today, prices }: Props) {
  const site = useSite();
  const { missedPerMonth, lostRevenue } = estimateMissedCalls(exampleMissedCalls, site.prices);
  const { workingDays, newCallersPercent, oneGoneIn, oneBuyerIn } = missedCallsAssumptions;

  return (
    <div className="section">
      <Island
        name="MissedCalls"
        when="fragment"
        props={{ brand: site.brand, funnel: href(funnel), contactHref, notSold, today, ...(prices && { prices }) }}
      />
      <Box as="details" rule="top" className="fold missed-calls-method">
        <Row
          as="summary"
          gap={16}
          align="center"
          justify="between"
          paddingBlock={8}
          paddingInline="cell"
          className="text-small strong stretch-mid"
        >
          {copy.title}
          <Icon name="down" />
        </Row>
        <Stack
          gap={8}
          paddingBottom={24}
          paddingInline="cell"
          tablet={{ columns: 2, columnGap: 40 }}
          className="text-small quiet"
        >
          <p className="pretty">
            {copy.steps({
              days: formatCount(workingDays),
              newPercent: formatCount(newCallersPercent),
              goneIn: formatCount(oneGoneIn),
              buyerIn: formatCount(oneBuyerIn),
            })}
          </p>
          <div>
            <p className="pretty">
              {copy.example({
                missed: formatCount(missedPerMonth),
                basket: formatEuros(euros(exampleMissedCalls.basketEuros)),
                lost: formatEuros(lostRevenue),
              })}
            </p>
            <Row as="p" marginTop={8}>
              <ArrowLink href={getArticle(copy.article, site).path}>{copy.source}</ArrowLink>
            </Row>
          </div>
        </Stack>
      </Box>
    </div>
  );
}
