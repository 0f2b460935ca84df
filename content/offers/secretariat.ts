import type { Calendars } from "#domain/site/site-config.ts";
import type { ShownTestimonial, SiteSettings } from "#domain/site/site-settings.ts";
import { nameCalendars, sayWhoConnects } from "#content/language/calendars.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";

import { type AnsweredQuestion, cancelling, whereDataLive } from "./answers.ts";
import type { OfferInFull, WithFunnel } from "./offer-in-full.ts";
import { serviceMails } from "./offer-mails.ts";

export const secretariatInFull: OfferInFull & WithFunnel = {
  page: {
    title: ({ brand }) => `Secrétariat téléphonique IA 24h/24 | ${brand}`,
    description: ({ brand }) =>
      `${brand} répond à vos appels 24h/24, prend messages et rendez-vous, transfère les urgences. Ligne dédiée comprise, essai gratuit de 15 jours.`,
  },
  signUp: {
    title: ({ brand }) => `Inscription au secrétariat | ${brand}`,
    description: ({ brand }) =>
      `Confiez vos appels à ${brand} en cinq étapes. Une adresse e-mail suffit pour commencer.`,
  },
  shareImage: { title: ["Un secrétariat", "qui décroche"], caption: "Secrétariat téléphonique, 24h/24" },
  service: "Secrétariat téléphonique",
  purpose: "l’accueil téléphonique",
  card: {
    text: (brand) =>
      `${brand} répond aux appels, y compris en dehors de vos horaires. Elle prend les messages et les rendez-vous, et transfère ce qui doit l’être. Ligne dédiée, disponible 24h/24.`,
    link: "Découvrir le secrétariat",
  },
  unit: "par appel",
  plan: {
    isPopular: true,
    description: "Tous vos appels décrochés, 24h/24.",
    features: (isPromotion) => [
      "Ligne téléphonique incluse",
      "Mise en service incluse",
      "Messages, rendez-vous, transferts",
      "Support technique illimité",
      isPromotion ? "Premier mois offert" : "15 jours d’essai gratuit",
    ],
    action: "Essayer gratuitement",
  },
  choice: {
    text: (brand) => `${brand} répond au téléphone, prend les messages et les rendez-vous, transfère les urgences.`,
    action: "Choisir Secrétariat",
  },
  questions: aboutSecretariat,
  testimonials,
  mails: { ...serviceMails("secretariat"), given: ({ callsPerDay }) => callsPerDay },
  doctor: {
    english: { name: "the secretariat", volume: (calls) => `${calls} calls a day` },
    french: { name: "le secrétariat", volume: (calls) => `${calls} appels par jour` },
  },
  doctorUnit: { english: "per call", french: "l’appel" },
};

function aboutSecretariat(site: SiteSettings): AnsweredQuestion[] {
  return [
    { question: "Et si je dépasse mon volume d’appels ?", answer: beyondTier.calls },
    {
      isFirst: true,
      question: "Que se passe‑t‑il quand un appelant veut parler à une personne ?",
      answer: `${site.brand} lui passe la personne que vous avez désignée, selon vos règles et vos horaires. Si personne ne peut répondre, elle prend un message avec le motif et le numéro de rappel, et vous l’envoie aussitôt.`,
    },
    {
      isFirst: true,
      question: "Est-ce que je garde mon numéro ?",
      answer:
        "Oui. Une ligne dédiée est comprise : vous y renvoyez votre numéro actuel, tout le temps, hors de vos horaires, ou seulement quand vous ne décrochez pas. Le renvoi se règle chez votre opérateur, et s’annule de la même façon. Vérifiez avec lui s’il le facture.",
    },
    ...(site.calendars ? [aboutCalendars(site.calendars)] : []),
    {
      question: "Comprend-elle les accents, le bruit, les gens pressés ?",
      answer: `Le plus souvent, mais pas toujours, comme toute personne au téléphone. Quand elle n’a pas compris, ${site.brand} fait répéter, puis prend le numéro pour que vous rappeliez. Le plus sûr est de la mettre à l’épreuve : appelez-la avec vos vrais cas pendant la phase de test.`,
    },
    {
      isFirst: true,
      question: "Et si elle se trompe ?",
      answer:
        "Elle peut donner une réponse incomplète ou inexacte : c’est une intelligence artificielle, et elle le dit. Elle ne répond que sur ce que vous lui avez appris, et transmet le reste. Chaque échange vous est résumé, et une consigne se corrige dès que vous nous la signalez. Vérifiez ce qui vous engage, comme un prix ou une commande.",
    },
    {
      isFirst: true,
      question: "L’appelant sait-il qu’il parle à une machine ?",
      answer:
        "Oui, dès les premiers mots, même si votre phrase d’accueil ne le dit pas. Si un appel est enregistré, c’est annoncé au début.",
    },
    { isFirst: true, question: "Comment arrêter ?", answer: cancelling(site) },
    { question: "Où vont mes données et celles de mes appelants ?", answer: whereDataLive(site) },
    {
      question: "Peut-elle traiter une urgence ?",
      answer:
        "Elle reconnaît les urgences que vous avez décrites et vous passe l’appel. Elle ne remplace pas les numéros d’urgence, le 15, le 17, le 18, le 112 et le 114, et ne permet pas de les joindre.",
    },
  ];
}

function aboutCalendars(calendars: Calendars): AnsweredQuestion {
  return {
    isFirst: true,
    question: "Quel agenda peut-elle lire ?",
    answer: `${nameCalendars(calendars)}. ${sayWhoConnects(calendars)} Sans agenda en ligne, vous lui indiquez vos plages et vos durées : elle propose un créneau parmi elles.`,
  };
}

/** Invented, for a demonstration. */
function testimonials(brand: string): ShownTestimonial[] {
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
      text: `Je suis sous une voiture la moitié de la journée. ${brand} note l’immatriculation, le symptôme, le créneau. Je rappelle en sachant tout.`,
      name: "Sophie R.",
      role: "Garagiste",
      pages: ["secretariat"],
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
  ];
}
