import type { BillingEvent, BillingKind } from "#subjects/payments/rules/billing.ts";

type Said = Pick<BillingEvent, "kind" | "toldOn" | "amountCents" | "currency" | "detail">;
type Formats = { euros: (cents: number) => string; day: (day: string) => string };

/** The state of a subscription, as the provider calls it. */
const states: Readonly<Record<string, string>> = {
  trialing: "à l’essai",
  active: "en cours",
  past_due: "en retard de paiement",
  unpaid: "impayé",
  paused: "suspendu",
  canceled: "terminé",
};

/** What the provider said after a payment, to the team: in the file, its history, « Aujourd’hui » and « Paiements ». */
export function describeBilling(told: Said, formats: Formats): string {
  const { kind, toldOn, detail } = told;
  const amount = amountOf(told, formats);
  switch (kind) {
    case "failed_debit":
      return `Débit refusé\u00a0: ${amount}, ${
        detail.next_try_on === undefined
          ? "aucun nouvel essai prévu"
          : `nouvel essai le ${formats.day(detail.next_try_on)}`
      }`;
    case "refund":
      return detail.is_whole === true ? `Remboursé en entier\u00a0: ${amount}` : `Remboursé\u00a0: ${amount} en tout`;
    case "dispute": {
      const answer =
        detail.answer_by === undefined ? "" : `, réponse à donner avant le ${formats.day(detail.answer_by)}`;
      return `Paiement contesté auprès de la banque\u00a0: ${amount}${answer}`;
    }
    case "credit_note":
      return `${creditNote(told)}\u00a0: ${amount}`;
    case "subscription_changed": {
      const { ends_on: endsOn, trial_ends_on: heldUntil, status } = detail;
      if (endsOn !== undefined) return `Abonnement résilié, fin le ${formats.day(endsOn)}`;
      if (heldUntil !== undefined) return `Premier débit reporté au ${formats.day(heldUntil)}`;
      return `Abonnement ${(status !== undefined && states[status]) || "modifié chez le prestataire"}`;
    }
    case "subscription_ended":
      return `Abonnement terminé le ${formats.day(detail.ends_on ?? toldOn)}`;
  }
}

/** The same to the customer, in their space: one sentence. */
export function tellBilling(told: Said, formats: Formats): string {
  const { kind, toldOn, detail } = told;
  const amount = amountOf(told, formats);
  const on = formats.day(toldOn);
  switch (kind) {
    case "failed_debit":
      return detail.next_try_on === undefined
        ? `Un débit n’a pas abouti le ${on}\u00a0: ${amount}. Aucun nouvel essai n’est prévu\u00a0: écrivez-nous pour le régler.`
        : `Un débit n’a pas abouti le ${on}\u00a0: ${amount}. Le prestataire de paiement réessaie le ${formats.day(detail.next_try_on)}.`;
    case "refund":
      return `Remboursement annoncé le ${on}\u00a0: ${amount}.`;
    case "dispute":
      return `Un paiement est contesté auprès de votre banque depuis le ${on}\u00a0: ${amount}. C’est elle qui tranche.`;
    case "credit_note":
      return `${creditNote(told)} du ${on}\u00a0: ${amount}.`;
    case "subscription_changed":
      return detail.ends_on === undefined
        ? `Votre premier débit est reporté au ${formats.day(detail.trial_ends_on ?? toldOn)}.`
        : `Votre abonnement prend fin le ${formats.day(detail.ends_on)}\u00a0: rien n’est débité à partir de ce jour.`;
    case "subscription_ended":
      return `Votre abonnement est terminé depuis le ${formats.day(detail.ends_on ?? toldOn)}\u00a0: plus rien n’est débité.`;
  }
}

function creditNote({ detail: { number } }: Said): string {
  return number === undefined ? "Avoir" : `Avoir ${number}`;
}

function amountOf({ amountCents, currency }: Said, { euros }: Formats): string {
  return amountCents !== null && currency === "eur" ? euros(amountCents) : "montant chez le prestataire de paiement";
}

/** The kinds by themselves, in an export. */
export const billingLabels: Record<BillingKind, string> = {
  failed_debit: "Débit refusé",
  refund: "Remboursement",
  dispute: "Paiement contesté",
  credit_note: "Avoir",
  subscription_changed: "Abonnement modifié",
  subscription_ended: "Abonnement terminé",
};

/** To say that it is settled, and back. */
export const settleCopy = {
  settle: "Réglé",
  settleWith: (said: string) => `Réglé\u00a0: ${said}`,
  done: "C’est réglé.",
  unavailable: "Le serveur ne répond pas\u00a0: rien n’a été enregistré. Réessayez.",
};
