import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { OrderSchedule, Renewal } from "#app/funnel/steps/order-schedule.tsx";
import { PriceTicket } from "#app/funnel/steps/price-ticket.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { volumeWords } from "#content/words/volume-words.ts";
import { priceCopy } from "#content/funnel.ts";
import { marketingCopy } from "#content/offers/marketing/marketing-funnel.ts";
import { chosenContacts } from "#domain/funnel/marketing-configuration.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { marketingPrice, pricePerContact } from "#domain/offers/marketing/contact-volumes.ts";

/** The month of the chosen number of contacts, and when it is paid. */
export function SummaryPrice({ state, site }: Pick<StepProps, "state" | "site">) {
  const contacts = chosenContacts(state);
  if (contacts === undefined) return null;
  const price = marketingPrice(contacts);
  const purchase = { offer: "marketing", volume: contacts } as const;
  return (
    <PriceTicket
      offer={marketingCopy.offer}
      bought={volumeWords.contactsPerMonth(formatCount(contacts))}
      note={marketingCopy.summary.perContact(formatEuros(pricePerContact), formatEuros(includingTax(pricePerContact)))}
      excludingTax={formatEuros(price)}
      includingTax={formatEuros(includingTax(price))}
      per={priceCopy.perMonth}
      terms={<Renewal purchase={purchase} site={site} />}
    >
      <OrderSchedule purchase={purchase} site={site} />
    </PriceTicket>
  );
}
