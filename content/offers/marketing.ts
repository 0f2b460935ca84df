import type { ShownTestimonial, SiteSettings } from "#domain/site/site-settings.ts";
import { fromPerMonth } from "#content/language/amounts.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { prospectsRanges } from "#subjects/offers/rules/marketing/prospects-ranges.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";

import { type AnsweredQuestion, cancelling, fileEntrusted, spokenAccents } from "./answers.ts";
import type { OfferInFull, WithFunnel } from "./offer-in-full.ts";
import { serviceMails } from "./offer-mails.ts";

export const marketingInFull: OfferInFull & WithFunnel = {
  page: {
    title: ({ brand }) => `Campagnes e-mail, SMS et WhatsApp | ${brand}`,
    description: ({ brand, prices }) =>
      `${brand} relance vos prospects et vos clients par e-mail, SMS et WhatsApp, ${fromPerMonth("marketing", prices)}, sans engagement.`,
  },
  signUp: {
    title: ({ brand }) => `Inscription au marketing | ${brand}`,
    description: ({ brand }) =>
      `Lancez vos campagnes avec ${brand} en cinq étapes. Une adresse e-mail suffit pour commencer.`,
  },
  shareImage: { title: ["Vos prospects", "vous attendent"], caption: "Campagnes e-mail, SMS et WhatsApp" },
  service: "Campagnes e-mail, SMS et WhatsApp",
  purpose: "les campagnes",
  card: {
    text: () =>
      "Des campagnes e-mail, SMS et WhatsApp vers vos prospects et vos clients. Une offre est dédiée aux organismes de formation.",
    link: "Découvrir le marketing",
  },
  unit: "par contact",
  plan: {
    description: "Campagnes e-mail, SMS et WhatsApp.",
    features: () => [
      "Prospects et clients relancés",
      "Trois canaux, une seule fiche",
      "Offre pour les organismes de formation",
    ],
    action: "Choisir Marketing",
  },
  choice: {
    text: () => "Des campagnes e-mail, SMS et WhatsApp vers vos prospects et vos clients.",
    action: "Choisir Marketing",
  },
  questions,
  testimonials,
  mails: {
    ...serviceMails("marketing"),
    facts: ({ prospects }) => [{ label: "Prospects par mois", value: sayProspects(prospects) }],
  },
  doctor: {
    english: { name: "marketing", volume: (contacts) => `${contacts} contacts` },
    french: { name: "le marketing", volume: (contacts) => `${contacts} contacts` },
  },
  doctorUnit: { english: "per contact", french: "le contact" },
};

function sayProspects(range: unknown): string | undefined {
  const known = prospectsRanges.find((each) => each === range);
  return known && answerWords.prospectsPerMonth[known];
}

function questions(site: SiteSettings): AnsweredQuestion[] {
  return [
    { question: "Et si ma liste dépasse le volume choisi ?", answer: beyondTier.contacts },
    {
      question: "Qui ai-je le droit de contacter ?",
      answer:
        "Un particulier, avec son accord préalable. Un professionnel, sur un sujet en rapport avec son activité, s’il a été informé et a pu s’y opposer simplement. Trois secteurs sont exclus, pour les messages comme pour les appels : la rénovation énergétique, l’adaptation du logement et le compte personnel de formation (CPF), sauf chantier, contrat ou formation en cours. Vous restez responsable de votre liste ; nous refusons celles qui n’ont pas de preuve d’accord.",
    },
    {
      question: "Que se passe‑t‑il quand quelqu’un répond ?",
      answer: `${site.brand} répond aux questions simples et vous passe ceux qui veulent acheter, avec l’échange complet. Si quelqu’un demande à vous parler, vous le rappelez.`,
    },
    {
      question: "Et si un message part avec une erreur ?",
      answer:
        "Rien ne part sans votre accord : vous relisez chaque message avant l’envoi. Les envois se font par vagues, et une campagne s’arrête au moment où vous le demandez.",
    },
    spokenAccents(site),
    { question: "Comment arrêter ?", answer: cancelling(site) },
    { question: "Que devient ma liste ?", answer: fileEntrusted(site) },
  ];
}

/** Invented, for a demonstration. */
function testimonials(): ShownTestimonial[] {
  return [
    {
      text: "La campagne SMS de relance a rempli deux semaines de planning en avril. Je connais mon prix du mois, je sais ce que ça me rapporte.",
      name: "Julien P.",
      role: "Gérant d’institut",
      pages: ["marketing"],
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
  ];
}
