import type { Seller } from "#domain/site/legal-identity.ts";
import { vatPercent } from "#domain/kernel/money.ts";
import type { ReceivedPayment } from "#subjects/payments/rules/received-payment.ts";

import { sellerLines } from "#content/shared/seller.ts";

type Described = {
  /** « 116,40 € TTC » */
  amount: string;
  /** « Facture AR-0042 », else « Référence evt_1 »; none where nothing was debited: there is no paper to ask for. */
  name?: string;
};

/** A payment that came, in the customer's space and in the lead's file. */
export function describePayment(payment: ReceivedPayment, formatEuros: (cents: number) => string): Described {
  const { id, amountCents, currency, invoice } = payment;
  const isKnown = amountCents !== null && (amountCents === 0 || currency === "eur");
  return {
    amount: isKnown ? sayAmount(amountCents, formatEuros) : "Montant chez le prestataire de paiement",
    ...nameOf(id, amountCents, invoice?.number),
  };
}

function nameOf(
  id: string,
  amountCents: number | null,
  invoiceNumber: string | null | undefined,
): Pick<Described, "name"> {
  if (invoiceNumber) return { name: `Facture ${invoiceNumber}` };
  return amountCents === 0 ? {} : { name: `Référence ${id}` };
}

function sayAmount(amountCents: number, formatEuros: (cents: number) => string): string {
  return amountCents === 0 ? "Commande confirmée, aucun débit" : `${formatEuros(amountCents)} TTC`;
}

/** A receipt, and an invoice of the demonstration. */
export const paymentPaperCopy = {
  seller: (seller: Seller) => [
    ...sellerLines(seller),
    seller.vatNumber && `TVA intracommunautaire ${seller.vatNumber}`,
  ],
  customer: "Client",
  subject: "Objet",
  excludingTax: "Montant HT",
  tax: `TVA ${vatPercent}\u00a0%`,
  total: "Total payé TTC",
  /** Source: code de commerce, articles L. 441-9, L. 441-10 and D. 441-5. */
  lateTerms:
    "Pas d’escompte pour paiement anticipé. En cas de retard\u00a0: pénalités au taux de trois fois l’intérêt légal et indemnité forfaitaire de 40\u00a0€ pour frais de recouvrement.",
} as const;

/** Where the provider gave no number of an invoice. */
export const paymentReference = (id: string) => `Référence ${id}`;
