import { conferencesCopy } from "./conferences.ts";

/** Day the sentence dates from: it is kept with each confirmation. */
export const newsletterTextVersion = "2025-06-25";

/** The sentence that is agreed to: beside the box of the form, and above the button that confirms. */
export const newsletterText: (brand: string) => string = conferencesCopy.form.newsletter;

/** Where the link of the mail leads, on the thank-you page. */
export const newsletterCopy = {
  lead: "Plus qu’un geste : confirmez votre inscription à la lettre d’information.",
  confirm: "Confirmer mon inscription",
  needsScript: "La confirmation a besoin de JavaScript. Sans lui, répondez simplement à l’e-mail que vous avez reçu.",
  /** By what became of the link. */
  outcomes: {
    confirmed: "C’est confirmé : vous recevrez la prochaine lettre d’information.",
    used: "Ce lien a déjà servi : votre inscription est confirmée.",
    expired:
      "Ce lien n’est plus valable : il durait sept jours. Cochez de nouveau la case du formulaire pour en recevoir un autre.",
    unknown: "Ce lien n’est pas valable. Ouvrez celui du dernier e-mail reçu, en entier.",
    unavailable: "La confirmation n’est pas partie. Réessayez dans un instant.",
  },
} as const;
