import { doctorFindings as french } from "#content/doctor-findings.ts";
import { homeCopy } from "#content/home.ts";
import type { Finding } from "#domain/contracts/doctor-finding.ts";
import type { SiteConfig, Support } from "#domain/contracts/site-config.ts";
import type { PaymentLinks } from "#domain/contracts/site-settings.ts";
import type { CivilDate, DayWindow } from "#domain/kernel/civil-date.ts";
import { isExample } from "#server/settings/legal-fields.ts";

import { checkPaymentLinks } from "./check-payment-links.ts";
import { checkPrices } from "./check-prices.ts";

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
  const names = copy.logos.names.join(", ");
  const statements: { said: string; inFrench: string; support: Support | undefined; field: string }[] = [
    {
      said: `More than ${companies.figure} companies`,
      inFrench: french.claims.companies(companies.figure),
      support: companies,
      field: "claims.companies",
    },
    {
      said: `More than ${trainingOrganisations.figure} training organisations`,
      inFrench: french.claims.trainingOrganisations(trainingOrganisations.figure),
      support: trainingOrganisations,
      field: "claims.trainingOrganisations",
    },
    {
      said: `The strip of client logos (${names})`,
      inFrench: french.claims.logos(names),
      support: clientLogos,
      field: "claims.clientLogos",
    },
    ...copy.testimonials.list.map(({ id, name, role }) => ({
      said: `The testimonial of ${name}, ${role.toLocaleLowerCase("fr-FR")}`,
      inFrench: french.claims.testimonial(name),
      support: testimonials[id],
      field: `claims.testimonials.${id}`,
    })),
  ];
  return statements
    .filter(({ support }) => !support?.source || !support.date)
    .map(({ said, inFrench, field }) => ({
      subject: "Claims",
      sentence: `${said}: no source and date in ${field}.`,
      french: french.claims.unsupported(inFrench, field),
    }));
}

function checkDates({ offers }: SiteConfig, today: CivilDate): Finding[] {
  const { promotion, closingFreeSetUp, conference } = offers;
  const windows: [string, string, DayWindow][] = [
    ["The promotion of the secretariat (offers.promotion)", french.dates.promotion, promotion],
    ["The free set-up of closing (offers.closingFreeSetUp)", french.dates.freeSetUp, closingFreeSetUp],
  ];
  const said = windows.flatMap(([name, frenchName, { from, to }]) => {
    if (from > to) {
      const sentence = `${name} ends on ${to}, before it starts on ${from}: it never shows.`;
      return [{ sentence, french: french.dates.backwards(frenchName, from, to) }];
    }
    if (to >= today) return [];
    const sentence = `${name} ended on ${to}: the pages no longer show it.`;
    return [{ sentence, french: french.dates.over(frenchName, to) }];
  });

  const { registrationUntil: until, heldOn } = conference;
  if (until > heldOn) {
    const sentence = `One registers for the conference until ${until}, after the day it is held, ${heldOn}.`;
    said.push({ sentence, french: french.dates.conferenceBackwards(until, heldOn) });
  }
  if (heldOn < today) {
    const sentence = `The conference was held on ${heldOn}: its page is a waiting list for the next one.`;
    said.push({ sentence, french: french.dates.conferenceOver(heldOn) });
  }
  return said.map((each) => ({ subject: "Dates", ...each }));
}

/** An empty value hides what needs it; an example one leads visitors to nobody. */
function checkContacts({ contact, customerPortal = "" }: SiteConfig): Finding[] {
  const { testLine, bookingUrl, address, social, phone, email } = contact;
  const optional: [string, string, string, string][] = [
    ["contact.testLine", testLine, "the free test line is not shown", french.contacts.testLine],
    [
      "contact.bookingUrl",
      bookingUrl,
      "whoever wants a call is sent to the contact address",
      french.contacts.bookingUrl,
    ],
    ["contact.address.mapUrl", address.mapUrl, "the address leads to no map", french.contacts.mapUrl],
    [
      "customerPortal",
      customerPortal,
      "customers ask by mail for an invoice that is older than 30 days",
      french.contacts.customerPortal,
    ],
  ];
  const missing = optional
    .filter(([, value]) => value === "")
    .map(([name, , effect, inFrench]) => ({ sentence: `${name} is empty: ${effect}.`, french: inFrench }));
  if (social.length < 3) {
    const sentence = `contact.social has ${social.length} of the three links: a video site and two networks.`;
    missing.push({ sentence, french: french.contacts.social(social.length) });
  }

  const values: [string, string][] = [
    ["contact.phone", phone],
    ["contact.email", email],
    ...optional.map(([name, value]): [string, string] => [name, value]),
    ...social.map(({ name, url }): [string, string] => [`contact.social (${name})`, url]),
  ];
  const examples = values
    .filter(([, value]) => isExample(value))
    .map(([name, value]) => ({
      sentence: `${name} is still an example: ${value}`,
      french: french.contacts.example(name, value),
    }));
  return [...missing, ...examples].map((said) => ({ subject: "Site", ...said }));
}
