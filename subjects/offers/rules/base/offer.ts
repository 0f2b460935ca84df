import type { PaymentSchedule } from "#domain/kernel/payment-schedule.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import type { SoldOffer } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";

import type { Period } from "./periods.ts";

/** What was bought. */
export type Purchase = {
  offer: SoldOffer;
  /** Calls a day, active clients or contacts a month, calls in all for closing, places at the conference. */
  volume: number;
  /** A training body, whose first days of the follow-up are free. */
  isTraining?: boolean;
};

/**
 * The one answer that a price depends on: calls a day, active clients a month (`formation 50` for the trainees of a
 * training body), contacts a month or the range of prospects of older orders, a number of prospects as it was typed (in
 * mails the number alone), or `waitlist` for a conference whose registration is closed; null when it was not answered.
 * SQL: `private.order_of`.
 */
export type Asked = string | number | null;

export type Terms = {
  isTraining: boolean;
  /** Whether the order is made while the promotion lasts. */
  isPromoted: boolean;
  /** Of the day from which the order has its price. */
  prices: Prices;
};

/** What code outside the folder of an offer has to know of it: prices, dates, links. */
export type Offer = {
  /** Volumes with a price, and perhaps a payment link, of their own. None: any number is sold, by one link. */
  tiers: readonly number[];
  /** Where neither link nor order says how many; 0 where each volume has a link of its own. */
  volumeAtLink: number;
  isSold: (volume: number) => boolean;
  /** Excluding tax, of a month where the offer is a subscription, else of the order. Undefined: not sold. */
  priceOf: (volume: number, prices: Prices) => Cents | undefined;
  /** @param price what `priceOf` says */
  periodsOf: (price: Cents, terms: Terms) => Period[];
  /** Whether orders of the days of the promotion have other periods, which boards and funnels then announce. */
  hasPromotion: boolean;
  setUpOf: (terms: Terms) => Pick<PaymentSchedule, "setUp">;
  /** What may have been ordered, the usual way first; a volume without a price among it is left out by the caller. */
  volumesAsked: (asked: Asked) => Omit<Purchase, "offer">[];
  /** The answers whose price is known; not those of an offer whose volume is free text. */
  priced: readonly Asked[];
  /** What an amount paid says of the volume, where the answer does not. @param amount in cents, tax included */
  volumePaid: (amount: number, prices: Prices) => number | undefined;
  /** The payment pages that sell it, under the names of `PAYMENT_LINKS_FILE`: the closest first. */
  linkNames: (isTraining: boolean) => readonly [keyof PaymentLinks, ...(keyof PaymentLinks)[]];
};

/** An offer with a funnel. */
export type MonthlyOffer = Offer & {
  /**
   * Of a call, a client or a contact: « à partir de » on the home page, as the specification states it (section 9) even
   * where no tier reaches it. Payments and structured data never use it; `npm run doctor` compares it with `unitPrices`.
   */
  advertised: (prices: Prices) => Cents;
  /** What the same comes to, tier by tier. */
  unitPrices: (prices: Prices) => readonly Cents[];
};
