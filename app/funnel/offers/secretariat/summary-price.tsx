import "#app/ui/text.css";
import "#app/ui/words.css";
import "./summary-price.css";

import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { PriceTicket } from "#app/funnel/steps/price-ticket.tsx";
import { formatCount, formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import { Jack } from "#app/ui/jack.tsx";
import { priceCopy, summaryCopy } from "#content/funnel.ts";
import { secretariatCopy } from "#content/secretariat-funnel.ts";
import { chosenCallsPerDay } from "#domain/funnel/secretariat-configuration.ts";
import { type Amount, type DuePeriod, duePeriods, secretariatPrice } from "#domain/offers/secretariat-price.ts";
import { secretariatPromotion } from "#domain/offers/promotion.ts";

const copy = secretariatCopy.summary;

/** What it costs and when; a volume that is not sold has no price. */
export function SummaryPrice({ state, site }: Pick<StepProps, "state" | "site">) {
  const callsPerDay = chosenCallsPerDay(state.callsPerMonth);
  const price = secretariatPrice(callsPerDay);
  if (!price) return null;

  const hasPromotion = site.promotion !== undefined;
  return (
    <PriceTicket
      offer={secretariatCopy.offer}
      bought={secretariatCopy.callsPerDay(formatCount(callsPerDay))}
      note={copy.perCall(formatEuros(price.perCallExcludingTax))}
      excludingTax={formatEuros(price.monthly.excludingTax)}
      includingTax={formatEuros(price.monthly.includingTax)}
      per={priceCopy.perMonth}
      terms={
        <>
          {site.promotion && <p>{copy.promotionScope(formatDayOfYear(site.promotion.until))}</p>}
          <p>{summaryCopy.renewal}</p>
        </>
      }
    >
      <ol className="price-ticket-periods tabular">
        {duePeriods(price, hasPromotion).map(({ period, amount }, index) => (
          <li key={period} data-now={index === 0 ? "" : undefined}>
            <Jack state={index === 0 ? "live" : "idle"} />
            <span>{periodInWords(period, hasPromotion)}</span>
            <AmountDue amount={amount} />
          </li>
        ))}
      </ol>
      <SetUp hasPromotion={hasPromotion} />
    </PriceTicket>
  );
}

function periodInWords(period: DuePeriod["period"], hasPromotion: boolean): string {
  const { thenMonthly, ...others } = copy.periods;
  if (period !== "thenMonthly") return others[period];
  return hasPromotion ? thenMonthly.afterPromotion : thenMonthly.afterTrial;
}

function AmountDue({ amount }: { amount: Amount | undefined }) {
  if (!amount) return <b>{copy.free}</b>;
  return (
    <span className="price-ticket-amount">
      <b>{priceCopy.excludingTax(formatEuros(amount.excludingTax))}</b>
      <small className="text-caption faint">{priceCopy.includingTax(formatEuros(amount.includingTax))}</small>
    </span>
  );
}

function SetUp({ hasPromotion }: { hasPromotion: boolean }) {
  const { label, free, included } = copy.setUp;
  return (
    <p className="price-ticket-setup">
      <span>{label}</span>
      {hasPromotion ? (
        <span>
          <s className="tabular">{priceCopy.excludingTax(formatEuros(secretariatPromotion.setUpInsteadOf))}</s>{" "}
          <b>{free}</b>
        </span>
      ) : (
        <b>{included}</b>
      )}
    </p>
  );
}
