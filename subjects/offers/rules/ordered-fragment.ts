import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { isSoldOffer } from "#domain/kernel/lead.ts";
import { type CivilDate, readCivilDate } from "#kit/civil-date.ts";

import type { Purchase } from "./base/offer.ts";
import { pricesOn } from "./prices.ts";
import { isSold, type ScheduleTerms, scheduleOf } from "./schedule.ts";

/** What the price of an order depends on, beside its day. */
export type DatedOffers = Pick<SiteSettings["offers"], "prices" | "conferences"> & Pick<ScheduleTerms, "promotion">;

/** What was ordered, on which day of the site, and what each line of its schedule asked: cents, tax included. */
export type Ordered = { purchase: Purchase; day: CivilDate; amounts: readonly number[] };

/** An order whose schedule is known, as the fragment of an address tells it. */
export function orderedFragmentOf(purchase: Purchase, { lines }: PaymentSchedule): string {
  return orderedFragment({ purchase, day: lines[0].date, amounts: lines.map(({ amount }) => amount.includingTax) });
}

/**
 * The pages after a payment know nothing of who reads them: what was ordered travels in the fragment of their address,
 * which no server sees: `#commande=suiviclient,50,2025-10-15,0-35880,formation`.
 */
export function orderedFragment({ purchase: { offer, volume, isTraining }, day, amounts }: Ordered): string {
  return `#commande=${[offer, volume, day, amounts.join("-"), ...(isTraining ? ["formation"] : [])].join(",")}`;
}

const written = /^#commande=([a-z]+),(\d{1,9}),([\d-]{10})(?:,(\d{1,9}(?:-\d{1,9}){0,3}))?(,formation)?$/;

/** Anybody may write an address: what names no offer, volume and day of ours reads as nothing. */
export function readOrderedFragment(fragment: string): Ordered | undefined {
  const [, offer, volume, writtenDay = "", amounts, training] = written.exec(fragment) ?? [];
  const day = readCivilDate(writtenDay);
  if (!isSoldOffer(offer) || day === undefined) return undefined;
  const purchase: Purchase = { offer, volume: Number(volume), ...(training !== undefined && { isTraining: true }) };
  if (!isSold(purchase)) return undefined;
  // Mails of before said no amounts.
  return { purchase, day, amounts: amounts?.split("-").map(Number) ?? [] };
}

/**
 * The schedule that was agreed: undefined where the prices of its day give another one. So an old address never shows
 * what was not agreed, and a forged one shows no amounts of its author.
 */
export function scheduleAgreed({ purchase, day, amounts }: Ordered, offers: DatedOffers): PaymentSchedule | undefined {
  const schedule = scheduleOf(purchase, { day, promotion: offers.promotion, prices: pricesOn(offers, day) });
  const isAsThen =
    schedule?.lines.length === amounts.length &&
    schedule.lines.every(({ amount }, index) => amount.includingTax === amounts[index]);
  return isAsThen ? schedule : undefined;
}
