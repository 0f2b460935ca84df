import { SideChoice, SidePoints } from "#subjects/funnel/site/frame/side-facts.tsx";
import type { StepProps } from "#subjects/funnel/site/offers/offer-module.ts";
import { isSoldOnline } from "#subjects/funnel/site/steps/order-schedule.tsx";
import { formatCount, formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";
import { priceCopy } from "#subjects/funnel/words/funnel.ts";
import { secretariatCopy } from "#subjects/offers/words/secretariat/secretariat-funnel.ts";
import { shownCallsPerDay } from "#subjects/funnel/rules/secretariat-configuration.ts";
import type { Prices } from "#domain/site/prices.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { nearestCallsPerDay } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";

/** In step 3 the choice and its price, which follow the slider; elsewhere what the offer includes. */
export function SideDetails({ state, site }: Pick<StepProps, "state" | "site">) {
  const prices = pricesOn(site, site.today);
  if (state.step === 3) return <LiveChoice callsPerDay={shownCallsPerDay(state.callsPerMonth)} prices={prices} />;

  const { sidePoints } = secretariatCopy;
  const start = site.promotion
    ? [
        sidePoints.promotionTrial(formatDayOfYear(site.promotion.to)),
        sidePoints.promotionSetUp(formatEuros(prices.setUp)),
      ]
    : [sidePoints.trial];
  const purchase = { offer: "secretariat", volume: shownCallsPerDay(state.callsPerMonth) } as const;
  const points =
    state.step === 5
      ? [
          sidePoints.line,
          ...(isSoldOnline(purchase, site) ? [sidePoints.setUp] : []),
          sidePoints.support,
          sidePoints.freedom,
        ]
      : [...start, sidePoints.line, sidePoints.freedom];

  return <SidePoints points={points} />;
}

function LiveChoice({ callsPerDay, prices }: { callsPerDay: number; prices: Prices }) {
  const monthly = prices.secretariat[nearestCallsPerDay(callsPerDay)] ?? 0;
  return (
    <SideChoice
      facts={[
        { label: secretariatCopy.sideVolume, value: volumeWords.callsPerMonth(formatCount(callsPerDay)) },
        { label: secretariatCopy.sidePrice, value: priceCopy.excludingTax(formatEuros(monthly)) },
      ]}
    />
  );
}
