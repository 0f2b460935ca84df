import type { ShownTestimonial, SiteSettings } from "#domain/site/site-settings.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";

import { type AnsweredQuestion, cancelling, spokenAccents, whereDataLive } from "./answers.ts";
import type { OfferInFull, WithFunnel } from "./offer-in-full.ts";
import { serviceMails } from "./offer-mails.ts";

export const followUpInFull: OfferInFull & WithFunnel = {
  page: {
    title: ({ brand }) => `Suivi client après la vente | ${brand}`,
    description: ({ brand }) =>
      `${brand} garde le contact avec vos clients : message vocal ou écrit chaque semaine, suivi des progrès, statistiques sur tous les canaux.`,
  },
  signUp: {
    title: ({ brand }) => `Inscription au suivi client | ${brand}`,
    description: ({ brand }) =>
      `Confiez le suivi de vos clients à ${brand} en cinq étapes. Une adresse e-mail suffit pour commencer.`,
  },
  shareImage: { title: ["La vente est faite.", "Le lien commence"], caption: "Suivi client, sur tous les canaux" },
  service: "Suivi client après la vente",
  purpose: "le suivi client",
  card: {
    text: () =>
      "Un message par semaine après la vente, vocal dès que le client a répondu, le suivi des progrès, et des statistiques sur tous les canaux.",
    link: "Découvrir le suivi",
  },
  unit: "par client et par mois",
  plan: {
    description: "Gardez le contact après la vente.",
    features: () => ["Message hebdomadaire, vocal ou écrit", "Suivi des progrès", "Statistiques multicanal"],
    action: "Choisir Suivi client",
  },
  choice: {
    text: () => "Un message par semaine après la vente, vocal ou écrit, et l’alerte quand un client s’éloigne.",
    action: "Choisir Suivi client",
  },
  questions,
  testimonials,
  mails: { ...serviceMails("suiviclient"), given: ({ activeClients }) => activeClients },
  doctor: {
    english: { name: "customer follow-up", volume: (clients) => `${clients} clients` },
    french: { name: "le suivi client", volume: (clients) => `${clients} clients` },
  },
  doctorUnit: { english: "per client and month", french: "le client et par mois" },
};

function questions(site: SiteSettings): AnsweredQuestion[] {
  return [
    { question: "Et si j’ai plus de clients que mon palier ?", answer: beyondTier.clients },
    {
      question: "Que se passe‑t‑il quand un client répond qu’il n’est pas content ?",
      answer: `${site.brand} ne discute pas : elle accuse réception, vous prévient avec le message, et vous laisse rappeler. Vous choisissez qui est prévenu, et par quel canal.`,
    },
    {
      question: "Mon numéro change‑t‑il ?",
      answer:
        "Non. Les messages arrivent sur la messagerie que vos clients ouvrent déjà, signés du nom de votre entreprise, et votre numéro habituel reste celui qu’ils appellent.",
    },
    {
      question: "Mes clients peuvent-ils refuser ?",
      answer:
        "Oui, à tout moment : répondre STOP suffit, sur n’importe quel canal, et la personne n’est plus contactée. Chaque message dit qu’une intelligence artificielle l’envoie, et au nom de quelle entreprise.",
    },
    {
      question: "Et si elle comprend mal une réponse ?",
      answer:
        "Vous voyez ce qui a été dit et ce qu’elle en a retenu : vous corrigez, et la suite de la conversation en tient compte. Elle ne promet rien à votre place : ni date, ni geste commercial, ni remboursement.",
    },
    spokenAccents(site),
    { question: "Comment arrêter ?", answer: cancelling(site) },
    { question: "Où sont les données de mes clients ?", answer: whereDataLive(site) },
  ];
}

/** Invented, for a demonstration. */
function testimonials(): ShownTestimonial[] {
  return [
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
  ];
}
