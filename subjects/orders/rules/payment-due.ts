import { type FunnelOrigin, soldOffers } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { Asked, Purchase } from "#subjects/offers/rules/base/offer.ts";
import type { DatedOffers } from "#subjects/offers/rules/ordered-fragment.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";
import { offers, purchasesOf } from "#subjects/offers/rules/registry.ts";
import { amountsAsked, scheduleOf } from "#subjects/offers/rules/schedule.ts";

import type { KeptSchedule } from "./kept-schedule.ts";

/** What a submission ordered: its form, and the one answer that its price depends on. */
export type Order = {
  form: FunnelOrigin;
  asked: Asked;
  /** The day on which it was made, where it is known: its price is that of this day, even where it is paid later. */
  madeOn?: CivilDate | undefined;
};

/** The prices that a payment of an order may follow, and what else its schedule depends on. */
export type PaymentTerms = { day: CivilDate; offers: DatedOffers };

export type ReceivedAmount = {
  /** Tax included, in the smallest unit of the currency; null when the provider gave none. */
  amount: number | null;
  /** ISO 4217, in any case. */
  currency: string | null;
  /** What the payment link itself says that it sells, under the names of `PAYMENT_LINKS_FILE`. */
  link: { offer: string | null; volume: string | null };
};

export type PaymentProblem =
  | "no_amount"
  | "other_currency"
  /** Of an order that is made on quotation, of nothing, or of a volume that is not sold. */
  | "unknown_price"
  | "other_link"
  | "nothing_paid"
  /** Free days of training bodies, by a page that is not theirs: that they are one is their own word. */
  | "not_for_training"
  | "other_amount";

/** A way to pay for an order. */
type Sale = {
  purchase: Purchase;
  /** As a payment link names it; undefined where an offer has one link for every volume. */
  volume: number | undefined;
  /** Tax included, each right by itself; the first is what is due with the order. */
  amounts: Cents[];
  prices: Prices;
};

/**
 * What may be paid for an order: the usual way first. None when its price is not known. Where prices changed between
 * the order and its payment, that of the order is one way, and that of the payment another.
 */
export function salesOf({ form, asked, madeOn }: Order, { day, offers: dated }: PaymentTerms): Sale[] {
  const days = madeOn === undefined || madeOn >= day ? [day] : [madeOn, day];
  const sales = purchasesOf(form, asked).flatMap((purchase) =>
    days.map((each): Sale => {
      const prices = pricesOn(dated, each);
      const volume = offers[purchase.offer].tiers.length > 0 ? purchase.volume : undefined;
      return { purchase, volume, prices, amounts: amountsAsked(purchase, prices) };
    }),
  );
  const isOther = (sale: Sale, index: number) =>
    !sales.slice(0, index).some((before) => JSON.stringify(wayOf(before)) === JSON.stringify(wayOf(sale)));
  return sales.filter(isOther);
}

const wayOf = ({ purchase, amounts }: Sale) => [purchase, amounts];

/**
 * Whether a payment is the right one for an order: in euros, to the cent, and by its link where
 * the link says whose it is.
 */
export function checkPayment(
  { amount, currency, link }: ReceivedAmount,
  order: Order,
  terms: PaymentTerms,
): Result<void, PaymentProblem> {
  if (amount === null) return failed("no_amount");
  if (currency?.toLowerCase() !== "eur") return failed("other_currency");
  const sales = salesOf(order, terms);
  if (sales.length === 0) return failed("unknown_price");
  const sold = soldBy(link, sales);
  if (sold.length === 0) return failed("other_link");
  const asked = sold.filter(({ amounts }) => amounts.some((each) => each === amount));
  if (asked.length === 0) return failed(amount === 0 ? "nothing_paid" : "other_amount");
  const isProved = asked.some(
    ({ purchase }) => amount > 0 || !purchase.isTraining || link.offer === pagesOf(purchase)[0],
  );
  return isProved ? ok(undefined) : failed("not_for_training");
}

/** By the link of that volume, where it says one, and of that offer: training bodies may also take the usual page. */
function soldBy(link: ReceivedAmount["link"], sales: Sale[]): Sale[] {
  return sales.filter(({ purchase, volume }) => {
    const pages: readonly string[] = pagesOf(purchase);
    return (
      (link.volume === null || link.volume === String(volume)) && (link.offer === null || pages.includes(link.offer))
    );
  });
}

function pagesOf({ offer, isTraining = false }: Purchase) {
  return offers[offer].linkNames(isTraining);
}

/**
 * What is agreed by a payment: the schedule of what it paid for, from its day on, at the prices that it paid. Of a
 * payment that is not the right one, and that an administrator takes for it all the same, that of what was ordered.
 */
export function scheduleToKeep(
  { amount, link }: ReceivedAmount,
  order: Order,
  terms: PaymentTerms,
): KeptSchedule | undefined {
  const sales = salesOf(order, terms);
  const paidFor = soldBy(link, sales).find(({ amounts }) => amounts.some((each) => each === amount));
  const sale = paidFor ?? sales[0];
  if (!sale) return undefined;
  const { purchase, prices } = sale;
  const schedule = scheduleOf(purchase, { day: terms.day, promotion: terms.offers.promotion, prices });
  return schedule && { purchase, ...schedule };
}

/**
 * Every order that a payment is right for: which one it is may be known later, when the answers arrive.
 *
 * Orders for closing are missing, since their volume is free text.
 */
export function ordersPaidBy(payment: ReceivedAmount, terms: PaymentTerms): Order[] {
  return listedOrders().filter((order) => checkPayment(payment, order, terms).ok);
}

function listedOrders(): Order[] {
  return soldOffers.flatMap((form) => offers[form].priced.map((asked) => ({ form, asked })));
}
