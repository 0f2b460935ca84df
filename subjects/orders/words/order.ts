import { formCopy } from "#content/shared/form.ts";
import { dataNotice } from "#subjects/funnel/words/funnel.ts";
import { personalCopy } from "#subjects/funnel/words/personal.ts";

/** Day the wordings beside the boxes date from. */
export const orderConsentVersion = "2025-06-25";

/** What both order forms say. */
export const orderCopy = {
  required: formCopy.required,
  optional: formCopy.optional,
  dataNotice,
  /** Source: the legal texts, 4.2; word for word. */
  phoneNotice: personalCopy.phoneNotice,
  callConsent: personalCopy.callConsent,
  /** Source: specification, sections 4 and 8; word for word. */
  submitting: "Traitement en cours...",
  failures: {
    refused: "Erreur lors de l'inscription",
    unexpected: "Une erreur est survenue",
  },
  kept: "Vos réponses sont gardées sur cet appareil et seront renvoyées automatiquement. Vous pouvez aussi réessayer.",
  needsScript: (email: string) => `Ce formulaire a besoin de JavaScript. Sans lui, écrivez-nous : ${email}`,
  honeypot: "Ne remplissez pas ce champ",
  leaving: (brand: string, provider: string) => `Paiement par carte : vous quittez ${brand} pour ${provider}.`,
  unavailable: {
    /** Source: specification, section 8; word for word. */
    sentence: "Cette offre n'est pas encore disponible",
    stored: "Votre commande est enregistrée, sans paiement. Une personne de l’équipe vous écrit.",
    booking: "Réserver un appel de 30 minutes",
    write: (email: string) => `Écrire à ${email}`,
  },
  excludingTax: "HT",
  includingTax: "TTC",
} as const;
