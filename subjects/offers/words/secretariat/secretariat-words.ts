import { delayWords } from "#content/language/delay-words.ts";
import type { OfferWords } from "#subjects/offers/words/general/offer-words.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";

export const secretariatWords: OfferWords = {
  name: "Secrétariat téléphonique",
  ownName: "Secrétariat",
  received: "Votre demande de secrétariat téléphonique est enregistrée.",
  opens: delayWords.line,
  volumeOf: () => volumeWords.callsPerMonth,
};
