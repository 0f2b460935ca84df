import { delayWords } from "#content/language/delay-words.ts";
import type { OfferWords } from "#subjects/offers/words/general/offer-words.ts";
import { volumeWords } from "#subjects/offers/words/general/volume-words.ts";

export const followUpWords: OfferWords = {
  name: "Suivi client",
  ownName: "Suivi client",
  received: "Votre demande de suivi client est enregistrée.",
  opens: delayWords.service,
  volumeOf: (isTraining) => (isTraining ? volumeWords.traineesPerMonth : volumeWords.activeClientsPerMonth),
};
