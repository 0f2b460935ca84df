import { isSoldByVolume, linkedSales, type PaymentLinkEntry } from "#domain/site/site-config.ts";
import type { PaymentLinks, SiteOnDay, SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { isSoldOffer } from "#domain/kernel/lead.ts";

import { editionOn } from "./conference/editions.ts";
import { trainingLink } from "./follow-up/training.ts";
import { pricesOn } from "./prices.ts";
import { offers } from "./registry.ts";
import { type ScheduleTerms, scheduleOf } from "./schedule.ts";

/** What pages link to. Of two entries for the same price, the later one holds. */
export function paymentLinksOf(entries: readonly PaymentLinkEntry[]): PaymentLinks {
  const linked = linkedSales.flatMap((sells): [string, string | Record<string, string>][] => {
    const own = entries.filter((entry) => entry.sells === sells);
    const forAll = own.findLast(({ volume }) => volume === undefined);
    if (forAll) return [[sells, forAll.url]];
    if (own.length === 0 || !isSoldByVolume(sells)) return [];
    return [[sells, Object.fromEntries(own.map(({ volume, url }) => [volume, url]))]];
  });
  return { secretariat: {}, ...Object.fromEntries(linked) };
}

/**
 * The links that serve orders of a day: those whose page asks what is then paid first. One that is not said to ask
 * anything serves; one for all volumes serves those that it asks the price of.
 */
export function servingLinks(entries: readonly PaymentLinkEntry[], terms: ScheduleTerms): PaymentLinkEntry[] {
  return entries.flatMap((entry): PaymentLinkEntry[] => {
    const { sells, volume, asks } = entry;
    const offer = sells === trainingLink ? "suiviclient" : sells;
    if (asks === undefined || !isSoldOffer(offer)) return [entry];
    const { tiers, volumeAtLink } = offers[offer];
    const isAsked = (each: number) => {
      const plan = scheduleOf({ offer, volume: each, isTraining: sells === trainingLink }, terms);
      return plan?.lines.find(({ amount }) => amount.includingTax > 0)?.amount.includingTax === asks;
    };
    if (volume !== undefined || tiers.length === 0) return isAsked(volume ?? volumeAtLink) ? [entry] : [];
    const asked = tiers.filter(isAsked);
    return asked.length === tiers.length ? [entry] : asked.map((each) => ({ ...entry, volume: each }));
  });
}

/** The site as it is on a day: what things cost, where that is paid, and which conference is next. */
export function siteOn(site: SiteSettings, day: CivilDate): SiteOnDay {
  const prices = pricesOn(site.offers, day);
  const terms = { day, promotion: site.offers.promotion, prices };
  const { conferences, ...offers } = site.offers;
  const conference = editionOn(conferences, day);
  const serving = site.links ? paymentLinksOf(servingLinks(site.links, terms)) : site.payments;
  return {
    ...site,
    prices,
    offers: { ...offers, ...(conferences && { conferences }), ...(conference && { conference }) },
    payments: conference?.paymentLink ? { ...serving, conferences: conference.paymentLink } : serving,
  };
}
