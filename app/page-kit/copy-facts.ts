import { formatCount } from "#app/ui/format.ts";
import { nameCalendars } from "#content/language/calendars.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { readPostalAddress } from "#domain/kernel/postal-address.ts";

/** What the pages' sentences may say of us. */
export function copyFacts({ brand, calendars, claims, contact, prices }: SiteOnDay) {
  const { companies, trainingOrganisations } = claims;
  return {
    brand,
    prices,
    companies: companies === undefined ? undefined : formatCount(companies),
    organisations: trainingOrganisations === undefined ? undefined : formatCount(trainingOrganisations),
    calendars: calendars && nameCalendars(calendars),
    isMadeInFrance: claims.madeInFrance,
    town: readPostalAddress(contact.address.lines)?.town,
  };
}
