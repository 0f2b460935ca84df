import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { OrderSchedule, Renewal } from "#subjects/funnel/site/steps/order-schedule.tsx";
import { PriceTicket } from "#subjects/funnel/site/steps/price-ticket.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";
import { priceCopy } from "#subjects/funnel/words/funnel.ts";
import { marketingCopy } from "#subjects/offers/words/marketing/marketing-funnel.ts";
import { chosenContacts } from "#subjects/funnel/rules/marketing-configuration.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { marketingPrice } from "#subjects/offers/rules/marketing/contact-volumes.ts";

/** The month of the chosen number of contacts, and when it is paid. */
export function SummaryPrice({ state, site }: Pick<StepProps, "state" | "site">) {
  const contacts = chosenContacts(state);
  if (contacts === undefined) return null;
  const prices = pricesOn(site, site.today);
  const price = marketingPrice(contacts, prices);
  const purchase = { offer: "marketing", volume: contacts } as const;
  return (
    <PriceTicket
      offer={marketingCopy.offer}
      bought={volumeWords.contactsPerMonth(formatCount(contacts))}
      note={marketingCopy.summary.perContact(
        formatEuros(prices.marketing),
        formatEuros(includingTax(prices.marketing)),
      )}
      excludingTax={formatEuros(price)}
      includingTax={formatEuros(includingTax(price))}
      per={priceCopy.perMonth}
      terms={<Renewal purchase={purchase} site={site} />}
    >
      <OrderSchedule purchase={purchase} site={site} />
    </PriceTicket>
  );
}
