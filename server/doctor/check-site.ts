import { editionOn } from "#subjects/offers/rules/conference/editions.ts";
import { doctorFindings as french } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { Conference, SiteConfig } from "#domain/site/site-config.ts";
import type { PaymentLinks } from "#domain/site/site-settings.ts";
import type { CivilDate, DayWindow } from "#kit/civil-date.ts";
import { isExample } from "#server/settings/legal-fields.ts";

import { checkClaims } from "./check-claims.ts";
import { checkInvoicing } from "./check-invoicing.ts";
import { checkLeftOut } from "./check-left-out.ts";
import { checkPaymentLinks } from "./check-payment-links.ts";
import { checkPrices } from "./check-prices.ts";

type Site = { config: SiteConfig; payments: PaymentLinks; today: CivilDate };

/** What the configuration and the texts say that nothing supports. */
export function checkSite({ config, payments, today }: Site): Finding[] {
  return [
    ...checkPrices(config, today),
    ...checkClaims(config),
    ...checkLeftOut(config),
    ...checkDates(config, today),
    ...checkPaymentLinks(payments),
    ...checkInvoicing(config, today),
    ...checkContacts(config),
  ];
}

function checkDates({ offers }: SiteConfig, today: CivilDate): Finding[] {
  const { promotion, closingFreeSetUp, conferences = [] } = offers;
  const windows: [string, string, DayWindow | undefined][] = [
    ["The promotion of the secretariat (offers.promotion)", french.dates.promotion, promotion],
    ["The free set-up of closing (offers.closingFreeSetUp)", french.dates.freeSetUp, closingFreeSetUp],
  ];
  const ofWindows = windows.flatMap(([name, frenchName, window]): Finding[] => {
    if (window === undefined) return [];
    const { from, to } = window;
    if (from > to) {
      const sentence = `${name} ends on ${to}, before it starts on ${from}: it never shows.`;
      return [{ id: "backwards-window", sentence, french: french.dates.backwards(frenchName, from, to) }];
    }
    if (to >= today) return [];
    const sentence = `${name} ended on ${to}: the pages no longer show it.`;
    return [{ id: "ended-offer", sentence, french: french.dates.over(frenchName, to) }];
  });
  return [...ofWindows, ...conferences.flatMap(checkEdition), ...checkAnnounced(editionOn(conferences, today), today)];
}

function checkEdition({ registrationUntil: until, heldOn }: Conference): Finding[] {
  if (until <= heldOn) return [];
  const sentence = `One registers for the conference until ${until}, after the day it is held, ${heldOn}.`;
  return [{ id: "late-registration", sentence, french: french.dates.conferenceBackwards(until, heldOn) }];
}

function checkAnnounced(edition: Conference | undefined, today: CivilDate): Finding[] {
  if (edition === undefined || edition.heldOn >= today) return [];
  const { heldOn } = edition;
  const sentence = `The conference was held on ${heldOn}: its page is a waiting list for the next one.`;
  return [{ id: "held-conference", sentence, french: french.dates.conferenceOver(heldOn) }];
}

/** Contact details that are still those of the example configuration. */
function checkContacts({ contact, customerPortal = "" }: SiteConfig): Finding[] {
  const { testLine, bookingUrl, address, social, phone, email } = contact;
  const values: [string, string][] = [
    ["contact.phone", phone],
    ["contact.email", email],
    ["contact.testLine", testLine],
    ["contact.bookingUrl", bookingUrl],
    ["contact.address.mapUrl", address.mapUrl],
    ["customerPortal", customerPortal],
    ...social.map(({ name, url }): [string, string] => [`contact.social (${name})`, url]),
  ];
  return values
    .filter(([, value]) => isExample(value))
    .map(([name, value]) => ({
      id: "example-contact",
      sentence: `${name} is still an example: ${value}`,
      french: french.contacts.example(name, value),
    }));
}
