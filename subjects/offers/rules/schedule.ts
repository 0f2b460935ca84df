import type { Amount, DueLine, PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import { addDays, addMonths, type CivilDate, type DayWindow, isWithin } from "#kit/civil-date.ts";
import { type Cents, includingTax } from "#domain/kernel/money.ts";
import type { Prices } from "#domain/site/prices.ts";

import type { Purchase, Terms } from "./base/offer.ts";
import type { Period } from "./base/periods.ts";
import { firstPrices } from "./prices.ts";
import { offers } from "./registry.ts";

export type ScheduleTerms = {
  /** The day of the order. */
  day: CivilDate;
  /** The days on which the secretariat is sold with its promotion; none when it has none. */
  promotion?: DayWindow | undefined;
  /** Those of the day from which the order has its price: that of the order, see `pricesOn`. */
  prices: Prices;
};

/**
 * What is paid when: the one home of it, for every page, mail, payment and list. Undefined for a volume that is not
 * sold.
 *
 * Source: resolutions, "Money due". A month later is the same day of the next month, or its last one.
 */
export function scheduleOf(purchase: Purchase, { day, promotion, prices }: ScheduleTerms): PaymentSchedule | undefined {
  const offer = offers[purchase.offer];
  const isPromoted = offer.hasPromotion && promotion !== undefined && isWithin(promotion, day);
  const terms = { isTraining: purchase.isTraining ?? false, isPromoted, prices };
  const [first, ...others] = periodsOf(purchase, terms).map((period) => dated(period, day));
  return first && { lines: [first, ...others], ...offer.setUpOf(terms) };
}

/** Whether an order costs nothing when it is made. */
export function isFreeAtFirst({ lines: [first] }: PaymentSchedule): boolean {
  return first.amount.includingTax === 0;
}

/** What is paid next after a day: a line with an amount, or a later month of a subscription. */
export function nextDue({ lines }: PaymentSchedule, after: CivilDate): DueLine | undefined {
  const line = lines.find(({ date, amount: { includingTax: due } }) => date > after && due > 0);
  const [last] = lines.slice(-1);
  if (line !== undefined || last?.kind !== "eachMonth") return line;
  const months = countMonths(last.date, after);
  const date = [months, months + 1].map((each) => addMonths(last.date, each)).find((each) => each > after);
  return date && { ...last, date };
}

function countMonths(from: CivilDate, to: CivilDate): number {
  const [fromYear = 0, fromMonth = 0] = from.split("-").map(Number);
  const [toYear = 0, toMonth = 0] = to.split("-").map(Number);
  return (toYear - fromYear) * 12 + toMonth - fromMonth;
}

/**
 * Every amount that may be asked for an order, tax included: what is due with it, then the monthly prices of a customer
 * who pays later. None for a volume that is not sold.
 */
export function amountsAsked(purchase: Purchase, prices: Prices): Cents[] {
  const terms = { isTraining: purchase.isTraining ?? false, isPromoted: false, prices };
  return [...new Set(periodsOf(purchase, terms).map(({ price }) => includingTax(price)))];
}

/** Excluding tax, of a month where the offer is a subscription, else of the order. Undefined: not sold. */
export function priceOf({ offer, volume }: Purchase, prices: Prices): Cents | undefined {
  return offers[offer].priceOf(volume, prices);
}

export function isSold({ offer, volume }: Purchase): boolean {
  return offers[offer].isSold(volume);
}

/** Whether its price is paid again each month. */
export function isMonthly(purchase: Purchase): boolean {
  const terms = { isTraining: purchase.isTraining ?? false, isPromoted: false, prices: firstPrices };
  return periodsOf(purchase, terms).some(({ kind }) => kind === "eachMonth");
}

function periodsOf(purchase: Purchase, terms: Terms): Period[] {
  const price = priceOf(purchase, terms.prices);
  return price === undefined ? [] : offers[purchase.offer].periodsOf(price, terms);
}

function dated({ kind, starts, price }: Period, day: CivilDate): DueLine {
  const date = "days" in starts ? addDays(day, starts.days) : addMonths(day, starts.months);
  return { date, kind, amount: amount(price) };
}

function amount(excludingTax: Cents): Amount {
  return { excludingTax, includingTax: includingTax(excludingTax) };
}
