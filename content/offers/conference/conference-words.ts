import { delayWords } from "#content/words/delay-words.ts";
import type { OfferWords } from "#content/words/offer-words.ts";

export const conferenceWords: OfferWords = {
  name: "Conférence pour les avocats",
  ownName: "Conférence",
  received: "Votre inscription à la conférence est enregistrée.",
  opens: delayWords.service,
  volumeOf: () => undefined,
};
