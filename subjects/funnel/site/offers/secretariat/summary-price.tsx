import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { isSoldOnline, OrderSchedule, Renewal } from "#subjects/funnel/site/steps/order-schedule.tsx";
import { PriceTicket } from "#subjects/funnel/site/steps/price-ticket.tsx";
import { formatCount, formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";
import { priceCopy } from "#subjects/funnel/words/funnel.ts";
import { secretariatCopy } from "#subjects/offers/words/secretariat/secretariat-funnel.ts";
import { chosenCallsPerDay } from "#subjects/funnel/rules/secretariat-configuration.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { pricePerCall, secretariatTierOf } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

const copy = secretariatCopy.summary;

/** What it costs and when; a volume that is not sold has no price. */
export function SummaryPrice({ state, site }: Pick<StepProps, "state" | "site">) {
  const tier = secretariatTierOf(chosenCallsPerDay(state.callsPerMonth), pricesOn(site, site.today));
  if (!tier) return null;
  const purchase = { offer: "secretariat", volume: tier.callsPerDay } as const;
  return (
    <PriceTicket
      offer={secretariatCopy.offer}
      bought={volumeWords.callsPerMonth(formatCount(tier.callsPerDay))}
      note={copy.perCall(formatEuros(pricePerCall(tier)))}
      excludingTax={formatEuros(tier.monthlyExcludingTax)}
      includingTax={formatEuros(includingTax(tier.monthlyExcludingTax))}
      per={priceCopy.perMonth}
      terms={
        <>
          {site.promotion && isSoldOnline(purchase, site) && (
            <p>{copy.promotionScope(formatDayOfYear(site.promotion.to))}</p>
          )}
          <Renewal purchase={purchase} site={site} />
        </>
      }
    >
      <OrderSchedule purchase={purchase} site={site} />
    </PriceTicket>
  );
}
