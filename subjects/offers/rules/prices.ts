import { cents, euros } from "#domain/kernel/money.ts";
import { isPricedByVolume, type PriceChange, type Prices } from "#domain/site/prices.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { addDays, type CivilDate } from "#kit/civil-date.ts";

import { callsPrice } from "./closing/closing-price.ts";
import { editionOn } from "./conference/editions.ts";
import { placePrice } from "./conference/conference-price.ts";
import { followUpPrices } from "./follow-up/follow-up-tiers.ts";
import { contactPrice } from "./marketing/contact-volumes.ts";
import { promotionPrices } from "./secretariat/promotion.ts";
import { secretariatPrices } from "./secretariat/secretariat-tiers.ts";

/** Those of the code, which hold until the owner changes one. Source: specification, section 9. */
export const firstPrices: Prices = {
  secretariat: secretariatPrices,
  suiviclient: followUpPrices,
  marketing: contactPrice,
  closing: callsPrice,
  conferences: placePrice,
  ...promotionPrices,
  fromCall: cents(25),
  fromClient: euros(9),
  fromContact: cents(30),
};

/** The place of an edition may have a price of its own. */
type Priced = Pick<SiteSettings["offers"], "prices" | "conferences">;

/** What everything costs on a day. */
export function pricesOn({ prices: changes = [], conferences }: Priced, day: CivilDate): Prices {
  const prices = begun(changes, day).reduce(withChange, firstPrices);
  const ofPlace = editionOn(conferences, day)?.price;
  return ofPlace === undefined ? prices : { ...prices, conferences: cents(ofPlace) };
}

function withChange(prices: Prices, { of, volume = 0, price }: PriceChange): Prices {
  const next = cents(price);
  // A volume that is not sold has no price, whatever is written.
  if (isPricedByVolume(of))
    return volume in prices[of] ? { ...prices, [of]: { ...prices[of], [volume]: next } } : prices;
  return { ...prices, [of]: next };
}

/** Those that hold or held on that day, in the order of their days. */
function begun(changes: readonly PriceChange[], day: CivilDate): PriceChange[] {
  return changes
    .filter(({ from }) => from <= day)
    .sort((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)));
}

/** What a page takes along of the prices, that of the announced edition too: none that is still to come. */
export function shownPrices(offers: Priced, today: CivilDate): { prices?: PriceChange[] } {
  const { price } = editionOn(offers.conferences, today) ?? {};
  const ofPlace: PriceChange[] = price === undefined ? [] : [{ from: today, of: "conferences", price }];
  const prices = [...begun(offers.prices ?? [], today), ...ofPlace];
  return prices.length === 0 ? {} : { prices };
}

/** Volumes that no offer sells cannot have a price. */
export function unsoldPrices({ prices: changes = [] }: Priced): PriceChange[] {
  return changes.filter(({ of, volume = 0 }) => isPricedByVolume(of) && !(volume in firstPrices[of]));
}

/**
 * The changes to publish: a price that has begun is history, which orders and versions of the terms tell of. One that
 * was taken away or changed since ends on the day of the publication.
 *
 * @param published those that are shown now
 * @param day from which the others are shown
 */
export function keepBegun(
  published: readonly PriceChange[],
  next: readonly PriceChange[],
  day: CivilDate,
): readonly PriceChange[] {
  const isKept = ({ from }: PriceChange) => from < day;
  const past = published.filter(isKept);
  if (JSON.stringify(past) === JSON.stringify(next.filter(isKept))) return next;
  const [wished, left] = [pricesOn({ prices: next }, day), pricesOn({ prices: past }, day)];
  return [...past, ...changesTo(left, wished, day), ...next.filter(({ from }) => from > day)];
}

/** What turns prices into others. */
function changesTo(before: Prices, after: Prices, from: CivilDate): PriceChange[] {
  return (Object.keys(firstPrices) as (keyof Prices)[]).flatMap((of): PriceChange[] => {
    if (!isPricedByVolume(of)) return before[of] === after[of] ? [] : [{ from, of, price: after[of] }];
    return Object.entries(after[of])
      .filter(([volume, price]) => before[of][Number(volume)] !== price)
      .map(([volume, price]) => ({ from, of, volume: Number(volume), price }));
  });
}

/** The first days of new prices, each once: an edition is announced the day after the one before it. */
export function daysOfPrices({ prices: changes = [], conferences: editions = [] }: Priced): CivilDate[] {
  const isPriced = editions.some(({ price }) => price !== undefined);
  const announced = isPriced ? editions.map(({ heldOn }) => addDays(heldOn, 1)) : [];
  return [...new Set([...changes.map(({ from }) => from), ...announced])].sort();
}
