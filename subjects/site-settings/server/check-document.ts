import type { SiteDocument } from "#domain/site/site-config.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import { addDays, type CivilDate, dayOfSite, type DayWindow } from "#kit/civil-date.ts";
import type { ServerContext } from "#server/context/context.ts";
import { checkSettings } from "#server/doctor/check-settings.ts";
import { SettingsError } from "#server/settings/settings.ts";
import type { SiteDisagreement } from "#subjects/site-settings/contract/site-settings.ts";
import { severityOf } from "#subjects/operations/rules/doctor-finding.ts";
import { servingLinks } from "#subjects/offers/rules/site-on-day.ts";
import { daysOfPrices, pricesOn, unsoldPrices } from "#subjects/offers/rules/prices.ts";
import {
  sayDisagreement,
  sayRefusal,
  undrawablePage,
  unsoldPrice,
  uselessLink,
} from "#subjects/site-settings/words/site-disagreements.ts";

/** Enough to see what is wrong; the rest shows once these are mended. */
const mostSaid = 40;

type LiveSite = ServerContext["liveSite"];
/** `compare`: draws what a site shows on some days, apart; `readWith`: with its articles, where there is a database. */
type Checking = Pick<ServerContext, "settings" | "now"> & {
  liveSite: Pick<LiveSite, "compare"> & Partial<Pick<LiveSite, "readWith">>;
};

/**
 * What keeps a document from being published, in French: what a production refuses at its start, what the doctor calls
 * an error, pages that cannot be drawn, and surfaces that say different sums, on each day on which something changes.
 *
 * Not inside a transaction: it takes seconds.
 *
 * @param begins the day from which it is to be published
 */
export async function checkDocument(
  { settings, now, liveSite }: Checking,
  document: SiteDocument,
  begins?: CivilDate,
): Promise<SiteDisagreement[]> {
  const today = dayOfSite(settings, now());
  let next;
  try {
    next = await (liveSite.readWith ?? settings.readWith)(document);
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.map(sayRefusal);
    throw error;
  }
  const isDemo = settings.mode === "demo";
  const found = checkSettings(next, today)
    .filter((finding) => severityOf(finding) === "error" && !(isDemo && finding.id === "example-contact"))
    .map(({ sentence, french = sentence }) => ({ sentence: french }));
  const days = daysOfChange(next.site, begins !== undefined && begins > today ? begins : today);
  const compared = await liveSite.compare({ site: next.site, days });
  const disagreements = compared.flatMap((each) => each.disagreements.map((one) => sayDisagreement(one, each.day)));
  const undrawn = [...new Set(compared.flatMap((each) => each.undrawn))].map(undrawablePage);
  const others = [...undrawn, ...disagreements].map((sentence) => ({ sentence }));
  return [...found, ...wrongPrices(document), ...wrongLinks(next.site, days), ...others].slice(0, mostSaid);
}

/** Of volumes that no offer sells. */
function wrongPrices({ offers }: SiteDocument): SiteDisagreement[] {
  return unsoldPrices(offers).map((change) => ({ sentence: unsoldPrice(change), path: "offers.prices" }));
}

/** Links that ask what nothing costs, neither on the first day nor later. */
function wrongLinks({ links = [], offers }: SiteSettings, days: readonly CivilDate[]): SiteDisagreement[] {
  const terms = days.map((day) => ({ day, promotion: offers.promotion, prices: pricesOn(offers, day) }));
  return links
    .filter((link) => terms.every((each) => servingLinks([link], each).length === 0))
    .map((link) => ({ sentence: uselessLink(link), path: "paymentLinks" }));
}

/** From a day on: that day, the first and the last of each window, the day after it, and the first of each price. */
export function daysOfChange({ offers }: Pick<SiteSettings, "offers">, from: CivilDate): CivilDate[] {
  const { promotion, closingFreeSetUp, conferences = [] } = offers;
  const registrations = conferences.map(({ registrationUntil, heldOn }): DayWindow => ({
    from: registrationUntil,
    to: heldOn,
  }));
  const days = [promotion, closingFreeSetUp, ...registrations].flatMap((window) =>
    window && window.from <= window.to ? [window.from, window.to, addDays(window.to, 1)] : [],
  );
  return [...new Set([from, ...days, ...daysOfPrices(offers)])].filter((day) => day >= from).sort();
}
