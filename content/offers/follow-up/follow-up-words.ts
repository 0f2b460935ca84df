import { delayWords } from "#content/words/delay-words.ts";
import type { OfferWords } from "#content/words/offer-words.ts";
import { volumeWords } from "#content/words/volume-words.ts";

export const followUpWords: OfferWords = {
  name: "Suivi client",
  ownName: "Suivi client",
  received: "Votre demande de suivi client est enregistrée.",
  opens: delayWords.service,
  volumeOf: (isTraining) => (isTraining ? volumeWords.traineesPerMonth : volumeWords.activeClientsPerMonth),
};
