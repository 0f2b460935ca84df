import { delays } from "#subjects/offers/rules/delays.ts";

/** What opens when after an order, in the same words on pages, in mails, in calendars and in the customer's space. */
export const delayWords = {
  /** The team makes the account; the link of the first mail about a payment makes it before. */
  account: `Votre compte est prêt sous ${delays.accountHours}\u00a0h après la commande\u00a0; le lien de l’e-mail de confirmation vous l’ouvre aussitôt.`,
  accountWithin: `Sous ${delays.accountHours}\u00a0h après la commande`,
  /** A line is what the secretariat has. */
  line: `Vos réglages sont faits et votre ligne est ouverte en moins de ${delays.onlineHours}\u00a0h une fois vos éléments reçus.`,
  service: `Vos réglages sont faits et votre service est en place en moins de ${delays.onlineHours}\u00a0h une fois vos éléments reçus.`,
  onlineWithin: `En moins de ${delays.onlineHours}\u00a0h, une fois vos éléments reçus`,
} as const;
