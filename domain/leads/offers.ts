import { type Audience, prospectsRanges } from "#domain/funnel/choices.ts";
import { chosenCount } from "#domain/funnel/counts.ts";
import { volumesOfRange } from "#domain/funnel/marketing-configuration.ts";
import type { ListedQuestion } from "#domain/funnel/questions.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { followUpTiers } from "#domain/offers/follow-up.ts";
import { marketingVolumes } from "#domain/offers/marketing.ts";
import { priceOf, type Purchase } from "#domain/offers/schedule.ts";
import { secretariatTiers } from "#domain/offers/secretariat.ts";

import { callsOrdered } from "./closing-order.ts";

/**
 * The one answer that a price depends on: calls a day, active clients a month (`formation 50` for the trainees of a
 * training body), contacts a month or the range of prospects of older orders, a number of prospects as it was typed (in
 * mails the number alone), or `waitlist` for a conference whose registration is closed; null when it was not answered.
 * SQL: `private.order_of`.
 */
export type Asked = string | number | null;

/** What lists, payments and the customer's space have to know of an offer; what its funnel has to: `offer-rules.ts`. */
type Offer = {
  /** The question that the price depends on. SQL: `is_volume` of `private.questions`. */
  volume?: ListedQuestion;
  /** A request holds one of these answers once its form was sent; none where only the form makes a request. */
  completedBy: readonly ListedQuestion[];
  /** Each volume has a price, and may have a payment link, of its own; no other is sold. */
  hasTiers?: true;
  /** What may have been ordered, the usual way first. None when the price is not known. */
  purchases: (asked: Asked) => Purchase[];
  /** The answers whose price is known; not those of an offer whose volume is free text. */
  priced: readonly Asked[];
};

const unanswered = [null, 0];
const training = "formation" satisfies Audience;

/** As `Asked` has it. */
export function traineesAsked(trainees: number): string {
  return `${training} ${trainees}`;
}

/**
 * The offers, one by one. Words about them are in `content`, by the same names; prices and dates in `domain/offers`.
 * Where an answer leaves a choice of volumes, each is a purchase.
 */
export const offers: Record<FunnelOrigin, Offer> = {
  secretariat: {
    volume: "callsPerMonth",
    completedBy: ["welcomeMessage"],
    hasTiers: true,
    purchases: (asked) => sold({ offer: "secretariat", volume: chosenCount("callsPerMonth", Number(asked)) }),
    priced: [...unanswered, ...secretariatTiers.map((tier) => tier.callsPerDay)],
  },
  suiviclient: {
    volume: "activeClientsPerMonth",
    completedBy: ["clientFollowupGoals", "activeClientsPerMonth"],
    hasTiers: true,
    purchases(asked) {
      const [, trainees] = /^formation (\d+)$/.exec(String(asked)) ?? [];
      const volume = chosenCount("activeClientsPerMonth", Number(trainees ?? asked));
      return sold({ offer: "suiviclient", volume, ...(trainees !== undefined && { isTraining: true }) });
    },
    priced: [...unanswered, ...followUpTiers.flatMap(({ activeClientsPerMonth: each }) => [each, traineesAsked(each)])],
  },
  marketing: {
    volume: "prospectsPerMonth",
    completedBy: ["prospectsPerMonth"],
    hasTiers: true,
    purchases(asked) {
      const volumes = typeof asked === "number" ? [asked] : volumesOfRange(asked);
      return volumes.flatMap((volume) => sold({ offer: "marketing", volume }));
    },
    priced: [...marketingVolumes, ...prospectsRanges],
  },
  closing: {
    volume: "prospectsCount",
    completedBy: [],
    purchases(asked) {
      const calls = callsOrdered(String(asked ?? ""));
      return calls === undefined ? [] : sold({ offer: "closing", volume: calls });
    },
    priced: [],
  },
  conferences: {
    completedBy: [],
    purchases: (asked) => (asked === null ? sold({ offer: "conferences", volume: 1 }) : []),
    priced: [null],
  },
  general: { completedBy: [], purchases: () => [], priced: [] },
};

/** Nothing where the volume has no price. */
function sold(purchase: Purchase): Purchase[] {
  return priceOf(purchase) === undefined ? [] : [purchase];
}
