import { doctorFindings } from "#content/doctor-findings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import type { SiteConfig } from "#domain/site/site-config.ts";

const french = doctorFindings.leftOut;

type Optional = {
  field: string;
  isThere: (config: SiteConfig) => boolean;
  /** What visitors do not see, or see instead. */
  hides: string;
  french: string;
};

/** Everything a configuration may leave out, in the order of the table of docs/configuration.md. */
export const optionalFields: readonly Optional[] = [
  {
    field: "contact.testLine",
    isThere: ({ contact }) => contact.testLine !== "",
    hides: "the free test line is not shown",
    french: french.testLine,
  },
  {
    field: "contact.bookingUrl",
    isThere: ({ contact }) => contact.bookingUrl !== "",
    hides: "a visitor who wants a call is sent to the contact address",
    french: french.bookingUrl,
  },
  {
    field: "contact.address.lines",
    isThere: ({ contact }) => contact.address.lines.length > 0,
    hides: "no address in the footer, and no sentence says in which town the team is",
    french: french.address,
  },
  {
    field: "contact.address.mapUrl",
    isThere: ({ contact }) => contact.address.mapUrl !== "",
    hides: "the address leads to no map",
    french: french.mapUrl,
  },
  {
    field: "contact.social",
    isThere: ({ contact }) => contact.social.some(({ url }) => url !== ""),
    hides: "« Nous suivre » is not shown",
    french: french.social,
  },
  {
    field: "security.contact",
    isThere: ({ security }) => (security?.contact ?? "").trim() !== "",
    hides: "who found a hole writes to the contact address",
    french: french.security,
  },
  {
    field: "payment.card",
    isThere: ({ payment }) => payment?.card !== undefined,
    hides: "no page says whether a card is asked for while nothing is due",
    french: french.card,
  },
  {
    field: "customerPortal",
    isThere: ({ customerPortal = "" }) => customerPortal !== "",
    hides: "customers ask by mail for an invoice that is older than 30 days",
    french: french.customerPortal,
  },
  {
    field: "people",
    isThere: ({ people = [] }) => people.length > 0,
    hides: "« Qui nous sommes » is not shown",
    french: french.people,
  },
  {
    field: "authors",
    isThere: ({ authors = {} }) => Object.keys(authors).length > 0,
    hides: "the company signs the articles",
    french: french.authors,
  },
  {
    field: "claims.testimonials",
    isThere: ({ claims }) => (claims?.testimonials ?? []).length > 0,
    hides: "no words of customers, and no entry « Témoignages » in the menus",
    french: french.testimonials,
  },
  {
    field: "claims.clients",
    isThere: ({ claims }) => (claims?.clients ?? []).length > 0,
    hides: "no strip of logos",
    french: french.clients,
  },
  {
    field: "offers.promotion",
    isThere: ({ offers }) => offers.promotion !== undefined,
    hides: "no promotion of the secretariat",
    french: french.promotion,
  },
  {
    field: "offers.closingFreeSetUp",
    isThere: ({ offers }) => offers.closingFreeSetUp !== undefined,
    hides: "no free set-up of the outbound calls",
    french: french.closingFreeSetUp,
  },
  {
    field: "offers.conferences",
    isThere: ({ offers }) => (offers.conferences ?? []).length > 0,
    hides: "no page /conferences, and no link to it",
    french: french.conference,
  },
  {
    field: "offers.conferences.seats",
    isThere: ({ offers: { conferences = [] } }) => conferences.every(({ seats }) => seats !== undefined),
    hides: "nothing says how many places the room has, nor to the team how many are left",
    french: french.seats,
  },
  {
    field: "offers.conferences.venue",
    isThere: ({ offers: { conferences = [] } }) => conferences.every(({ venue }) => (venue ?? []).length > 0),
    hides: "the page names the town alone",
    french: french.venue,
  },
  {
    field: "offers.conferences.terms",
    isThere: ({ offers: { conferences = [] } }) => conferences.every(({ terms }) => (terms ?? "") !== ""),
    hides: "nothing says what becomes of a place that is not taken",
    french: french.conferenceTerms,
  },
  {
    field: "calendars",
    isThere: ({ calendars }) => (calendars ?? []).length > 0,
    hides: "no page says that the secretariat reads a calendar, nor which",
    french: french.calendars,
  },
  {
    field: "companyRegister",
    isThere: ({ companyRegister = "" }) => companyRegister !== "",
    hides: "companies are not looked up: their names are typed",
    french: french.companyRegister,
  },
  {
    field: "trackers.marketing",
    isThere: ({ trackers }) => (trackers?.marketing.url ?? "") !== "",
    hides: "no advertising partner is told of a visit, and the banner names none",
    french: french.marketingTracker,
  },
  {
    field: "trackers.analytics",
    isThere: ({ trackers }) => (trackers?.analytics.url ?? "") !== "",
    hides: "no partner measures the audience, and the banner names none",
    french: french.analyticsTracker,
  },
  {
    field: "attribution",
    isThere: ({ attribution = false }) => attribution,
    hides: "a lead does not say by which campaign its visits came; without trackers either, there is no cookie banner",
    french: french.attribution,
  },
  {
    field: "legal.dataProtectionOfficer",
    isThere: ({ legal }) => legal.dataProtectionOfficer.trim() !== "",
    hides:
      "the privacy policy says that there is none; whether one is due is for a counsel to decide (GDPR, article 37)",
    french: french.dataProtectionOfficer,
  },
  {
    field: "legal.mediator.name",
    isThere: ({ legal }) => legal.mediator.name.trim() !== "",
    hides: "the terms name no mediator for who ordered as a consumer",
    french: french.mediator,
  },
  {
    field: "legal.host.country",
    isThere: ({ legal }) => legal.host.country !== undefined,
    hides: "the tables of recipients give the host's address instead of its country",
    french: french.hostCountry,
  },
  {
    field: "legal.accessibilityAudit",
    isThere: ({ legal }) => legal.accessibilityAudit !== undefined,
    hides: "the accessibility statement is a self-assessment, verified by no other",
    french: french.accessibilityAudit,
  },
  {
    field: "media.marketingFilm",
    // Without a film of the owner's at all, `check-media.ts` names both.
    isThere: ({ media }) => media?.film === undefined || media.marketingFilm !== undefined,
    hides: "Marketing shows the film of the presentation",
    french: french.marketingFilm,
  },
];

/** Each thing that the configuration leaves out, with what that hides. */
export function checkLeftOut(config: SiteConfig): Finding[] {
  return optionalFields
    .filter(({ isThere }) => !isThere(config))
    .map(({ field, hides, french: inFrench }) => ({
      id: "left-out",
      sentence: `${field} is left out: ${hides}.`,
      french: `${field}\u00a0: ${inFrench}.`,
    }));
}
