import type { SiteSettings } from "#domain/contracts/site-settings.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";
import { conferencePhase } from "#domain/leads/conference-registration.ts";
import { offers } from "#domain/leads/offers.ts";
import { followUpTiers } from "#domain/offers/follow-up.ts";
import { marketingVolumes } from "#domain/offers/marketing.ts";
import { paymentLinkOf } from "#domain/offers/payment-link.ts";
import { type Purchase, scheduleOf } from "#domain/offers/schedule.ts";
import { secretariatTiers } from "#domain/offers/secretariat.ts";
import type { PaymentSchedule } from "#domain/contracts/payment-schedule.ts";

/** An order made on a day, with what has to be said of it. */
export type ComparedOrder = {
  purchase: Purchase;
  today: CivilDate;
  promotion: DayWindow | undefined;
  plan: PaymentSchedule;
  /** Where it is paid; undefined while it cannot be. */
  link: string | undefined;
  /** It can be ordered without the team. */
  isSold: boolean;
  /** Of a place at the conference, the day of it. */
  heldOn?: CivilDate;
};

const clients = followUpTiers.map((tier) => tier.activeClientsPerMonth);

/** Every volume that has a price; of outbound calls, whose number is typed, those around a thousand and a large one. */
export const allPurchases: readonly Purchase[] = [
  ...secretariatTiers.map(({ callsPerDay }): Purchase => ({ offer: "secretariat", volume: callsPerDay })),
  ...clients.map((volume): Purchase => ({ offer: "suiviclient", volume })),
  ...clients.map((volume): Purchase => ({ offer: "suiviclient", volume, isTraining: true })),
  ...marketingVolumes.map((volume): Purchase => ({ offer: "marketing", volume })),
  ...[1, 1000, 1001, 2500, 20_000].map((volume): Purchase => ({ offer: "closing", volume })),
  { offer: "conferences", volume: 1 },
];

/** What can be ordered that day. */
export function ordersOn(today: CivilDate, { payments, offers: { promotion, conference } }: SiteSettings) {
  return allPurchases.flatMap((purchase): ComparedOrder[] => {
    const { offer, volume, isTraining } = purchase;
    const plan = scheduleOf(purchase, { day: today, promotion });
    const isClosed = offer === "conferences" && conferencePhase(conference, today) !== "open";
    if (!plan || isClosed) return [];
    const link = paymentLinkOf(payments, offer, volume, isTraining);
    // Closing and the conference say their price whether or not it can be paid at once.
    const isSold = !offers[offer].hasTiers || link !== undefined;
    return [
      {
        purchase,
        today,
        promotion,
        plan,
        link,
        isSold,
        ...(offer === "conferences" && conference && { heldOn: conference.heldOn }),
      },
    ];
  });
}
