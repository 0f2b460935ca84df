import type { CivilDate } from "#kit/civil-date.ts";

/**
 * Who publishes and hosts the site, and who else handles personal data, as French law wants them
 * named. Empty text = not set.
 */
export type LegalIdentity = {
  company: string;
  legalForm: string;
  capitalEuros: number;
  registeredOffice: string;
  siren: string;
  registry: string;
  vatNumber: string;
  publicationDirector: string;
  /** `country`: ISO 3166 code of two letters, such as FR. */
  host: { name: string; address: string; phone: string; country?: string };
  /** Day of the newest of these facts: the legal texts show it where it is later than that of their own version. */
  updatedOn: CivilDate;
  /** How to reach the data protection officer, when there is one; the privacy policy says why when there is none. */
  dataProtectionOfficer: string;
  /** Mediator for consumers. The service is for professionals, so there may be none: an empty name. */
  mediator: { name: string; address: string; url: string };
  /** Everyone outside the company who receives personal data, the host apart. */
  processors: Processor[];
  /** The last audit against the RGAA by others; without one the site states its self-assessment. */
  accessibilityAudit?: AccessibilityAudit;
};

const sellerFields = [
  "company",
  "legalForm",
  "capitalEuros",
  "registeredOffice",
  "registry",
  "siren",
  "vatNumber",
] as const satisfies (keyof LegalIdentity)[];

/** Who sells, as receipts, invoices and mails say it. */
export type Seller = Pick<LegalIdentity, (typeof sellerFields)[number]>;

export function sellerOf(legal: LegalIdentity): Seller {
  return Object.fromEntries(sellerFields.map((field) => [field, legal[field]])) as Seller;
}

/**
 * What a processor does for us.
 *
 * - `mail`: sends our mails
 * - `automation`: receives events of leads and sign-ins
 * - `payment`: takes payments on its own page
 * - `signIn`: the identity provider behind the Google button
 * - `audience`, `advertising`: measure, after consent
 * - `video`: plays the video, after a click
 * - `assistant`: telephony, voices and language models of the service itself
 */
export type ProcessorRole =
  | "mail"
  | "automation"
  | "payment"
  | "signIn"
  | "audience"
  | "advertising"
  | "video"
  | "assistant";

export type Processor = {
  role: ProcessorRole;
  name: string;
  /** Where it handles the data: ISO 3166 code of two letters, such as FR. */
  country: string;
  /** What protects data sent outside the European Economic Area; empty inside it. */
  transferGuarantee: string;
};

const europeanEconomicArea = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

export function isInsideEuropeanArea(country: string): boolean {
  return europeanEconomicArea.has(country);
}

export type AccessibilityAudit = { on: CivilDate; by: string; ratePercent: number };

/** In the words of the RGAA, which come before "conforme". */
export type AccessibilityStatus = "non" | "partiellement" | "totalement";

/** Source: decree 2019-768, article 1: no rate or less than half the criteria, half and more, all of them. */
export function accessibilityStatus(ratePercent: number | undefined): AccessibilityStatus {
  if (ratePercent === undefined || ratePercent < 50) return "non";
  return ratePercent < 100 ? "partiellement" : "totalement";
}
