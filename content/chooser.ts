import { funnelOffers } from "#domain/kernel/lead.ts";
import { recordOf } from "#kit/record-of.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import { offersInFull } from "./offers/registry.ts";

/** Offer chooser, `/inscription`. */
export const chooserCopy = {
  title: { before: "Quel est votre besoin avec ", end: (brand: string) => `${brand} ?` },
  from: "à partir de",
  excludingTax: "HT",
  offers: recordOf(funnelOffers, (offer) => {
    const { choice, unit } = offersInFull[offer];
    return { ...choice, unit, name: offerWords[offer].ownName };
  }),
  help: {
    link: "Je ne sais pas ? Aidez-moi à choisir !",
    booking: "Un appel de 30 minutes avec une personne de l’équipe, sans engagement.",
    mail: "Écrivez-nous quelques lignes, une personne de l’équipe vous répond.",
  },
} as const;
