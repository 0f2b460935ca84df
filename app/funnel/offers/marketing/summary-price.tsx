import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { PriceTicket, TicketLine } from "#app/funnel/steps/price-ticket.tsx";
import { formatEuros } from "#app/ui/format.ts";
import { marketingCopy } from "#content/marketing-funnel.ts";
import { chosenContacts } from "#domain/funnel/marketing-configuration.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { marketingPrice, pricePerContact } from "#domain/offers/marketing.ts";

/** One contact, and the month it makes for whoever chose a number of them. */
export function SummaryPrice({ state }: Pick<StepProps, "state">) {
  const copy = marketingCopy.summary;
  const contacts = chosenContacts(state);
  return (
    <PriceTicket
      offer={marketingCopy.offer}
      bought={copy.title}
      excludingTax={formatEuros(pricePerContact)}
      includingTax={formatEuros(includingTax(pricePerContact))}
      per={copy.perContact}
      terms={<p>{copy.billing}</p>}
    >
      {contacts !== undefined && (
        <TicketLine>
          <b>{copy.monthly(contacts, marketingPrice(contacts) / 100)}</b>
          <span>{copy.monthlyIncludingTax(formatEuros(includingTax(marketingPrice(contacts))))}</span>
        </TicketLine>
      )}
    </PriceTicket>
  );
}
