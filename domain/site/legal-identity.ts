import type { SiteConfig } from "./site-config.ts";

/** Who publishes and hosts the site, and who else handles personal data. */
export type LegalIdentity = SiteConfig["legal"];

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

export type Processor = LegalIdentity["processors"][number];
export type ProcessorRole = Processor["role"];

const europeanEconomicArea = new Set(
  "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK".split(" "),
);

export function isInsideEuropeanArea(country: string): boolean {
  return europeanEconomicArea.has(country);
}

export type AccessibilityAudit = NonNullable<LegalIdentity["accessibilityAudit"]>;

/** In the words of the RGAA, which come before "conforme". */
export type AccessibilityStatus = "non" | "partiellement" | "totalement";

/** Source: decree 2019-768, article 1: no rate or less than half the criteria, half and more, all of them. */
export function accessibilityStatus(ratePercent: number | undefined): AccessibilityStatus {
  if (ratePercent === undefined || ratePercent < 50) return "non";
  return ratePercent < 100 ? "partiellement" : "totalement";
}
