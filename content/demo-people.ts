import type { ShownClient, ShownPerson, ShownTestimonial } from "#domain/site/site-settings.ts";

/** Invented, as the demonstration's company is: where these are shown, the page says so. A real site shows its own. */
export const demoPeople = {
  team: [
    { name: "Camille Ferrand", role: "Direction" },
    { name: "Inès Morvan", role: "Configuration et essais avec vous" },
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

export function demoTestimonials(brand: string): ShownTestimonial[] {
  return [
    {
      text: "Elle sait dire qu’elle ne sait pas, et elle me transfère l’appel. C’est exactement ce que je demandais à une standardiste.",
      name: "Claire D.",
      role: "Avocate associée",
      pages: ["training"],
      quotes: {
        secretariat: "Elle sait dire qu’elle ne sait pas, et elle me transfère l’appel.",
        conferences: "C’est exactement ce que je demandais à une standardiste.",
      },
    },
    {
      text: "Nos stagiaires reçoivent un message vocal chaque lundi. Le taux d’abandon a baissé dès la première session.",
      name: "Malik B.",
      role: "Responsable pédagogique",
      pages: ["marketing"],
      quotes: {
        followUp: "Nos stagiaires reçoivent un message vocal chaque lundi. L’abandon a baissé dès la première session.",
        training: "Nos stagiaires reçoivent un message vocal chaque lundi. L’abandon a baissé dès la première session.",
      },
    },
    {
      text: `Je suis sous une voiture la moitié de la journée. ${brand} note l’immatriculation, le symptôme, le créneau. Je rappelle en sachant tout.`,
      name: "Sophie R.",
      role: "Garagiste",
      pages: ["secretariat"],
      quotes: {},
    },
    {
      text: "La campagne SMS de relance a rempli deux semaines de planning en avril. Je connais mon prix du mois, je sais ce que ça me rapporte.",
      name: "Julien P.",
      role: "Gérant d’institut",
      pages: ["followUp", "marketing", "training"],
      quotes: {},
    },
    {
      text: "Deux jours entre la signature et le premier appel décroché. On nous avait annoncé moins de 48 heures, c’était vrai.",
      name: "Nadia F.",
      role: "Directrice de clinique vétérinaire",
      pages: ["secretariat", "followUp", "marketing", "training"],
      quotes: {},
    },
    {
      text: "Le soir, les gens tombaient sur le répondeur et n’appelaient plus. Maintenant, je trouve trois rendez-vous pris le matin en arrivant à l’atelier.",
      name: "Yann K.",
      role: "Menuisier, gérant",
      pages: ["secretariat"],
      quotes: {
        home: "Le soir, les gens tombaient sur le répondeur. Maintenant, je trouve trois rendez‑vous pris le matin.",
      },
    },
    {
      text: "Pendant les vendanges, personne ne décroche au domaine. Maintenant, chaque appel devient une commande notée, ou un nom à rappeler le soir.",
      name: "Aurélie T.",
      role: "Vigneronne",
      pages: ["followUp"],
      quotes: {},
    },
  ];
}
