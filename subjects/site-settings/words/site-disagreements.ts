import type { MoneyDisagreement } from "#domain/site/page-renderer.ts";
import { sayDay } from "#content/language/days.ts";
import { sayEuros } from "#content/language/amounts.ts";
import type { PriceChange } from "#domain/site/prices.ts";
import type { PaymentLinkEntry } from "#domain/site/site-config.ts";
import { isSoldOffer } from "#domain/kernel/lead.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import { sayPlace } from "./site-fields.ts";

const surfaceNames: Readonly<Record<string, string>> = {
  page: "la page de l’offre",
  slider: "le curseur des volumes",
  form: "le formulaire",
  card: "le récapitulatif",
  stepFive: "l’étape 5",
  contract: "le contrat",
  paymentPage: "la page de paiement",
  thanks: "la page de remerciement",
  firstMail: "l’e-mail de demande",
  paymentMail: "l’e-mail de paiement",
  space: "l’espace client",
  receipt: "le reçu",
  calendar: "l’agenda",
  desk: "l’administration",
};

/** What two surfaces say of one order, and when. */
export function sayDisagreement(
  { surface, offer, volume, isTraining, rule, expected, found }: MoneyDisagreement,
  day: string,
): string {
  const sold = isSoldOffer(offer) ? offerWords[offer].name : offer;
  const what = `${sold}${isTraining ? " (formation)" : ""}, volume ${volume}`;
  const said =
    expected === ""
      ? `ne tient pas cette règle\u00a0: ${rule}`
      : `dit ${found || "autre chose"} au lieu de ${expected}`;
  return `Le ${sayDay(day)}, ${surfaceNames[surface] ?? surface} ${said} (${what}).`;
}

/** A sentence of the start, whose first word is the place of a value. */
export function sayRefusal(sentence: string): { sentence: string; path?: string } {
  const [path] = /^[a-z][\w]*(\.[\w]+)+/.exec(sentence) ?? [];
  if (path === undefined) return { sentence: `Le site ne peut pas démarrer ainsi\u00a0: ${sentence}` };
  return {
    sentence: `${sayPlace(path)}\u00a0: vide, d’exemple ou sans validité, ce qu’un site en ligne n’accepte pas.`,
    path,
  };
}

/** A payment link that no order leads to. */
export function uselessLink({ sells, volume, asks = 0 }: PaymentLinkEntry): string {
  const what = isSoldOffer(sells) ? offerWords[sells].name : sells;
  const ofVolume = volume === undefined ? "" : `, volume ${volume}`;
  return `Le lien de paiement (${what}${ofVolume}) dit demander ${sayEuros(asks)}\u00a0TTC, ce que rien ne coûte, ni le jour de la publication ni plus tard.`;
}

export function unsoldPrice({ of, volume = 0 }: PriceChange): string {
  return `Le prix d’un volume qui n’est pas vendu\u00a0: ${isSoldOffer(of) ? offerWords[of].name : of}, ${volume}.`;
}

export const undrawablePage = (path: string) => `La page ${path} ne peut pas être dessinée avec ces réglages.`;
