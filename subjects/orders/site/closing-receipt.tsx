import { formatCount, formatEuros } from "#app/ui/format.ts";
import { closingCopy } from "#subjects/offers/words/closing/closing.ts";
import { cents, includingTax, vatPercent } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import { closingOffer, closingPrice } from "#subjects/offers/rules/closing/closing-price.ts";

import { OrderReceipt } from "./order-receipt.tsx";

const copy = closingCopy.receipt;

type Props = {
  /** Undefined while their number is not known: no total is shown then. */
  calls: number | undefined;
  /** While set-up is free: its last day. */
  freeUntil?: string | undefined;
  email: string;
  prices: Prices;
};

/** The card beside the form: what is ordered, at the price of the number that is typed. */
export function ClosingReceipt({ calls, freeUntil, email, prices }: Props) {
  const simultaneous = {
    term: copy.simultaneous,
    value: copy.upTo(formatCount(closingOffer.simultaneousCalls)),
    note: copy.law,
  };
  const setUp = freeUntil === undefined ? [] : [{ term: copy.setUp, value: copy.setUpFree(freeUntil) }];
  const common = { label: copy.label, question: copy.question, email };

  if (calls === undefined) {
    const perThousand = { term: copy.perThousand, value: copy.excludingTaxOf(formatEuros(prices.closing)) };
    return <OrderReceipt {...common} title={copy.untold} lines={[perThousand, ...setUp, simultaneous]} />;
  }
  const price = closingPrice(calls, prices);
  const inAll = includingTax(price);
  return (
    <OrderReceipt
      {...common}
      title={copy.title(formatCount(calls), calls)}
      lines={[
        { term: copy.calls, value: formatCount(calls) },
        { term: copy.perCall, value: copy.excludingTaxOf(formatEuros(cents(Math.round(price / calls)))) },
        ...setUp,
        simultaneous,
        { term: copy.excludingTax, value: formatEuros(price) },
        { term: copy.tax(vatPercent), value: formatEuros(inAll - price) },
      ]}
      total={{ term: copy.includingTax, value: formatEuros(inAll) }}
    />
  );
}
