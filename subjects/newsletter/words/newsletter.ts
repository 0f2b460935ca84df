import { conferencesCopy } from "#subjects/conferences/words/conferences.ts";
import { de } from "#content/language/elision.ts";

/** Day the sentence dates from: it is kept with each confirmation. */
export const newsletterTextVersion = "2025-06-25";

/** The sentence that is agreed to: beside the box of the form, and above the button that confirms. */
export const newsletterText: (brand: string) => string = conferencesCopy.form.newsletter;

/** Where the link of the mail leads, on the thank-you page. */
export const newsletterCopy = {
  lead: "Dernière étape : confirmez votre inscription à la lettre d’information.",
  confirm: "Confirmer mon inscription",
  needsScript: "La confirmation a besoin de JavaScript. Sans lui, répondez simplement à l’e-mail que vous avez reçu.",
  /** By what became of the link. */
  outcomes: {
    confirmed: "C’est confirmé : vous recevrez la prochaine lettre d’information.",
    used: "Ce lien a déjà servi : votre inscription est confirmée.",
    expired:
      "Ce lien n’est plus valable : il était valable sept jours. Cochez de nouveau la case du formulaire pour en recevoir un autre.",
    unknown: "Ce lien n’est pas valable. Ouvrez celui du dernier e-mail reçu, en entier.",
    unavailable: "La confirmation n’est pas partie. Réessayez dans un instant.",
  },
} as const;

/** The page behind the link to leave, in every mail of the newsletter. */
export const unsubscribeCopy = {
  title: "Lettre d’information",
  /** The page shows this and changes nothing: programs that look at mails open every link. */
  ask: {
    heading: (brand: string) => `Ne plus recevoir la lettre d’information ${de(brand)}\u00a0?`,
    text: "Un clic suffit. Vos autres échanges avec nous ne changent pas.",
    submit: "Me désinscrire",
  },
  done: {
    heading: "C’est fait\u00a0: vous êtes désinscrit.",
    text: "Vous ne recevrez plus la lettre d’information. Vous pouvez fermer cette page.",
  },
  gone: {
    heading: "Cette inscription n’existe plus.",
    text: "Si vous recevez encore la lettre, ouvrez le lien de désinscription du dernier message reçu.",
  },
  unusable: {
    heading: "Ce lien de désinscription n’est pas valable.",
    text: "Ouvrez celui du dernier message reçu, en entier.",
  },
  busy: { heading: "La désinscription n’est pas partie.", text: "Réessayez dans un instant." },
  back: (brand: string) => `Aller sur le site ${de(brand)}`,
} as const;
