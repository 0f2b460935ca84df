import { type FunnelOrigin, soldOffers } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import type { Asked, Purchase } from "#subjects/offers/rules/base/offer.ts";
import { offers, purchasesOf } from "#subjects/offers/rules/registry.ts";
import { amountsAsked, type ScheduleTerms, scheduleOf } from "#subjects/offers/rules/schedule.ts";

import type { KeptSchedule } from "./kept-schedule.ts";

/** What a submission ordered: its form, and the one answer that its price depends on. */
export type Order = { form: FunnelOrigin; asked: Asked };

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
};

/** What may be paid for an order: the usual way first. None when its price is not known. */
export function salesOf({ form, asked }: Order): Sale[] {
  return purchasesOf(form, asked).map((purchase) => ({
    purchase,
    volume: offers[purchase.offer].tiers.length > 0 ? purchase.volume : undefined,
    amounts: amountsAsked(purchase),
  }));
}

/**
 * Whether a payment is the right one for an order: in euros, to the cent, and by its link where
 * the link says whose it is.
 */
export function checkPayment({ amount, currency, link }: ReceivedAmount, order: Order): Result<void, PaymentProblem> {
  if (amount === null) return failed("no_amount");
  if (currency?.toLowerCase() !== "eur") return failed("other_currency");
  const sales = salesOf(order);
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
 * What is agreed by a payment: the schedule of what it paid for, at the prices of its day. Of a payment that is not the
 * right one, and that an administrator takes for it all the same, that of what was ordered.
 */
export function scheduleToKeep(
  { amount, link }: ReceivedAmount,
  order: Order,
  terms: ScheduleTerms,
): KeptSchedule | undefined {
  const sales = salesOf(order);
  const paidFor = soldBy(link, sales).find(({ amounts }) => amounts.some((each) => each === amount));
  const purchase = (paidFor ?? sales[0])?.purchase;
  const schedule = purchase && scheduleOf(purchase, terms);
  return schedule && { purchase, ...schedule };
}

/**
 * Every order that a payment is right for: which one it is may be known later, when the answers arrive.
 *
 * Orders for closing are missing, since their volume is free text.
 */
export function ordersPaidBy(payment: ReceivedAmount): Order[] {
  return listedOrders().filter((order) => checkPayment(payment, order).ok);
}

function listedOrders(): Order[] {
  return soldOffers.flatMap((form) => offers[form].priced.map((asked) => ({ form, asked })));
}
