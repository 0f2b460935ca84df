import type { SiteSettings } from "#domain/site/site-settings.ts";
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
