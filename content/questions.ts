import { soldOffers } from "#domain/kernel/lead.ts";
import type { OwnQuestion, TestimonialPage } from "#domain/site/site-config.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";
import type { SiteOnDay } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";

import { type AnsweredQuestion, cancelling, spokenAccents, whereDataLive } from "./offers/answers.ts";
import { offersInFull } from "./offers/registry.ts";

export const questionsCopy = {
  title: "Questions fréquentes",
  lead: "Ce qu’on nous demande avant de signer.",
  more: "Plus de questions",
} as const;

type Asking = (site: SiteOnDay, today: CivilDate) => AnsweredQuestion[];

/** By the address of the page. What they promise is what the terms say. */
const questionsByPage: Record<string, Asking> = {
  ...Object.fromEntries(soldOffers.map((offer) => [offerAddress(offer), offersInFull[offer].questions])),
  "/": (site, today) => offersInFull.secretariat.questions(site, today).filter(({ isFirst }) => isFirst),
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
};

const pathOf: Record<TestimonialPage, string> = {
  home: "/",
  training: "/marketing/organismes-de-formation",
  followUp: offerAddress("suiviclient"),
  secretariat: offerAddress("secretariat"),
  marketing: offerAddress("marketing"),
  closing: offerAddress("closing"),
  conferences: offerAddress("conferences"),
};

/** @returns none for a page that is no offer's */
export function questionsOf(path: string, site: SiteOnDay, today: CivilDate): AnsweredQuestion[] {
  const usual = questionsByPage[path]?.(site, today) ?? [];
  const own = (site.questions ?? []).filter(({ page }) => pathOf[page] === path);
  const isTaken = ({ question }: AnsweredQuestion) => own.some((each) => isSame(each.question, question));
  return [...own.flatMap((each) => answered(each, usual)), ...usual.filter((each) => !isTaken(each))];
}

/** Without an answer of its own, one that the code asks too keeps the code's; any other is not asked. */
function answered({ question, answer, isHidden }: OwnQuestion, usual: readonly AnsweredQuestion[]): AnsweredQuestion[] {
  const known = usual.find((each) => isSame(each.question, question));
  const said = answer?.trim() || known?.answer;
  return isHidden || !said ? [] : [{ ...known, question: known?.question ?? question, answer: said }];
}

/** Whatever their spaces, apostrophes and signs. */
function isSame(one: string, other: string): boolean {
  const [first, second] = [one, other].map((text) => text.toLocaleLowerCase("fr-FR").replaceAll(/[^\p{L}\p{N}]/gu, ""));
  return first === second;
}
