import type { Touch } from "#subjects/leads/rules/attribution.ts";
import type { Receipt } from "#subjects/orders/rules/lead-receipts.ts";

/** The lead's file, what it paid and agreed to and where it came from. */
export const receiptsCopy = {
  payments: "Paiements",
  /** Of a confirmed trial whose service does not run while its first debit comes near. @param day of that debit */
  debitBeforeService: (day: string) =>
    `La commande est confirmée, le service n’est pas encore ouvert, et le premier débit est prévu le ${day}. L’essai court depuis la commande\u00a0: reportez ce débit chez le prestataire de paiement, ou ouvrez la ligne. Cette ligne disparaît quand «\u00a0En service\u00a0» est coché.`,
  title: "Consentements",
  purposes: {
    calls: "Appels au sujet de nos offres",
    reminder: "Rappel d’une commande sans paiement",
    newsletter: "Lettre d’information",
    waitlist: "Liste d’attente de la conférence",
    terms: "Conditions générales",
    certification: "Accord des personnes à appeler",
  } satisfies Record<Receipt["purpose"], string>,
  granted: (instant: string) => `Oui, le ${instant}`,
  refused: (instant: string) => `Non, le ${instant}`,
  source: (form: string, version: string) => `Formulaire ${form}, texte du ${version}`,
  /** Of what the team noted. */
  noted: (source: string) => `Noté par l’équipe, source\u00a0: ${source}`,
  orderTerms: "Conditions de la commande",
  accepted: (instant: string) => `Acceptées le ${instant}`,
  version: (version: string) => `Version du ${version}`,
  confirmation: "Confirmation de la lettre d’information",
  confirmed: (instant: string) => `Confirmée le ${instant}`,
  unsubscribed: (instant: string) => `Désinscrite le ${instant}`,
  waiting: (instant: string) => `En attente, lien valable jusqu’au ${instant}`,
  expired: (instant: string) => `Non confirmée, lien expiré le ${instant}`,
  none: "Aucun consentement enregistré.",
  /** What an earlier request of the address left, once that one was erased. */
  kept: {
    title: "Gardé d’une demande effacée",
    lasts: (since: string) => `Depuis le ${since}`,
    ended: (since: string, until: string) => `Du ${since} au ${until}`,
  },
  origin: {
    title: "Origine de la visite",
    first: "Première visite",
    last: "Visite de l’envoi",
    only: "Visite",
    facts: {
      utm_source: "source",
      utm_medium: "support",
      utm_campaign: "campagne",
      utm_term: "mot-clé",
      utm_content: "contenu",
      referrer: "venu de",
    } satisfies Omit<Record<keyof Touch, string>, "at">,
  },
} as const;
