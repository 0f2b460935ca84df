import { addressOf, type Payer, type PayerDifference, sirenOf } from "#subjects/payments/rules/payer.ts";

import { saySiren } from "#subjects/companies/words/company-search.ts";

/** Who paid, as they told the payment provider, beside the company of the order. */
export const payersCopy = {
  label: "Payé par",
  /** Where something is told otherwise than in the order. */
  differs: (differences: PayerDifference[]) =>
    `Différent de la commande\u00a0: ${differences.map((each) => names[each]).join(", ")}. Vérifiez à qui la facture est adressée.`,
} as const;

const names: Record<PayerDifference, string> = { name: "le nom", siren: "le SIREN", address: "le code postal" };

/** Name, number and address on one line. */
export function describePayer(payer: Payer): string {
  const siren = sirenOf(payer);
  const numbers = payer.tax_ids.map(({ value }) => value);
  return [payer.name, siren === undefined ? numbers.join(", ") : saySiren(siren), addressOf(payer)]
    .filter(Boolean)
    .join(", ");
}
