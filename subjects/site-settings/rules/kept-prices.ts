import type { SiteDocument } from "#domain/site/site-config.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { keepBegun } from "#subjects/offers/rules/prices.ts";

/**
 * The document to publish, with the prices that have begun: orders were placed at them, and versions of the terms tell
 * of them. A draft that lacks one ends it on the day of the publication.
 */
export function keepPrices(published: SiteDocument, next: SiteDocument, day: CivilDate): SiteDocument {
  const { prices: wished = [] } = next.offers;
  const prices = keepBegun(published.offers.prices ?? [], wished, day);
  return prices === wished ? next : { ...next, offers: { ...next.offers, prices: [...prices] } };
}
