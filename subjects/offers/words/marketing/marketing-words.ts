import { delayWords } from "#content/language/delay-words.ts";
import type { OfferWords } from "#subjects/offers/words/general/offer-words.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";

export const marketingWords: OfferWords = {
  name: "Campagnes marketing",
  ownName: "Marketing",
  received: "Votre demande de campagnes marketing est enregistrée.",
  opens: delayWords.service,
  volumeOf: () => volumeWords.contactsPerMonth,
};
