import type { ShownClient, ShownPerson, ShownTestimonial } from "#domain/site/site-settings.ts";

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

export function demoTestimonials(brand: string): ShownTestimonial[] {
  return [
    {
      text: "Elle sait dire qu’elle ne sait pas, et elle me transfère l’appel. C’est exactement ce que je demandais à une standardiste.",
      name: "Claire D.",
      role: "Avocate associée",
      town: "Lyon",
      pages: ["secretariat"],
      quotes: {
        secretariat: "Elle sait dire qu’elle ne sait pas, et elle me transfère l’appel.",
        conferences: "C’est exactement ce que je demandais à une standardiste.",
      },
    },
    {
      text: "Nos stagiaires reçoivent un message vocal chaque lundi. Le taux d’abandon a baissé dès la première session.",
      name: "Malik B.",
      role: "Responsable pédagogique",
      town: "Rennes",
      pages: ["training"],
      quotes: {
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
      pages: ["marketing"],
      quotes: {},
    },
    {
      text: "Deux jours entre la signature et la mise en service. On nous avait annoncé moins de 48 heures, c’était vrai.",
      name: "Nadia F.",
      role: "Directrice de clinique vétérinaire",
      pages: [],
      quotes: {},
    },
    {
      text: "Le soir, les gens tombaient sur le répondeur et n’appelaient plus. Maintenant, je trouve trois rendez-vous pris le matin en arrivant à l’atelier.",
      name: "Yann K.",
      role: "Menuisier, gérant",
      town: "Quimper",
      figure: { number: "3", unit: "rendez-vous pris le matin" },
      pages: ["secretariat"],
      quotes: {
        home: "Le soir, les gens tombaient sur le répondeur. Maintenant, je trouve trois rendez‑vous pris le matin.",
      },
    },
    {
      text: "Pendant les vendanges, personne ne décroche au domaine. Maintenant, chaque appel devient une commande notée, ou un nom à rappeler le soir.",
      name: "Aurélie T.",
      role: "Vigneronne",
      pages: ["secretariat"],
      quotes: {},
    },
    {
      text: "Une cliente a répondu « plutôt non » au message de la troisième semaine. La charnière était changée avant qu’elle ne s’en plaigne.",
      name: "Karim L.",
      role: "Cuisiniste",
      town: "Dijon",
      pages: ["followUp"],
      quotes: { followUp: "La charnière était changée avant que ma cliente ne s’en plaigne." },
    },
    {
      text: "Le rappel d’entretien part avant l’hiver, sans que je rouvre l’agenda de l’an dernier. Six clients sur dix répondent dans la journée.",
      name: "Bruno G.",
      role: "Chauffagiste",
      pages: ["followUp"],
      quotes: {},
    },
    {
      text: "Deux messages sans réponse et je suis prévenue. J’appelle ces clients-là moi-même, les autres avancent à leur rythme.",
      name: "Estelle M.",
      role: "Coach sportive",
      pages: ["followUp"],
      quotes: {},
    },
    {
      text: "Après chaque pose, un message demande si tout va bien. C’est là que viennent les avis, et les prochains chantiers.",
      name: "Denis F.",
      role: "Pisciniste",
      pages: ["followUp"],
      quotes: {},
    },
    {
      text: "Trois cents anciens clients relancés en une semaine, chacun à son prénom. Ceux qui ont répondu STOP sont sortis de la liste tout seuls.",
      name: "Laure V.",
      role: "Opticienne",
      pages: ["marketing"],
      quotes: {},
    },
    {
      text: "Le devis part par e-mail, le rappel par SMS, et la réponse arrive déjà dans l’agenda de mon commercial.",
      name: "Thomas H.",
      role: "Miroitier, gérant",
      pages: ["marketing"],
      quotes: {},
    },
    {
      text: "Les absents du lundi ont leur message le lundi. Avant, nous nous en apercevions le vendredi.",
      name: "Sonia A.",
      role: "Coordinatrice de formation",
      pages: ["training"],
      quotes: {},
    },
    {
      text: "Je retrouve par session qui a répondu et qui a terminé. Mes justificatifs se préparent en une heure.",
      name: "Pascal E.",
      role: "Dirigeant d’un organisme de formation",
      pages: ["training"],
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
}
