import { Box, Row } from "#app/ui/layout.tsx";

import { formatCount, formatEuros } from "#app/ui/format.ts";
import { Icon } from "#app/ui/icon.tsx";
import { offerPagesCopy as copy } from "#subjects/offers/words/offer-pages.ts";
import { professionalsOnly } from "#content/shared/professionals-only.ts";
import type { Cents } from "#domain/kernel/money.ts";

type Props = {
  labels: { volume: string; each: string };
  tiers: readonly { volume: number; monthlyExcludingTax: Cents; eachExcludingTax: Cents }[];
};

/** Every price of the slider, for those who read rather than slide, on screen or on paper. */
export function TierTable({ labels, tiers }: Props) {
  return (
    <>
      <Box as="p" rule="top" paddingBlock={12} paddingInline="cell" className="text-caption quiet">
        {professionalsOnly}
      </Box>
      <Box as="details" rule="top" className="tier-table fold">
        <Row
          as="summary"
          gap={16}
          align="center"
          justify="between"
          paddingBlock={8}
          paddingInline="cell"
          className="text-small strong stretch-mid"
        >
          {copy.allTiers}
          <Icon name="down" />
        </Row>
        <Box as="table" width="full" background="surface" className="right-aligned tabular">
          <thead>
            <tr>
              <th className="text-caption quiet" scope="col">
                {labels.volume}
              </th>
              <th className="text-caption quiet" scope="col">
                {copy.excludingTaxPerMonth}
              </th>
              <th className="text-caption quiet" scope="col">
                {labels.each}
              </th>
            </tr>
          </thead>
          <tbody>
            {tiers.map(({ volume, monthlyExcludingTax, eachExcludingTax }) => (
              <tr key={volume}>
                <th scope="row">{formatCount(volume)}</th>
                <td>{formatEuros(monthlyExcludingTax)}</td>
                <td>{formatEuros(eachExcludingTax)}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </>
  );
}
