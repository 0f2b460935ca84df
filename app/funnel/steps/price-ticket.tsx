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
      <div className="price-ticket-head">
        <div>
          <p>{offer}</p>
          <b className="tabular">{bought}</b>
        </div>
        <div>
          {note !== undefined && <p className="tabular">{note}</p>}
          <b className="tabular">
            {priceCopy.excludingTax(excludingTax)}
            <small>{per}</small>
          </b>
          <p className="tabular">{priceCopy.includingTax(includingTax)}</p>
        </div>
      </div>
      {children}
      <div className="price-ticket-terms">{terms}</div>
    </section>
  );
}
