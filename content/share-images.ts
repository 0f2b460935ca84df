import type { OfferAddress } from "#domain/site/offer-addresses.ts";

/**
 * Pictures that go with a page when it is shared, by its address; articles have their cover. They are drawn at build,
 * so they hold no brand and no configured value.
 */
export const shareImages = {
  "/": { title: ["Vous travaillez.", "Elle décroche"], caption: "L’assistante IA des petites et moyennes entreprises" },
  "/inscription": { title: ["Choisissez", "votre offre"], caption: "Secrétariat, suivi client ou marketing" },
  "/secretariat": { title: ["Un secrétariat", "qui décroche"], caption: "Secrétariat téléphonique, 24h/24" },
  "/suivi-client": { title: ["La vente est faite.", "Le lien commence"], caption: "Suivi client, sur tous les canaux" },
  "/marketing": { title: ["Vos prospects", "vous attendent"], caption: "Campagnes e-mail, SMS et WhatsApp" },
  "/marketing/organismes-de-formation": {
    title: ["Un stagiaire suivi", "va au bout"],
    caption: "Rappels et messages vocaux pour les organismes de formation",
  },
  "/closing": { title: ["Mille appels", "avant midi"], caption: "Agents IA pour vos appels sortants" },
  "/conferences": {
    title: ["L’avocat, l’appel", "et l’assistante"],
    caption: "Une journée de conférence pour les avocats",
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
  "/accessibilite": { title: ["Un site", "pour tous"], caption: "Déclaration d’accessibilité" },
} as const satisfies Record<OfferAddress, ShareImage> & Record<string, ShareImage>;

export type ShareImage = { title: readonly [string, string]; caption: string };

export function findShareImage(path: string): ShareImage | undefined {
  return Object.entries(shareImages).find(([address]) => address === path)?.[1];
}

/** For those who do not see the picture. */
export function describeShareImage({ title, caption }: ShareImage): string {
  return `${title.join(" ")}. ${caption}`;
}
