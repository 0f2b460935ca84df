import { retention } from "#domain/site/retention.ts";
import type { OfferAddress } from "#domain/site/offer-addresses.ts";
import type { Calendars, Conference } from "#domain/site/site-config.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { includingTax } from "#domain/kernel/money.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { conferenceOffer } from "#subjects/offers/rules/conference/conference-price.ts";

import { sayEuros } from "./language/amounts.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";
import { connectingCalendar, nameCalendars } from "./language/calendars.ts";
import { onePerProspect } from "#subjects/offers/words/closing/closing.ts";
import { conferencesCopy, venueOf } from "#subjects/conferences/words/conferences.ts";
import { sayDay } from "./language/days.ts";
import { sayDuration } from "./language/say-duration.ts";

/** The answer is plain text: machines read the same sentences as people. */
export type AnsweredQuestion = {
  question: string;
  answer: string;
  /** Of the secretariat's: what is asked first, on the home page too. */
  isFirst?: boolean;
};

export const questionsCopy = {
  title: "Questions fréquentes",
  lead: "Ce qu’on nous demande avant de signer.",
} as const;

type Asking = (site: SiteSettings, today: CivilDate) => AnsweredQuestion[];

/** By the address of the page. What they promise is what the terms say. */
const questionsByPage: Record<OfferAddress, Asking> & Record<string, Asking> = {
  "/": (site) => aboutSecretariat(site).filter(({ isFirst }) => isFirst),
  "/secretariat": aboutSecretariat,
  "/suivi-client": (site) => [
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
  ],
  "/marketing": (site) => [
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
  ],
  "/marketing/organismes-de-formation": (site) => [
    { question: "Et si une session compte plus de stagiaires que prévu ?", answer: beyondTier.trainees },
    {
      question: "Que se passe‑t‑il quand un stagiaire ne répond plus ?",
      answer:
        "Après deux rappels sans réponse, votre équipe pédagogique est prévenue, avec l’historique des échanges. C’est elle qui rappelle : un abandon se rattrape de vive voix.",
    },
    {
      question: "Et si un stagiaire pose une question pédagogique ?",
      answer: `${site.brand} répond aux questions pratiques, comme un horaire ou un lien de connexion, et passe les autres à son référent. Elle n’évalue personne et ne note rien.`,
    },
    {
      question: "Les échanges servent-ils de justificatifs ?",
      answer:
        "L’historique d’une session dit qui a reçu quoi, quand, et qui a répondu. Vous le joignez à votre dossier ; il ne remplace ni les feuilles d’émargement ni les évaluations.",
    },
    spokenAccents(site),
    { question: "Comment arrêter ?", answer: cancelling(site) },
    { question: "Où sont les données des stagiaires ?", answer: whereDataLive(site) },
  ],
  "/closing": (site) => [
    {
      question: "Et si ma liste compte plus de mille prospects ?",
      answer: `Indiquez votre nombre de prospects\u00a0: le prix se compte par millier commencé, ${sayEuros(closingOffer.excludingTax)}\u00a0HT chacun. ${onePerProspect} Aucun appel ne part au-delà de ce que vous avez commandé.`,
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
  ],
  "/conferences": questionsAboutConference,
};

/** Source: specification, section 9; resolutions, sections 2 and 10; what the configuration says of the day. */
function questionsAboutConference(site: SiteSettings, today: CivilDate): AnsweredQuestion[] {
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

const conferencePrice = () =>
  `${sayEuros(conferenceOffer.excludingTax)} HT, soit ${sayEuros(includingTax(conferenceOffer.excludingTax))} TTC`;

const conferenceSubjects =
  "les appels d’un cabinet : le secret professionnel, le RGPD et le règlement européen sur l’IA, l’écriture de votre phrase d’accueil en atelier, puis des démonstrations en direct";

function pastConference(conference: Conference): AnsweredQuestion[] {
  return [
    {
      question: "À qui s’adressait la journée ?",
      answer: `Aux avocats. Le programme portait sur ${conferenceSubjects}.`,
    },
    {
      question: "Quand et où a‑t‑elle eu lieu ?",
      answer: `Le ${sayDay(conference.heldOn)}, de ${conferencesCopy.hours}. Lieu : ${venueOf(conference)}.`,
    },
    { question: "Combien coûtait une place ?", answer: `${conferencePrice()}.` },
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
  answer: `Le ${sayDay(conference.heldOn)}, de ${conferencesCopy.hours}. Lieu : ${venueOf(conference)}.`,
});

/** Too late to register, and the day is not over. */
function closedConference(conference: Conference): AnsweredQuestion[] {
  return [
    forWhom,
    whenHeld(conference),
    { question: "Combien coûte une place ?", answer: `${conferencePrice()}.` },
    {
      question: "Puis-je encore m’inscrire ?",
      answer: `Non, les inscriptions ont fermé le ${sayDay(conference.registrationUntil)} au soir. Laissez vos coordonnées dans le formulaire pour être prévenu de la prochaine édition : il n’y a rien à payer, et aucun compte à ouvrir.`,
    },
    ...(conference.terms === undefined ? [] : [{ question: "Et si je dois annuler ?", answer: conference.terms }]),
  ];
}

function openConference(conference: Conference, { payments }: SiteSettings): AnsweredQuestion[] {
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
      answer: `${conferencePrice()}, en une seule fois, à l’inscription. ${howToPay} La place est réservée dès que le règlement est reçu.`,
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

/** @returns none for a page that is no offer's */
export function questionsOf(path: string, site: SiteSettings, today: CivilDate): AnsweredQuestion[] {
  return questionsByPage[path]?.(site, today) ?? [];
}

/** Source: the terms, « Résiliation sans engagement ». */
function cancelling(site: SiteSettings): string {
  return `Quand vous voulez, sans motif ni frais : ${mailSuffices(site)}. L’arrêt prend effet à la fin du mois payé. Un essai arrêté avant son terme ne coûte rien.`;
}

function mailSuffices({ contact }: SiteSettings): string {
  return contact.email === "" ? "un e-mail suffit" : `un e-mail à ${contact.email} suffit`;
}

function aboutCalendars(calendars: Calendars): AnsweredQuestion {
  return {
    isFirst: true,
    question: "Quel agenda peut-elle lire ?",
    answer: `${nameCalendars(calendars)}. ${connectingCalendar[calendars.connectedBy]} Sans agenda en ligne, vous lui indiquez vos plages et vos durées : elle propose un créneau parmi elles.`,
  };
}

/** Where customers of the customer answer in a voice message. */
function spokenAccents({ brand }: SiteSettings): AnsweredQuestion {
  return {
    question: "Comprend-elle les accents, dans un message vocal ?",
    answer: `Le plus souvent, mais pas toujours. Quand ${brand} n’a pas compris, elle demande de répéter ou d’écrire, puis vous passe le message pour que vous répondiez.`,
  };
}

function whereDataLive({ legal }: SiteSettings): string {
  const host = legal.host.name === "" ? "" : `, chez ${legal.host.name}`;
  return `En France ou dans l’Union européenne${host}. Les contacts et les messages de vos interlocuteurs sont gardés ${sayDuration(retention.contacts)} au plus après le dernier contact, les journaux techniques ${sayDuration(retention.technicalLogs)}. Ces données restent à vous : elles vous sont rendues, puis effacées, à la fin du contrat. Votre propre dossier est gardé le temps du contrat, puis ${sayDuration(retention.clientArchive)} en archive.`;
}

function fileEntrusted({ legal }: SiteSettings): string {
  const host = legal.host.name === "" ? "" : `, chez ${legal.host.name}`;
  return `Elle reste à vous. Elle est gardée en France ou dans l’Union européenne${host}, aussi longtemps que vous le décidez, et ne sert qu’à votre campagne. À la fin du contrat, elle vous est rendue puis effacée.`;
}
