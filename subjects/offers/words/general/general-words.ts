import { delayWords } from "#content/language/delay-words.ts";
import type { OfferWords } from "./offer-words.ts";

export const generalWords: OfferWords = {
  name: "Demande d’informations",
  ownName: "Votre demande",
  deskName: "Général",
  received: "Votre demande est enregistrée.",
  opens: delayWords.service,
  volumeOf: () => undefined,
};
