import "#app/ui/text.css";
import { Row, Stack } from "#app/ui/layout.tsx";
import "#app/ui/words.css";
import "./price-ticket.css";

import type { ReactNode } from "react";

import { priceCopy } from "#content/funnel.ts";

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
    <section className="price-ticket" aria-label={offer}>
      <Row justify="between" isWrapping className="price-ticket-head">
        <div>
          <p className="text-small quiet">{offer}</p>
          <b className="text-heading tabular">{bought}</b>
        </div>
        <div>
          {note !== undefined && <p className="text-small quiet tabular">{note}</p>}
          <b className="text-heading tabular">
            {priceCopy.excludingTax(excludingTax)}
            <small className="text-body">{per}</small>
          </b>
          <p className="text-small quiet tabular">{priceCopy.includingTax(includingTax)}</p>
        </div>
      </Row>
      {children}
      <Stack gap={8} className="text-small quiet price-ticket-terms">
        {terms}
      </Stack>
    </section>
  );
}
