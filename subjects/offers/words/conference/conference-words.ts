import { delayWords } from "#content/language/delay-words.ts";
import type { OfferWords } from "#subjects/offers/words/general/offer-words.ts";

export const conferenceWords: OfferWords = {
  name: "Conférence pour les avocats",
  ownName: "Conférence",
  deskName: "Conférences",
  received: "Votre inscription à la conférence est enregistrée.",
  opens: delayWords.service,
  volumeOf: () => undefined,
};
