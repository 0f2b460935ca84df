import { expect, test } from "vitest";

import { readBilling } from "#subjects/payments/rules/billing.ts";

import { describeBilling, tellBilling } from "./billing.ts";

const formats = { euros: (cents: number) => `${cents / 100}\u00a0€`, day: (day: string) => day };
const row = (kind: string, fields: Record<string, unknown> = {}) => ({
  id: `evt_${kind}`,
  kind,
  object: "o",
  told_on: "2025-10-15",
  amount_cents: 11_600,
  currency: "eur",
  detail: {},
  is_open: false,
  ...fields,
});

test.each<[Record<string, unknown>, string, string]>([
  [
    row("failed_debit", { detail: { next_try_on: "2025-10-18" } }),
    "Débit refusé : 116 €, nouvel essai le 2025-10-18",
    "Un débit n’a pas abouti le 2025-10-15 : 116 €. Le prestataire de paiement réessaie le 2025-10-18.",
  ],
  [
    row("failed_debit"),
    "Débit refusé : 116 €, aucun nouvel essai prévu",
    "Un débit n’a pas abouti le 2025-10-15 : 116 €. Aucun nouvel essai n’est prévu : écrivez-nous pour le régler.",
  ],
  [
    row("refund", { detail: { is_whole: true } }),
    "Remboursé en entier : 116 €",
    "Remboursement annoncé le 2025-10-15 : 116 €.",
  ],
  [
    row("dispute", { currency: "usd", detail: { answer_by: "2025-10-22" } }),
    "Paiement contesté auprès de la banque : montant chez le prestataire de paiement, réponse à donner avant le 2025-10-22",
    "Un paiement est contesté auprès de votre banque depuis le 2025-10-15 : montant chez le prestataire de paiement. C’est elle qui tranche.",
  ],
  [row("credit_note", { detail: { number: "AV-1" } }), "Avoir AV-1 : 116 €", "Avoir AV-1 du 2025-10-15 : 116 €."],
  [
    row("subscription_changed", { detail: { ends_on: "2025-11-15" } }),
    "Abonnement résilié, fin le 2025-11-15",
    "Votre abonnement prend fin le 2025-11-15 : rien n’est débité à partir de ce jour.",
  ],
  [
    row("subscription_changed", { detail: { trial_ends_on: "2025-11-15" } }),
    "Premier débit reporté au 2025-11-15",
    "Votre premier débit est reporté au 2025-11-15.",
  ],
  [
    row("subscription_ended"),
    "Abonnement terminé le 2025-10-15",
    "Votre abonnement est terminé depuis le 2025-10-15 : plus rien n’est débité.",
  ],
])("%j is said to the team and to the customer", (told, team, customer) => {
  const [event] = readBilling([told]);
  const plain = (text: string) => text.replaceAll("\u00a0", " ");
  expect(event && [describeBilling(event, formats), tellBilling(event, formats)].map(plain)).toEqual([team, customer]);
});
