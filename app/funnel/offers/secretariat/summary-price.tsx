import "#app/ui/text.css";
import "#app/ui/words.css";
import "./summary-price.css";

import { Box, Row, Stack } from "#app/ui/layout.tsx";
import type { StepProps } from "#app/funnel/offers/offer-module.ts";
import { PriceTicket, TicketLine } from "#app/funnel/steps/price-ticket.tsx";
import { formatCount, formatDayOfYear, formatEuros } from "#app/ui/format.ts";
import { Jack } from "#app/ui/jack.tsx";
import { volumeWords } from "#content/answer-words.ts";
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
      bought={volumeWords.callsPerMonth(formatCount(callsPerDay))}
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
      <Box as="ol" rule="top" className="tabular">
        {duePeriods(price, hasPromotion).map(({ period, amount }, index) => (
          <Stack
            as="li"
            key={period}
            columns="auto 1fr auto"
            gap={16}
            align="center"
            paddingBlock={16}
            paddingInline="inset"
            position="relative"
            className={index === 0 ? "price-ticket-period leading-snug strong" : "price-ticket-period leading-snug"}
          >
            <Jack state={index === 0 ? "live" : "idle"} />
            <span>{periodInWords(period, hasPromotion)}</span>
            <AmountDue amount={amount} isNow={index === 0} />
          </Stack>
        ))}
      </Box>
      <SetUp hasPromotion={hasPromotion} />
    </PriceTicket>
  );
}

function periodInWords(period: DuePeriod["period"], hasPromotion: boolean): string {
  const { thenMonthly, ...others } = copy.periods;
  if (period !== "thenMonthly") return others[period];
  return hasPromotion ? thenMonthly.afterPromotion : thenMonthly.afterTrial;
}

function AmountDue({ amount, isNow }: { amount: Amount | undefined; isNow: boolean }) {
  const look = isNow ? "block text-heading leading-tight tracking-display color-signal-text" : "block text-lead";
  if (!amount) return <b className={look}>{copy.free}</b>;
  return (
    <span className="right-aligned">
      <b className={look}>{priceCopy.excludingTax(formatEuros(amount.excludingTax))}</b>
      <small className="text-caption block faint">{priceCopy.includingTax(formatEuros(amount.includingTax))}</small>
    </span>
  );
}

function SetUp({ hasPromotion }: { hasPromotion: boolean }) {
  const { label, free, included } = copy.setUp;
  return (
    <TicketLine>
      <span>{label}</span>
      {hasPromotion ? (
        <Row as="span" gap={12}>
          <s className="tabular color-on-line-100">
            {priceCopy.excludingTax(formatEuros(secretariatPromotion.setUpInsteadOf))}
          </s>
          <b>{free}</b>
        </Row>
      ) : (
        <b>{included}</b>
      )}
    </TicketLine>
  );
}
