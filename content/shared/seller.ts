import type { Seller } from "#domain/site/legal-identity.ts";

/**
 * Who sells, line by line, as receipts, invoices and every mail say it; what is not set is left out.
 *
 * Source: code de commerce, article R. 123-237.
 */
export function sellerLines({ company, legalForm, capitalEuros, registeredOffice, registry, siren }: Seller): string[] {
  const capital = capitalEuros > 0 ? `au capital de ${wholeEuros.format(capitalEuros)}` : "";
  return [
    company.trim(),
    joined(" ", legalForm, capital),
    registeredOffice.trim(),
    joined(", ", siren.trim() && `SIREN\u00a0${siren.trim()}`, registry),
  ].filter(Boolean);
}

function joined(separator: string, ...parts: string[]): string {
  return parts
    .map((part) => part.trim())
    .filter(Boolean)
    .join(separator);
}

const wholeEuros = new Intl.NumberFormat("fr-FR", {
  style: "currency",
  currency: "EUR",
  trailingZeroDisplay: "stripIfInteger",
});
