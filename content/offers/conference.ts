import { retention } from "#domain/site/retention.ts";
import type { Conference } from "#domain/site/site-config.ts";
import type { Prices } from "#domain/site/prices.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { sayEuros } from "#content/language/amounts.ts";
import { sayDay, sayWeekday } from "#content/language/days.ts";
import { sayDuration } from "#content/language/say-duration.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";
import { hoursOf, venueOf } from "#subjects/conferences/words/conferences.ts";

import type { AnsweredQuestion } from "./answers.ts";
import type { OfferInFull } from "./offer-in-full.ts";
import { serviceMails, teamWrites } from "./offer-mails.ts";

export const conferenceInFull: OfferInFull = {
  menuName: "Conférences",
  page: {
    title: ({ brand }) => `Conférence pour les avocats, à Paris | ${brand}`,
    description: () =>
      "Une journée sur l’appel téléphonique au cabinet d’avocats : droit, pratique et démonstrations en direct, de 9 h à 17 h 30.",
  },
  shareImage: {
    title: ["L’avocat, l’appel", "et l’assistante"],
    caption: "Une journée de conférence pour les avocats",
  },
  service: "Conférence pour les avocats",
  questions: questionsAboutConference,
  testimonials: () => [],
  mails: {
    ...serviceMails("conferences"),
    facts: (_data, { offers: { conference } }) =>
      conference === undefined
        ? []
        : [
            { label: "Date", value: sayWeekday(conference.heldOn) },
            { label: "Lieu", value: venueOf(conference) },
            { label: "Programme", value: hoursOf(conference) },
          ],
    steps: (_data, { pay }) => [pay("Votre place est réservée")],
    paidSteps: ({ offers: { conference } }) =>
      conference === undefined
        ? [teamWrites]
        : [`Rendez-vous le ${sayWeekday(conference.heldOn)}, ${venueOf(conference)}, de ${hoursOf(conference)}.`],
    isPaidDirectly: true,
    needsAccount: false,
    ownPage: ({ origin, offers: { conference } }) =>
      conference && { label: "Revoir le programme", link: `${origin}/conferences` },
  },
  doctor: { english: { name: "the conference" }, french: { name: "la conférence" } },
};

/** Source: specification, section 9; resolutions, sections 2 and 10; what the configuration says of the day. */
function questionsAboutConference(site: SiteOnDay, today: CivilDate): AnsweredQuestion[] {
  const { conference } = site.offers;
  if (conference === undefined) return [];
  const phase = conferencePhase(conference, today);
  const asked = { open: openConference, closed: closedConference, past: pastConference }[phase](conference, site);
  return [
    ...asked,
    {
      question:
        phase === "open"
          ? "M’inscrire m’abonne‑t‑il à la lettre d’information ?"
          : "Laisser mes coordonnées m’abonne‑t‑il à la lettre d’information ?",
      answer:
        "Non. La lettre a sa propre case, jamais cochée d’avance. Elle ne part qu’une fois confirmée par le lien reçu par e-mail, et chaque message permet de s’en désinscrire.",
    },
    {
      question: "Que deviennent mes coordonnées ?",
      answer: `Elles servent à répondre à votre demande et à préparer votre contrat. Elles sont gardées ${sayDuration(retention.contacts)} après le dernier contact si vous ne devenez pas client.`,
    },
  ];
}

const conferencePrice = ({ conferences: ofPlace }: Prices) =>
  `${sayEuros(ofPlace)} HT, soit ${sayEuros(includingTax(ofPlace))} TTC`;

const conferenceSubjects =
  "les appels d’un cabinet : le secret professionnel, le RGPD et le règlement européen sur l’IA, l’écriture de votre phrase d’accueil en atelier, puis des démonstrations en direct";

function pastConference(conference: Conference, { prices }: SiteOnDay): AnsweredQuestion[] {
  return [
    {
      question: "À qui s’adressait la journée ?",
      answer: `Aux avocats. Le programme portait sur ${conferenceSubjects}.`,
    },
    {
      question: "Quand et où a‑t‑elle eu lieu ?",
      answer: `Le ${sayDay(conference.heldOn)}, de ${hoursOf(conference)}. Lieu : ${venueOf(conference)}.`,
    },
    { question: "Combien coûtait une place ?", answer: `${conferencePrice(prices)}.` },
    {
      question: "Comment être prévenu de la prochaine édition ?",
      answer: "Laissez vos coordonnées dans le formulaire : il n’y a rien à payer, et aucun compte à ouvrir.",
    },
  ];
}

const forWhom: AnsweredQuestion = {
  question: "À qui s’adresse la journée ?",
  answer: `Aux avocats. Le programme porte sur ${conferenceSubjects}.`,
};

const whenHeld = (conference: Conference): AnsweredQuestion => ({
  question: "Quand et où a‑t‑elle lieu ?",
  answer: `Le ${sayDay(conference.heldOn)}, de ${hoursOf(conference)}. Lieu : ${venueOf(conference)}.`,
});

/** Too late to register, and the day is not over. */
function closedConference(conference: Conference, { prices }: SiteOnDay): AnsweredQuestion[] {
  return [
    forWhom,
    whenHeld(conference),
    { question: "Combien coûte une place ?", answer: `${conferencePrice(prices)}.` },
    {
      question: "Puis-je encore m’inscrire ?",
      answer: `Non, les inscriptions ont fermé le ${sayDay(conference.registrationUntil)} au soir. Laissez vos coordonnées dans le formulaire pour être prévenu de la prochaine édition : il n’y a rien à payer, et aucun compte à ouvrir.`,
    },
    ...(conference.terms === undefined ? [] : [{ question: "Et si je dois annuler ?", answer: conference.terms }]),
  ];
}

function openConference(conference: Conference, { payments, prices }: SiteOnDay): AnsweredQuestion[] {
  const { seats, terms } = conference;
  const room = seats === undefined ? "" : `, dans la limite de ${seats} places`;
  const howToPay =
    payments.conferences === undefined
      ? "Nous revenons vers vous pour le règlement."
      : "Le paiement se fait en ligne, juste après le formulaire.";
  return [
    forWhom,
    whenHeld(conference),
    {
      question: "Combien coûte une place, et quand la paie‑t‑on ?",
      answer: `${conferencePrice(prices)}, en une seule fois, à l’inscription. ${howToPay} La place est réservée dès que le règlement est reçu.`,
    },
    {
      question: "Jusqu’à quand peut-on s’inscrire ?",
      answer: `Jusqu’au ${sayDay(conference.registrationUntil)} inclus${room}. Ensuite, le même formulaire sert à être prévenu de la suivante, et il n’y a rien à payer.`,
    },
    ...(terms === undefined ? [] : [{ question: "Et si je dois annuler ?", answer: terms }]),
    {
      question: "Faut-il ouvrir un compte ?",
      answer: "Non. Le formulaire suffit, et la confirmation arrive à l’adresse que vous y donnez.",
    },
  ];
}
