import { delays } from "#subjects/offers/rules/delays.ts";

import { delayWords } from "#content/language/delay-words.ts";

/** After an order: what happens next, with any payment provider. */
export const orderConfirmedCopy = {
  /** Source: specification, section 2. */
  title: {
    done: "Commande validée.",
    thanks: "Merci d'avoir choisi ",
    end: (brand: string) => `${brand} !`,
  },
  lead: `Votre compte sera créé sous ${delays.accountHours} h.`,
  /** Word for word on both pages after a payment: what opens when. */
  access: delayWords.account,
  stepsTitle: "Prochaines étapes",
  steps: [
    {
      when: delayWords.accountWithin,
      title: "Nous préparons votre compte",
      text: "L’équipe y reprend vos réponses, et vous appelle s’il manque un détail.",
    },
    {
      when: delayWords.onlineWithin,
      title: "Un e-mail vous prévient",
      text: "Vos réglages sont faits et votre service est en place. Le message arrive à l’adresse de votre inscription.",
    },
    {
      when: "Quand vous voulez",
      title: "Vous vous connectez",
      text: "Vos réglages, vos paiements et vos factures sont dans votre espace client.",
    },
  ],
  receipt: "Factures et reçus vous attendent dans votre espace client.",
  toDashboard: "Ouvrir mon espace client",
  support: { before: "Un doute, une correction ? Écrivez à ", after: "." },
} as const;
