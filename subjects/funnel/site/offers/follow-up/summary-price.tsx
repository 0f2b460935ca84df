import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { OrderSchedule, Renewal } from "#subjects/funnel/site/steps/order-schedule.tsx";
import { PriceTicket } from "#subjects/funnel/site/steps/price-ticket.tsx";
import { formatCount, formatEuros } from "#app/ui/format.ts";
import { followUpCopy, wordsOfClients } from "#subjects/offers/words/follow-up/follow-up-funnel.ts";
import { priceCopy } from "#subjects/funnel/words/funnel.ts";
import { chosenActiveClients } from "#subjects/funnel/rules/follow-up-configuration.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { followUpTierOf, pricePerClient } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { trainingAudience } from "#subjects/offers/rules/follow-up/training.ts";

/** What a month costs and when it is paid; a volume that is not sold has no price. */
export function SummaryPrice({ state, site }: Pick<StepProps, "state" | "site">) {
  const tier = followUpTierOf(chosenActiveClients(state.activeClientsPerMonth), pricesOn(site, site.today));
  if (!tier) return null;
  const volume = tier.activeClientsPerMonth;
  const isTraining = state.audience === trainingAudience;
  const words = wordsOfClients(isTraining);
  const purchase = { offer: "suiviclient", volume, isTraining } as const;
  return (
    <PriceTicket
      offer={followUpCopy.offer}
      bought={words.clients(formatCount(volume))}
      note={words.perClient(formatEuros(pricePerClient(tier)))}
      excludingTax={formatEuros(tier.monthlyExcludingTax)}
      includingTax={formatEuros(includingTax(tier.monthlyExcludingTax))}
      per={priceCopy.perMonth}
      terms={<Renewal purchase={purchase} site={site} />}
    >
      <OrderSchedule purchase={purchase} site={site} />
    </PriceTicket>
  );
}
