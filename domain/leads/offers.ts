import { prospectsRanges } from "#domain/funnel/choices.ts";
import { chosenCount } from "#domain/funnel/counts.ts";
import { volumesOfRange } from "#domain/funnel/marketing-configuration.ts";
import type { ListedQuestion } from "#domain/funnel/questions.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { type Cents, cents, includingTax } from "#domain/kernel/money.ts";
import { closingOffer, closingPrice } from "#domain/offers/closing.ts";
import { conferenceOffer } from "#domain/offers/conference.ts";
import { followUpTierOf, followUpTiers } from "#domain/offers/follow-up.ts";
import { marketingPrice, pricePerContact } from "#domain/offers/marketing.ts";
import { secretariatTierOf, secretariatTiers } from "#domain/offers/secretariat.ts";

import { callsOrdered } from "./closing-order.ts";

/**
 * The one answer that a price depends on: calls a day, active clients a month, a range of prospects a month, a number
 * of prospects in words, or `waitlist` for a conference whose registration is closed; null when it was not answered.
 */
export type Asked = string | number | null;

/** A way to pay for an order. */
export type Sale = {
  /** As a payment link names it; undefined where an offer has one volume. */
  volume: number | undefined;
  /** Tax included, each right by itself; the first is what is due with the order. */
  amounts: readonly [Cents, ...Cents[]];
};

/** What lists, payments and the customer's space have to know of an offer; what its funnel has to: `offer-rules.ts`. */
type Offer = {
  /** The question that the price depends on. SQL: `is_volume` of `private.questions`. */
  volume?: ListedQuestion;
  /** A request holds one of these answers once its form was sent; none where only the form makes a request. */
  completedBy: readonly ListedQuestion[];
  /** Excluding tax: of a month at that volume where there are tiers, else of one piece. Undefined: not sold. */
  listedPrice: (volume: number) => Cents | undefined;
  /** Each volume has a price and a payment link of its own, and no other is sold. */
  hasTiers?: true;
  /** Where the buyer says on the payment page how many: the smallest order. */
  smallest?: string;
  /** What may be paid, the usual way first. None when the price is not known. */
  sales: (asked: Asked) => Sale[];
  /** The answers whose price is known; not those of an offer whose volume is free text. */
  priced: readonly Asked[];
};

const free = cents(0);
const unanswered = [null, 0];

/**
 * The offers, one by one. Words about them are in `content`, by the same names.
 *
 * Source: resolutions, "Money due". The secretariat begins free of charge, in the promotion and outside it; its month
 * is right too, for whoever pays later, from their space. Where an answer leaves a choice of volumes, each is a sale.
 */
export const offers: Record<FunnelOrigin, Offer> = {
  secretariat: {
    volume: "callsPerMonth",
    completedBy: ["welcomeMessage"],
    listedPrice: (calls) => secretariatTierOf(calls)?.monthlyExcludingTax,
    hasTiers: true,
    sales(asked) {
      const tier = secretariatTierOf(chosenCount("callsPerMonth", Number(asked)));
      return tier ? [{ volume: tier.callsPerDay, amounts: [free, includingTax(tier.monthlyExcludingTax)] }] : [];
    },
    priced: [...unanswered, ...secretariatTiers.map((tier) => tier.callsPerDay)],
  },
  suiviclient: {
    volume: "activeClientsPerMonth",
    completedBy: ["clientFollowupGoals", "activeClientsPerMonth"],
    listedPrice: (clients) => followUpTierOf(clients)?.monthlyExcludingTax,
    hasTiers: true,
    sales(asked) {
      const tier = followUpTierOf(chosenCount("activeClientsPerMonth", Number(asked)));
      return tier ? [{ volume: tier.activeClientsPerMonth, amounts: [includingTax(tier.monthlyExcludingTax)] }] : [];
    },
    priced: [...unanswered, ...followUpTiers.map((tier) => tier.activeClientsPerMonth)],
  },
  marketing: {
    volume: "prospectsPerMonth",
    completedBy: ["prospectsPerMonth"],
    listedPrice: () => pricePerContact,
    smallest: prospectsRanges[0],
    sales: (asked) =>
      volumesOfRange(asked).map((volume) => ({ volume, amounts: [includingTax(marketingPrice(volume))] })),
    priced: prospectsRanges,
  },
  closing: {
    volume: "prospectsCount",
    completedBy: [],
    listedPrice: () => closingOffer.excludingTax,
    smallest: "1",
    sales(asked) {
      const calls = typeof asked === "string" ? callsOrdered(asked) : undefined;
      return calls === undefined ? [] : [{ volume: undefined, amounts: [includingTax(closingPrice(calls))] }];
    },
    priced: [],
  },
  conferences: {
    completedBy: [],
    listedPrice: () => conferenceOffer.excludingTax,
    sales: (asked) =>
      asked === null ? [{ volume: undefined, amounts: [includingTax(conferenceOffer.excludingTax)] }] : [],
    priced: [null],
  },
  general: { completedBy: [], listedPrice: () => undefined, sales: () => [], priced: [] },
};
