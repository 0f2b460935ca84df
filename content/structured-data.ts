import { soldOffers } from "#domain/kernel/lead.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";

import { menuNameOf } from "./offers/registry.ts";

/** What search engines read of offers and places of pages; of the offers: `offers/`. */
export const structuredDataCopy = {
  country: "France",
  training: {
    service: "Suivi des stagiaires de la formation",
    offer: (trainees: string) => `Suivi de stagiaires, ${trainees}`,
  },
  closing: { offer: (calls: string) => `${calls} appels sortants`, unit: "appels" },
  conference: "Une place à la conférence",
} as const;

/** Names of pages, as a path of crumbs shows them. */
const crumbs: Record<string, string> = {
  ...Object.fromEntries(soldOffers.map((offer) => [offerAddress(offer), menuNameOf(offer)])),
  "/": "Accueil",
  "/inscription": "Choisir une offre",
  "/marketing/organismes-de-formation": "Organismes de formation",
  "/blog": "Blog",
  "/mentions-legales": "Mentions légales",
  "/politique-de-confidentialite": "Politique de confidentialité",
  "/conditions-generales-utilisation": "Conditions générales d’utilisation",
  "/accessibilite": "Accessibilité",
  "/securite-et-donnees": "Sécurité et données",
  "/plan-du-site": "Plan du site",
};

export function crumbOf(path: string): string | undefined {
  return crumbs[path];
}
