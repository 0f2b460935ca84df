import { offerAddress } from "#domain/site/offer-addresses.ts";
import type { PricedThing } from "#domain/site/prices.ts";
import { soldOffers } from "#domain/kernel/lead.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";

import { adminSite } from "./admin-site.ts";

/** One part of the screen « Site », and the places of the document that it shows. */
export type SiteSection = { title: string; text: string; places: readonly string[] };

/** The name of each in the address of the screen. */
export const siteSections: Readonly<Record<string, SiteSection>> = {
  offres: {
    title: "Offres datées",
    text: "Le premier et le dernier jour de chaque offre\u00a0: prix barrés, bandeau, contrats et e-mails suivent.",
    places: ["offers.promotion", "offers.closingFreeSetUp"],
  },
  prix: {
    title: "Prix",
    text: "Un nouveau prix, avec son premier jour\u00a0; les autres restent. Un prix qu’aucun lien de paiement ne demande est «\u00a0Prochainement disponible\u00a0».",
    places: ["offers.prices"],
  },
  conference: {
    title: "Conférences",
    text: "Chaque édition, avec sa date. La page montre la prochaine, ou la dernière\u00a0; chaque inscrit garde la sienne.",
    places: ["offers.conferences"],
  },
  temoignages: {
    title: "Témoignages",
    text: "Dans l’ordre où les pages les montrent. Sans accord, source ni date, un témoignage n’est pas montré.",
    places: ["claims.testimonials"],
  },
  logos: {
    title: "Logos et chiffres",
    text: "Ce que le site affirme de vous. Sans source ni date, rien n’en est montré sur un site en production.",
    places: [
      "claims.clients",
      "claims.companies",
      "claims.trainingOrganisations",
      "claims.madeInFrance",
      "claims.mostPopular",
      "claims.fewerMissedCalls",
    ],
  },
  questions: {
    title: "Questions",
    text: "Les questions fréquentes de chaque page. Les vôtres passent devant celles du site, dans leur ordre.",
    places: ["questions"],
  },
  annonce: {
    title: "Annonce",
    text: "Une ligne au-dessus du menu, entre deux jours. Sans elle, les pages ne chargent rien de plus.",
    places: ["announcement"],
  },
  personnes: { title: "Personnes", text: "Qui vous êtes, et qui signe les articles.", places: ["people", "authors"] },
  articles: {
    title: "Articles",
    text: "Ceux du blog que vous écrivez ici, à côté de ceux qui sont livrés avec le site.",
    places: ["articles"],
  },
  coordonnees: {
    title: "Coordonnées",
    text: "Comment vous joindre, sur toutes les pages et dans les e-mails.",
    places: ["contact", "security"],
  },
  paiement: {
    title: "Paiement",
    text: "Où chaque offre se paie. Un lien se change après une confirmation, et chaque responsable reçoit un e-mail.",
    places: ["paymentLinks", "paymentProvider", "payment", "customerPortal", "electronicInvoicing"],
  },
  identite: {
    title: "Identité légale",
    text: "Mentions légales, conditions et factures. La changer demande de confirmer que c’est vous.",
    places: ["legal"],
  },
  partenaires: {
    title: "Partenaires",
    text: "Qui d’autre le site contacte, et pour quoi.",
    places: ["trackers", "attribution", "calendars", "companyRegister"],
  },
  medias: { title: "Enregistrements", text: "Ce que les pages font écouter et voir.", places: ["media"] },
};

/** What a group within a part is called. */
export const siteGroups: Readonly<Record<string, string>> = {
  "claims.testimonials.pages": "Pages de son offre",
  "contact.hours.days": "Jours",
  "claims.testimonials.quotes": "En grand, en quelques mots",
  "claims.testimonials.figure": "Ce qui a changé, en un chiffre",
  "contact.address": "Adresse postale",
  "legal.host": "Hébergeur",
  "legal.mediator": "Médiateur",
};

/** What one entry of a list is called. */
export const siteEntries: Readonly<Record<string, string>> = {
  "claims.testimonials": "Témoignage",
  "claims.clients": "Logo",
  people: "Personne",
  authors: "Auteur",
  "contact.social": "Réseau",
  "contact.hours": "Plage",
  questions: "Question",
  "legal.processors": "Sous-traitant",
  calendars: "Agenda",
  paymentLinks: "Lien",
  "offers.prices": "Prix",
  "offers.conferences": "Édition",
  "offers.conferences.speakers": "Intervenant",
  "offers.conferences.programme": "Moment",
};

const pages = {
  home: "Accueil",
  training: "Formation",
  followUp: "Suivi client",
  secretariat: "Secrétariat",
  marketing: "Marketing",
  closing: "Appels sortants",
  conferences: "Conférences",
};

/** The words of choices, by place. */
export const siteChoices: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "claims.testimonials.pages": pages,
  "questions.page": pages,
  "contact.hours.days": {
    Monday: "Lundi",
    Tuesday: "Mardi",
    Wednesday: "Mercredi",
    Thursday: "Jeudi",
    Friday: "Vendredi",
    Saturday: "Samedi",
    Sunday: "Dimanche",
  },
  "legal.processors.role": {
    mail: "Envoi des e-mails",
    automation: "Automatisation",
    payment: "Paiement",
    signIn: "Connexion",
    audience: "Mesure d’audience",
    advertising: "Publicité",
    video: "Vidéo",
    assistant: "Téléphonie et voix de l’assistante",
  },
  "payment.card": { asked: "Oui", "not-asked": "Non" },
  "payment.billingDetails": { collected: "Demandées sur la page de paiement" },
  "electronicInvoicing.customerSiren": { "at-provider": "Écrit chez le prestataire de paiement" },
  "calendars.connectedBy": { you: "Le client", us: "Notre équipe" },
  "offers.prices.of": {
    secretariat: "Secrétariat, un mois",
    suiviclient: "Suivi client, un mois",
    marketing: "Marketing, un contact",
    closing: "Appels sortants, un millier",
    conferences: "Conférence, une place",
    secondMonth: "Promotion, deuxième mois",
    setUp: "Promotion, mise en service barrée",
    fromCall: "«\u00a0À partir de\u00a0», un appel",
    fromClient: "«\u00a0À partir de\u00a0», un client",
    fromContact: "«\u00a0À partir de\u00a0», un contact",
  } satisfies Record<PricedThing, string>,
  "paymentLinks.sells": {
    ...Object.fromEntries(soldOffers.map((offer) => [offer, offerWords[offer].name])),
    formation: "Suivi client pour la formation",
    custom: "Sur mesure",
  },
};

/** Pages of a preview, by their path. */
export const previewPages: Readonly<Record<string, string>> = {
  "/": adminSite.preview.pages.home,
  "/blog": adminSite.preview.pages.blog,
  ...Object.fromEntries(soldOffers.map((offer) => [offerAddress(offer), offerWords[offer].name])),
  "/marketing/organismes-de-formation": adminSite.preview.pages.training,
  "/inscription": adminSite.preview.pages.chooser,
  "/conditions-generales-utilisation": adminSite.preview.pages.terms,
  "/mentions-legales": adminSite.preview.pages.notice,
  "/politique-de-confidentialite": adminSite.preview.pages.privacy,
};
