import { funnelOffers, soldOffers } from "#domain/kernel/lead.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import type { ShareImage } from "./offers/offer-in-full.ts";
import { offersInFull } from "./offers/registry.ts";

const list = new Intl.ListFormat("fr", { type: "disjunction" });

/** « Secrétariat, suivi client ou marketing » */
function asSentence([first = "", ...others]: string[]): string {
  return list.format([first, ...others.map((name) => name.toLowerCase())]);
}

/**
 * Pictures that go with a page when it is shared, by its address; articles have their cover. They are drawn at build,
 * so they hold no brand and no configured value.
 */
export const shareImages: Record<string, ShareImage> = {
  ...Object.fromEntries(soldOffers.map((offer) => [offerAddress(offer), offersInFull[offer].shareImage])),
  "/": { title: ["Vous travaillez.", "Elle décroche"], caption: "L’assistante IA des petites et moyennes entreprises" },
  "/inscription": {
    title: ["Choisissez", "votre offre"],
    caption: asSentence(funnelOffers.map((offer) => offerWords[offer].ownName)),
  },
  "/marketing/organismes-de-formation": {
    title: ["Un stagiaire suivi", "va au bout"],
    caption: "Rappels et messages vocaux pour les organismes de formation",
  },
  "/blog": { title: ["Conseils", "pour vos appels"], caption: "Téléphone, suivi client et campagnes" },
  "/blog/sujets/accueil-telephonique": { title: ["L’accueil", "téléphonique"], caption: "Le blog" },
  "/blog/sujets/organisation": { title: ["S’organiser", "autour des appels"], caption: "Le blog" },
  "/blog/sujets/prospection-et-relance": {
    title: ["Prospecter,", "relancer"],
    caption: "Le blog",
  },
  "/blog/sujets/droit-et-donnees": { title: ["Le droit", "et les données"], caption: "Le blog" },
  "/blog/sujets/metiers": { title: ["Le téléphone,", "métier par métier"], caption: "Le blog" },
  "/mentions-legales": { title: ["Mentions", "légales"], caption: "Éditeur, hébergeur, contact" },
  "/politique-de-confidentialite": {
    title: ["Politique de", "confidentialité"],
    caption: "Vos données, et vos droits",
  },
  "/conditions-generales-utilisation": {
    title: ["Conditions", "d’utilisation"],
    caption: "Commande, essai, prix et résiliation",
  },
  "/securite-et-donnees": {
    title: ["Vos données,", "et qui y accède"],
    caption: "Hébergement, prestataires, durées, règles de l’IA",
  },
  "/plan-du-site": { title: ["Toutes", "les pages"], caption: "Plan du site" },
  "/accessibilite": { title: ["Un site", "pour tous"], caption: "Déclaration d’accessibilité" },
};

/** For those who do not see the picture. */
export function describeShareImage({ title, caption }: ShareImage): string {
  return `${title.join(" ")}. ${caption}`;
}
