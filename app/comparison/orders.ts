import type { SiteOnDay } from "#domain/site/site-settings.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";
import { isFunnelOffer, type OrderFormName, soldOffers } from "#domain/kernel/lead.ts";
import { requestRules } from "#subjects/leads/rules/requests.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { paymentLinkOf } from "#subjects/offers/rules/payment-link.ts";
import { scheduleOf } from "#subjects/offers/rules/schedule.ts";
import type { Purchase } from "#subjects/offers/rules/base/offer.ts";
import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";

/** An order made on a day, with what has to be said of it. */
export type ComparedOrder = {
  purchase: Purchase;
  today: CivilDate;
  promotion: DayWindow | undefined;
  prices: Prices;
  plan: PaymentSchedule;
  /** Where it is paid; undefined while it cannot be. */
  link: string | undefined;
  /** It can be ordered without the team. */
  isSold: boolean;
  /** Of a place at the conference, the day of it. */
  heldOn?: CivilDate;
};

/** Of outbound calls, whose number is typed, those around a thousand and a large one. */
const untiered: Record<OrderFormName, readonly number[]> = {
  closing: [1, 1000, 1001, 2500, 20_000],
  conferences: [1],
};

/** Every volume that has a price, and those of training bodies. */
export const allPurchases: readonly Purchase[] = soldOffers.flatMap((offer): Purchase[] => {
  const { tiers, linkNames } = offers[offer];
  const usual = (isFunnelOffer(offer) ? tiers : untiered[offer]).map((volume) => ({ offer, volume }));
  const isOfTraining = linkNames(true)[0] !== linkNames(false)[0];
  return isOfTraining ? [...usual, ...usual.map((each) => ({ ...each, isTraining: true }))] : usual;
});

/** Whose number the customer types, in words of theirs. */
export function isTyped({ offer }: Purchase): boolean {
  return offers[offer].priced.length === 0;
}

/** What can be ordered that day. */
export function ordersOn(today: CivilDate, { payments, prices, offers: { promotion, conference } }: SiteOnDay) {
  return allPurchases.flatMap((purchase): ComparedOrder[] => {
    const { offer } = purchase;
    const { isPlace } = requestRules[offer];
    const plan = scheduleOf(purchase, { day: today, promotion, prices });
    const isClosed = isPlace && conferencePhase(conference, today) !== "open";
    if (!plan || isClosed) return [];
    const link = paymentLinkOf(payments, purchase);
    // Closing and the conference say their price whether or not it can be paid at once.
    const isSold = offers[offer].tiers.length === 0 || link !== undefined;
    return [
      {
        purchase,
        today,
        promotion,
        prices,
        plan,
        link,
        isSold,
        ...(isPlace && conference && { heldOn: conference.heldOn }),
      },
    ];
  });
}
