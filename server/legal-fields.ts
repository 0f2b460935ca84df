import { isInsideEuropeanArea, type Processor, type ProcessorRole } from "#domain/legal-identity.ts";
import type { SiteConfig } from "#domain/site-config.ts";

/**
 * What the law wants on the site and the configuration leaves empty: publisher, host, contact.
 *
 * Source: LCEN, article 1-1; code de commerce, article R. 123-237.
 */
export function missingLegalFields({ legal, contact }: SiteConfig): string[] {
  const fields: Record<string, string> = {
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
  return Object.keys(fields).filter((name) => !fields[name]?.trim());
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
