import type { Prices } from "#domain/site/prices.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import { sayEuros } from "#content/language/amounts.ts";
import { closingObjectives } from "#subjects/funnel/rules/choices.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { onePerProspect } from "#subjects/offers/words/closing/closing.ts";
import { purchaseInMail } from "#subjects/orders/words/order-in-mail.ts";
import { scheduleCopy } from "#subjects/orders/words/schedule.ts";

import { type AnsweredQuestion, fileEntrusted, mailSuffices } from "./answers.ts";
import type { OfferInFull, OnHomePage } from "./offer-in-full.ts";
import { serviceMails } from "./offer-mails.ts";

/** Of a closing order whose number was written in words. */
const pricePerThousand = ({ closing }: Prices) =>
  `${scheduleCopy.excludingTax(sayEuros(closing))} par millier d’appels commencé, en une fois`;

const closingStep =
  "L’équipe vous écrit pour préparer la campagne et recevoir votre liste, avec la preuve des accords.";

/** Of an order of before the form asked for a number: nothing is paid until it is known. */
const numberStep =
  "Il nous manque votre nombre de prospects, en chiffres\u00a0: répondez à ce message, et l’équipe vous envoie le montant et le lien de paiement.";

export const closingInFull: OfferInFull & OnHomePage = {
  page: {
    title: ({ brand }) => `Appels sortants par agents IA | ${brand}`,
    description: () =>
      "Des agents IA appellent, qualifient, diagnostiquent et concluent. Jusqu’à 20 000 appels simultanés, dans le respect de la réglementation sur le démarchage.",
  },
  shareImage: { title: ["Mille appels", "avant midi"], caption: "Agents IA pour vos appels sortants" },
  service: "Appels sortants",
  purpose: "les appels sortants",
  card: {
    text: () =>
      "Des agents qui appellent, qualifient, diagnostiquent et concluent. Jusqu’à 20 000 appels sortants simultanés, dans le respect de la réglementation sur le démarchage.",
    link: "Découvrir les appels sortants",
  },
  questions,
  testimonials: () => [],
  mails: {
    ...serviceMails("closing"),
    facts: (data, { prices }) => [
      { label: "Prix", value: purchaseInMail(data, prices) ? undefined : pricePerThousand(prices) },
      { label: "Objectif", value: sayObjectives(data.objectives) },
    ],
    steps: (data, { pay, prices }) => [
      purchaseInMail(data, prices) ? pay("Votre commande prend effet") : numberStep,
      closingStep,
    ],
    paidSteps: () => [closingStep],
    isPaidDirectly: true,
  },
  doctor: { english: { name: "closing" }, french: { name: "les appels sortants" } },
};

function sayObjectives(objectives: unknown): string {
  const asked = Array.isArray(objectives) ? objectives : [];
  const known = closingObjectives.filter((objective) => asked.includes(objective));
  return known.map((objective) => answerWords.objectives[objective]).join(", ");
}

function questions(site: SiteOnDay): AnsweredQuestion[] {
  return [
    {
      question: "Et si ma liste compte plus de mille prospects ?",
      answer: `Indiquez votre nombre de prospects\u00a0: le prix se compte par millier commencé, ${sayEuros(site.prices.closing)}\u00a0HT chacun. ${onePerProspect} Aucun appel ne part au-delà de ce que vous avez commandé.`,
    },
    {
      question: "Un prospect peut-il parler à une personne ?",
      answer:
        "Oui. Il le demande, et l’agent le met en relation avec la personne que vous avez désignée ou convient d’une heure de rappel. L’agent dit qu’il est une intelligence artificielle dès les premiers mots.",
    },
    {
      question: "Avec quel numéro appelle‑t‑il ?",
      answer:
        "Avec un numéro qui permet de rappeler votre entreprise. Les numéros en 06 et 07 ne sont pas utilisés pour des appels automatisés.",
    },
    {
      question: "Et si quelqu’un ne veut plus être appelé ?",
      answer:
        "Il le dit, et c’est terminé : son opposition est notée pendant l’appel et vaut pour tous les canaux. Elle vous est transmise avec le résultat de la campagne.",
    },
    {
      question: "Et si l’agent se trompe ?",
      answer:
        "Vous validez le script et les réponses aux objections avant le premier appel. L’agent ne négocie pas hors de vos consignes ; ce qui vous engage est confirmé par écrit, dans le lien ou le rendez-vous qu’il envoie.",
    },
    {
      question: "Comprend-il les accents, le bruit, les gens pressés ?",
      answer:
        "Le plus souvent, mais pas toujours. Quand il n’a pas compris, il fait répéter, puis convient d’une heure à laquelle une personne de chez vous rappelle.",
    },
    {
      question: "Comment arrêter ?",
      answer: `Une commande n’est pas un abonnement : elle se paie une fois, et rien ne se reconduit. Pour arrêter une campagne en cours, ${mailSuffices(site)} : plus aucun appel ne part.`,
    },
    { question: "Que devient ma liste ?", answer: fileEntrusted(site) },
  ];
}
