import { homeCopy } from "#content/home.ts";
import type { SiteConfig, Support } from "#domain/contracts/site-config.ts";
import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import type { CivilDate } from "#domain/kernel/civil-date.ts";
import { isExample } from "#server/settings/legal-fields.ts";

import { checkPaymentLinks } from "./check-payment-links.ts";
import { checkPrices } from "./check-prices.ts";
import type { Finding } from "./findings.ts";

type Site = { config: SiteConfig; payments: PaymentLinks; today: CivilDate };

/** What the configuration and the texts say that nothing supports. */
export function checkSite({ config, payments, today }: Site): Finding[] {
  return [
    ...checkPrices(config),
    ...checkClaims(config),
    ...checkDates(config, today),
    ...checkPaymentLinks(payments),
    ...checkContacts(config),
  ];
}

function checkClaims({ claims }: SiteConfig): Finding[] {
  const { companies, trainingOrganisations, testimonials = {}, clientLogos } = claims;
  const copy = homeCopy({ brand: "", companies: "" });
  const statements: [string, Support | undefined, string][] = [
    [`More than ${companies.figure} companies`, companies, "claims.companies"],
    [
      `More than ${trainingOrganisations.figure} training organisations`,
      trainingOrganisations,
      "claims.trainingOrganisations",
    ],
    [`The strip of client logos (${copy.logos.names.join(", ")})`, clientLogos, "claims.clientLogos"],
    ...copy.testimonials.list.map(({ id, name, role }): [string, Support | undefined, string] => [
      `The testimonial of ${name}, ${role.toLocaleLowerCase("fr-FR")}`,
      testimonials[id],
      `claims.testimonials.${id}`,
    ]),
  ];
  return statements
    .filter(([, support]) => !support?.source || !support.date)
    .map(([statement, , field]) => ({ subject: "Claims", sentence: `${statement}: no source and date in ${field}.` }));
}

function checkDates({ offers }: SiteConfig, today: CivilDate): Finding[] {
  const { promotion, closingFreeSetUp, conference } = offers;
  const windows: [string, CivilDate, CivilDate][] = [
    ["The promotion of the secretariat (offers.promotion)", promotion.from, promotion.to],
    ["The free set-up of closing (offers.closingFreeSetUp)", closingFreeSetUp.from, closingFreeSetUp.to],
  ];
  const sentences = windows.flatMap(([name, from, to]) => {
    if (from > to) return [`${name} ends on ${to}, before it starts on ${from}: it never shows.`];
    return to < today ? [`${name} ended on ${to}: the pages no longer show it.`] : [];
  });

  const { registrationUntil, heldOn } = conference;
  if (registrationUntil > heldOn) {
    sentences.push(`One registers for the conference until ${registrationUntil}, after the day it is held, ${heldOn}.`);
  }
  if (heldOn < today)
    sentences.push(`The conference was held on ${heldOn}: its page is a waiting list for the next one.`);
  return sentences.map((sentence) => ({ subject: "Dates", sentence }));
}

/** An empty value hides what needs it; an example one leads visitors to nobody. */
function checkContacts({ contact }: SiteConfig): Finding[] {
  const { testLine, bookingUrl, address, social, phone, email } = contact;
  const optional: [string, string, string][] = [
    ["contact.testLine", testLine, "the free test line is not shown"],
    ["contact.bookingUrl", bookingUrl, "whoever wants a call is sent to the contact address"],
    ["contact.address.mapUrl", address.mapUrl, "the address leads to no map"],
  ];
  const missing = optional
    .filter(([, value]) => value === "")
    .map(([name, , effect]) => `${name} is empty: ${effect}.`);
  if (social.length < 3)
    missing.push(`contact.social has ${social.length} of the three links: a video site and two networks.`);

  const values: [string, string][] = [
    ["contact.phone", phone],
    ["contact.email", email],
    ...optional.map(([name, value]): [string, string] => [name, value]),
    ...social.map(({ name, url }): [string, string] => [`contact.social (${name})`, url]),
  ];
  const examples = values
    .filter(([, value]) => isExample(value))
    .map(([name, value]) => `${name} is still an example: ${value}`);
  return [...missing, ...examples].map((sentence) => ({ subject: "Site", sentence }));
}
