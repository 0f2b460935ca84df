import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { isSoldOnline, OrderSchedule, Renewal } from "#app/funnel/steps/order-schedule.tsx";
import { PriceTicket } from "#app/funnel/steps/price-ticket.tsx";
import { formatCount, formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import { volumeWords } from "#content/words/volume-words.ts";
import { priceCopy } from "#content/funnel.ts";
import { secretariatCopy } from "#content/offers/secretariat/secretariat-funnel.ts";
import { chosenCallsPerDay } from "#domain/funnel/secretariat-configuration.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { pricePerCall, secretariatTierOf } from "#domain/offers/secretariat/secretariat-tiers.ts";

const copy = secretariatCopy.summary;

/** What it costs and when; a volume that is not sold has no price. */
export function SummaryPrice({ state, site }: Pick<StepProps, "state" | "site">) {
  const tier = secretariatTierOf(chosenCallsPerDay(state.callsPerMonth));
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
