import { delayWords } from "#content/words/delay-words.ts";
import type { OfferWords } from "#content/words/offer-words.ts";
import { volumeWords } from "#content/words/volume-words.ts";

export const marketingWords: OfferWords = {
  name: "Campagnes marketing",
  ownName: "Marketing",
  received: "Votre demande de campagnes marketing est enregistrée.",
  opens: delayWords.service,
  volumeOf: () => volumeWords.contactsPerMonth,
};
