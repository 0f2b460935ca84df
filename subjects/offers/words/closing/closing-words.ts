import { delayWords } from "#content/language/delay-words.ts";
import type { OfferWords } from "#subjects/offers/words/general/offer-words.ts";

/** « 1 appel », « 2 000 appels » @param written the same number, as it is written */
export function sayCalls(written: string, calls: number): string {
  return `${written} ${calls === 1 ? "appel" : "appels"}`;
}

export const closingWords: OfferWords = {
  name: "Appels sortants",
  ownName: "Appels sortants",
  deskName: "Closing",
  received: "Votre commande d’appels sortants est enregistrée.",
  opens: delayWords.service,
  volumeOf: () => sayCalls,
};
