import { delayWords } from "#content/words/delay-words.ts";
import type { OfferWords } from "#content/words/offer-words.ts";
import { volumeWords } from "#content/words/volume-words.ts";

export const secretariatWords: OfferWords = {
  name: "Secrétariat téléphonique",
  ownName: "Secrétariat",
  received: "Votre demande de secrétariat téléphonique est enregistrée.",
  opens: delayWords.line,
  volumeOf: () => volumeWords.callsPerMonth,
};
