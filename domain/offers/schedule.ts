import type { Amount, DueKind, DueLine, PaymentSchedule } from "#domain/contracts/payment-schedule.ts";
import { addDays, addMonths, type CivilDate, type DayWindow, isWithin } from "#kit/civil-date.ts";
import { type FunnelOrigin, funnelOrigins } from "#domain/kernel/lead.ts";
import { type Cents, cents, includingTax } from "#domain/kernel/money.ts";

import { closingPrice } from "./closing.ts";
import { conferenceOffer } from "./conference.ts";
import { followUpTierOf } from "./follow-up.ts";
import { marketingPrice, marketingVolumes } from "./marketing.ts";
import { secretariatPromotion } from "./promotion.ts";
import { secretariatTierOf } from "./secretariat.ts";

/** What has a price of its own and is paid online. */
export type SoldOffer = Exclude<FunnelOrigin, "general">;

export function isSoldOffer(offer: unknown): offer is SoldOffer {
  return offer !== "general" && (funnelOrigins as readonly unknown[]).includes(offer);
}

export type Purchase = {
  offer: SoldOffer;
  /** Calls a day, active clients or contacts a month, calls in all for closing, places at the conference. */
  volume: number;
  /** A training body, whose first days of the follow-up are free. */
  isTraining?: boolean;
};

export type ScheduleTerms = {
  /** The day of the order. */
  day: CivilDate;
  /** The days on which the secretariat is sold with its promotion; none when it has none. */
  promotion?: DayWindow | undefined;
};

export const trialDays = { trial: 15, trainingTrial: 30 } as const;

/**
 * What is paid when: the one home of it, for every page, mail, payment and list. Undefined for a volume that is not
 * sold.
 *
 * Source: resolutions, "Money due". A month later is the same day of the next month, or its last one.
 */
export function scheduleOf(purchase: Purchase, { day, promotion }: ScheduleTerms): PaymentSchedule | undefined {
  const hasPromotion = purchase.offer === "secretariat" && promotion !== undefined && isWithin(promotion, day);
  const periods = periodsOf(purchase, hasPromotion);
  if (!periods) return undefined;
  const [first, ...others] = periods.map((period) => dated(period, day));
  return first && { lines: [first, ...others], ...setUpOf(purchase, hasPromotion) };
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
export function amountsAsked(purchase: Purchase): Cents[] {
  const amounts = (periodsOf(purchase, false) ?? []).map(({ price }) => includingTax(price));
  return [...new Set(amounts)];
}

/** Excluding tax, of a month where the offer is a subscription, else of the order. Undefined: not sold. */
export function priceOf({ offer, volume }: Purchase): Cents | undefined {
  switch (offer) {
    case "secretariat":
      return secretariatTierOf(volume)?.monthlyExcludingTax;
    case "suiviclient":
      return followUpTierOf(volume)?.monthlyExcludingTax;
    case "marketing":
      return (marketingVolumes as readonly number[]).includes(volume) ? marketingPrice(volume) : undefined;
    case "closing":
      return Number.isSafeInteger(volume) && volume > 0 ? closingPrice(volume) : undefined;
    case "conferences":
      return volume === 1 ? conferenceOffer.excludingTax : undefined;
  }
}

/** `price` excludes tax; `starts` counts from the day of the order. */
type Period = { kind: DueKind; starts: { days: number } | { months: number }; price: Cents };

function periodsOf(purchase: Purchase, hasPromotion: boolean): Period[] | undefined {
  const price = priceOf(purchase);
  if (price === undefined) return undefined;
  switch (purchase.offer) {
    case "secretariat":
      return hasPromotion ? promotionOf(price) : trialOf("trial", price);
    case "suiviclient":
      return purchase.isTraining ? trialOf("trainingTrial", price) : subscriptionOf(price);
    case "marketing":
      return subscriptionOf(price);
    case "closing":
    case "conferences":
      return [{ kind: "order", starts: { days: 0 }, price }];
  }
}

/** Source: specification, section 9: the promotion's month replaces the trial of 15 days. */
function promotionOf(price: Cents): Period[] {
  return [
    { kind: "freeMonth", starts: { months: 0 }, price: cents(0) },
    { kind: "secondMonth", starts: { months: 1 }, price: secretariatPromotion.secondMonthExcludingTax },
    { kind: "eachMonth", starts: { months: 2 }, price },
  ];
}

function trialOf(kind: keyof typeof trialDays, price: Cents): Period[] {
  return [
    { kind, starts: { days: 0 }, price: cents(0) },
    { kind: "eachMonth", starts: { days: trialDays[kind] }, price },
  ];
}

function subscriptionOf(price: Cents): Period[] {
  return [
    { kind: "firstMonth", starts: { months: 0 }, price },
    { kind: "eachMonth", starts: { months: 1 }, price },
  ];
}

function dated({ kind, starts, price }: Period, day: CivilDate): DueLine {
  const date = "days" in starts ? addDays(day, starts.days) : addMonths(day, starts.months);
  return { date, kind, amount: amount(price) };
}

function amount(excludingTax: Cents): Amount {
  return { excludingTax, includingTax: includingTax(excludingTax) };
}

/** Source: specification, section 9, and the home page's plan, which includes it. */
function setUpOf({ offer }: Purchase, hasPromotion: boolean): Pick<PaymentSchedule, "setUp"> {
  if (offer !== "secretariat") return {};
  return hasPromotion
    ? { setUp: { kind: "offered", insteadOf: secretariatPromotion.setUpInsteadOf } }
    : { setUp: { kind: "included" } };
}
