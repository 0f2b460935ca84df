import type { ListedQuestion } from "#subjects/funnel/rules/questions.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import type { Asked } from "#subjects/offers/rules/base/offer.ts";
import { marketing } from "#subjects/offers/rules/marketing/marketing-offer.ts";
import { prospectsRangeOf } from "#subjects/offers/rules/marketing/prospects-ranges.ts";
import { trainingAudience, traineesAsked } from "#subjects/offers/rules/follow-up/training.ts";

import type { LeadRow } from "./lead-row.ts";

/** What lists, payments and the customer's space have to know of a request; of its funnel: `offer-rules.ts`. */
type RequestRules = {
  /** The question that the price depends on. SQL: `is_volume` of `private.questions`. */
  volume: ListedQuestion | undefined;
  /** A request holds one of these answers once its form was sent; none where only the form makes a request. */
  completedBy: readonly ListedQuestion[];
  /** What it ordered, as its payment is compared with it. SQL: `private.order_of`. */
  asked: (lead: LeadRow) => Asked;
  /**
   * The same of a volume in a list; undefined where that has no price.
   *
   * @param volume as `private.volume_in_words` says it: a number, a range of prospects, `waitlist`, or empty
   */
  listed: (volume: string) => Asked | undefined;
  /** The same of the one number that `private.lead_list` keeps of it; without a volume nothing is. */
  numbered: (volume: number) => Asked;
  /** A place at the conference of the configuration. */
  isPlace: boolean;
  /** Its customer may change answers of the assistant: greeting, hours and intention. */
  isChangeable: boolean;
};

/** What a list holds no number of has no price; an order without one has the smallest. */
const numberListed = (volume: string) => (Number(volume) > 0 ? Number(volume) : undefined);

/** By where they come from. Words about the offers are in `offers/words`, prices and dates in `offers/rules`. */
export const requestRules: Record<FunnelOrigin, RequestRules> = {
  secretariat: {
    volume: "callsPerMonth",
    completedBy: ["welcomeMessage"],
    asked: (lead) => lead.callsPerDay,
    listed: numberListed,
    numbered: (volume) => volume,
    isPlace: false,
    isChangeable: true,
  },
  suiviclient: {
    volume: "activeClientsPerMonth",
    completedBy: ["clientFollowupGoals", "activeClientsPerMonth"],
    asked: ({ audience, activeClientsPerMonth: clients }) =>
      audience === trainingAudience && clients !== null ? traineesAsked(clients) : clients,
    listed: numberListed,
    numbered: (volume) => volume,
    isPlace: false,
    isChangeable: false,
  },
  marketing: {
    volume: "prospectsPerMonth",
    completedBy: ["prospectsPerMonth"],
    asked: (lead) => lead.contactsPerMonth ?? lead.prospectsPerMonth,
    listed: (volume) => volume,
    // Contacts that are sold, else where a range begins.
    numbered: (volume) => (marketing.tiers.includes(volume) ? volume : prospectsRangeOf(volume)),
    isPlace: false,
    isChangeable: false,
  },
  closing: {
    volume: "prospectsCount",
    completedBy: [],
    asked: (lead) => lead.prospectsCount,
    listed: (volume) => volume,
    numbered: String,
    isPlace: false,
    isChangeable: false,
  },
  conferences: {
    volume: undefined,
    completedBy: [],
    asked: (lead) => (lead.isWaitingList ? "waitlist" : null),
    listed: (volume) => volume || null,
    numbered: () => null,
    isPlace: true,
    isChangeable: false,
  },
  general: {
    volume: undefined,
    completedBy: [],
    asked: () => null,
    listed: () => undefined,
    numbered: () => null,
    isPlace: false,
    isChangeable: false,
  },
};
