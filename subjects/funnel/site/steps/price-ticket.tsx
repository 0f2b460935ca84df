import { Box, Row, Stack } from "#app/ui/layout.tsx";

import type { ReactNode } from "react";

import { priceCopy } from "#subjects/funnel/words/funnel.ts";

type Props = {
  offer: string;
  /** What is bought: a volume, or the way it is counted. */
  bought: string;
  /** The price once more, for one call or client. */
  note?: string;
  excludingTax: string;
  includingTax: string;
  /** For how much of it: a month, a contact. */
  per: string;
  /** When what is paid. */
  children?: ReactNode;
  terms: ReactNode;
};

/** What it costs and when. */
export function PriceTicket({ offer, bought, note, excludingTax, includingTax, per, children, terms }: Props) {
  return (
    <Box as="section" marginTop={24} className="card card-raised" aria-label={offer}>
      <Row rowGap={16} columnGap={24} justify="between" isWrapping paddingBlock={24} paddingInline="inset">
        <div>
          <p className="text-small quiet">{offer}</p>
          <b className="text-heading stretch-mid leading-tight tracking-snug price-ticket-figure tabular">{bought}</b>
        </div>
        <div className="price-ticket-price">
          {note !== undefined && <p className="text-small quiet tabular">{note}</p>}
          <b className="text-heading stretch-mid leading-tight tracking-snug price-ticket-figure tabular">
            {priceCopy.excludingTax(excludingTax)}
            <small className="text-body regular">{per}</small>
          </b>
          <p className="text-small quiet tabular">{priceCopy.includingTax(includingTax)}</p>
        </div>
      </Row>
      {children}
      <Stack
        gap={8}
        paddingBlock={16}
        paddingInline="inset"
        rule={children ? "none" : "top"}
        className="text-small quiet"
      >
        {terms}
      </Stack>
    </Box>
  );
}
