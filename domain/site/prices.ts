import type { SoldOffer } from "#domain/kernel/lead.ts";
import type { Cents } from "#domain/kernel/money.ts";
import type { CivilDate } from "#kit/civil-date.ts";

/**
 * What a price is of. Of an offer: a month of one of its volumes (`secretariat`, `suiviclient`), one contact, a
 * thousand calls, a place. Of the promotion: its second month, and the set-up that it offers. Of what the home page
 * says « à partir de »: a call, a client, a contact.
 */
export const pricedThings = [
  "secretariat",
  "marketing",
  "suiviclient",
  "closing",
  "conferences",
  "secondMonth",
  "setUp",
  "fromCall",
  "fromClient",
  "fromContact",
] as const;
export type PricedThing = (typeof pricedThings)[number];

/** Sold by volumes, each with a price of its own. */
export const pricedByVolume = ["secretariat", "suiviclient"] as const satisfies readonly SoldOffer[];
type ByVolume = (typeof pricedByVolume)[number];

export function isPricedByVolume(thing: PricedThing): thing is ByVolume {
  return pricedByVolume.some((each) => each === thing);
}

/** A price from a day on, in cents, excluding tax. `volume`: of what has a price for each. */
export type PriceChange = { from: CivilDate; of: PricedThing; volume?: number; price: number };

/** What everything costs on one day, excluding tax. */
export type Prices = Readonly<
  Record<Exclude<PricedThing, ByVolume>, Cents> & Record<ByVolume, Readonly<Record<number, Cents>>>
>;
