import { isInsideEuropeanArea, type Processor, type ProcessorRole } from "#domain/site/legal-identity.ts";
import type { SiteConfig } from "#domain/site/site-config.ts";
import { isSiren, vatKeyOf } from "#domain/kernel/siren.ts";

/** What keeps a production from starting, one sentence each. @param roles those that the configuration puts to use */
export function legalProblems(config: SiteConfig, roles: ProcessorRole[]): string[] {
  return [
    ...missingLegalFields(config).map(
      (field) => `${field} is empty in the site's configuration: the law wants it on the site.`,
    ),
    ...processorProblems(config.legal.processors, roles),
    ...exampleIdentityProblems(config),
  ];
}

/**
 * What the law wants on the site and the configuration leaves empty: publisher, host, contact.
 *
 * Source: LCEN, article 1-1; code de commerce, article R. 123-237.
 */
export function missingLegalFields(config: SiteConfig): string[] {
  const fields = requiredFields(config);
  return Object.keys(fields).filter((name) => !fields[name]?.trim());
}

function requiredFields({ legal, contact }: SiteConfig): Record<string, string> {
  return {
    "legal.company": legal.company,
    "legal.legalForm": legal.legalForm,
    "legal.capitalEuros": legal.capitalEuros > 0 ? "set" : "",
    "legal.registeredOffice": legal.registeredOffice,
    "legal.siren": legal.siren,
    "legal.registry": legal.registry,
    "legal.vatNumber": legal.vatNumber,
    "legal.publicationDirector": legal.publicationDirector,
    "legal.host.name": legal.host.name,
    "legal.host.address": legal.host.address,
    "legal.host.phone": legal.host.phone,
    "legal.updatedOn": legal.updatedOn,
    "contact.phone": contact.phone,
    "contact.email": contact.email,
  };
}

/**
 * Fields that still hold the examples of this repository: pages without a real publisher do not go on line (promise
 * P-07). Optional links are left to `npm run doctor`. A company with a SIREN of its own may have any name and address,
 * as may a host with a name.
 *
 * @returns one sentence each
 */
export function exampleIdentityProblems(config: SiteConfig): string[] {
  const { siren, vatNumber, host, processors } = config.legal;
  const fields = requiredFields(config);
  const named = ["legal.host.name", "legal.host.phone", "contact.phone", "contact.email"];
  if (!isSiren(siren)) named.push("legal.company", "legal.registeredOffice", "legal.publicationDirector");
  if (isExample(host.name)) named.push("legal.host.address");
  const examples = [
    ...Object.entries(fields).filter(([name]) => named.includes(name)),
    ...processors.map(({ role, name }): [string, string] => [`legal.processors, "${role}"`, name]),
  ];
  const noSiren = `legal.siren is ${siren}: that is no SIREN number (nine digits, the last of them a key).`;
  const noVatNumber = `legal.vatNumber is ${vatNumber}: its key does not fit the nine digits after it.`;
  return [
    ...(siren.trim() === "" || isSiren(siren) ? [] : [noSiren]),
    ...(isVatNumber(vatNumber) ? [] : [noVatNumber]),
    ...examples
      .filter(([, value]) => isExample(value))
      .map(([name, value]) => `${name} is still an example: ${value}.`),
  ];
}

/**
 * A French number in digits has a key that follows from its SIREN; other texts (no VAT, another country) are believed.
 */
function isVatNumber(text: string): boolean {
  const [, key, siren] = /^FR(\d{2})(\d{9})$/.exec(text.replaceAll(/[\s.]/g, "")) ?? [];
  return key === undefined || key === vatKeyOf(siren ?? "");
}

/** Of `site.config.ts`, where no rule tells them from real ones. */
const exampleTexts = [
  "Ariane SAS",
  "12 rue du Standard, 75010 Paris",
  "Camille Ferrand",
  "1 rue des Serveurs, 59100 Roubaix",
];

/**
 * Names reserved by RFC 2606, numbers that the French regulator keeps for fiction, and what this repository invents.
 */
export function isExample(value: string): boolean {
  const digits = value.replaceAll(/[^\d]/g, "").replace(/^(0033|33)/, "0");
  return (
    /\.example(\W|$)/.test(value) ||
    /^(019900|026191|035301|046571|053649|063998)/.test(digits) ||
    value.endsWith(" de démonstration") ||
    exampleTexts.includes(value)
  );
}

/**
 * What keeps the privacy policy from naming, with its country, everyone who receives personal data (GDPR, articles 13
 * and 46). `roles` are those the rest of the configuration puts to use.
 *
 * @returns one sentence each
 */
export function processorProblems(processors: Processor[], roles: ProcessorRole[]): string[] {
  const unnamed = roles.filter((role) => !processors.some((processor) => processor.role === role));
  return [
    ...unnamed.map((role) => `legal.processors names nobody for "${role}": the privacy policy says who receives data.`),
    ...processors.flatMap(problemsOf),
  ];
}

function problemsOf({ role, name, country, transferGuarantee }: Processor): string[] {
  const entry = `legal.processors, "${role}"`;
  if (!name.trim()) return [`${entry}: the name is empty.`];
  if (!/^[A-Z]{2}$/.test(country)) return [`${entry}: the country is not a code of two letters such as FR.`];
  if (!isInsideEuropeanArea(country) && !transferGuarantee.trim()) {
    return [`${entry}: ${country} is outside the European Economic Area, and no guarantee is named.`];
  }
  return [];
}
