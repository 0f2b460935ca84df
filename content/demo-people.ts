import { soldOffers } from "#domain/kernel/lead.ts";
import type { ShownClient, ShownPerson, ShownTestimonial } from "#domain/site/site-settings.ts";

import { offersInFull } from "./offers/registry.ts";

/** Invented, as the demonstration's company is: the foot of the page says so. A real site shows its own. */
export const demoPeople = {
  team: [
    { name: "Camille Ferrand", role: "Direction" },
    { name: "Inès Morvan", role: "Configuration et essais avec vous" },
    { name: "Hugo Lambert", role: "Comptes rendus et consignes" },
    { name: "Salomé Dubreuil", role: "Droit et données" },
  ],
  /** By the key that articles name. */
  authors: {
    accueil: { name: "Inès Morvan", role: "chargée des standards de nos clients" },
    appels: { name: "Hugo Lambert", role: "chargé des comptes rendus et des consignes" },
    droit: { name: "Salomé Dubreuil", role: "juriste, droit des données et du démarchage" },
  },
} satisfies { team: ShownPerson[]; authors: Record<string, ShownPerson> };

/** None is the company of an example call. */
export const demoClients: ShownClient[] = [
  { name: "Quatrebarbes" },
  { name: "VOLTÉO" },
  { name: "Maison Aubrac" },
  { name: "Garage des Tilleuls" },
  { name: "formalys" },
  { name: "CABINET DELORME" },
  { name: "Vergers d’Armor" },
  { name: "rives & cie" },
];

/** Of each offer in its turn, then of none. */
export function demoTestimonials(brand: string): ShownTestimonial[] {
  const groups = [...soldOffers.map((offer) => offersInFull[offer].testimonials(brand)), ofEveryOffer];
  const turns = Math.max(...groups.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => groups.flatMap((group) => group.slice(turn, turn + 1))).flat();
}

const ofEveryOffer: ShownTestimonial[] = [
  {
    text: "Deux jours entre la signature et la mise en service. On nous avait annoncé moins de 48 heures, c’était vrai.",
    name: "Nadia F.",
    role: "Directrice de clinique vétérinaire",
    pages: [],
    quotes: {},
  },
  {
    text: "Le prix affiché est celui que je paie. Et quand j’ai une question, une personne me répond au téléphone.",
    name: "Odile C.",
    role: "Fleuriste",
    pages: [],
    quotes: {},
  },
];
