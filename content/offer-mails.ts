import { closingObjectives } from "#subjects/funnel/rules/choices.ts";
import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { prospectsRanges } from "#subjects/offers/rules/marketing/prospects-ranges.ts";

import type { MailSite, MailText } from "./shared/mail-text.ts";
import { conferencesCopy, venueOf } from "#subjects/conferences/words/conferences.ts";
import { offerWords } from "#subjects/offers/words/registry.ts";
import { type LeadReceived, purchaseInMail } from "#subjects/orders/words/order-in-mail.ts";
import { scheduleCopy } from "#subjects/orders/words/schedule.ts";
import { sayEuros } from "./language/amounts.ts";
import { answerWords } from "#subjects/funnel/words/answer-words.ts";
import { sayWeekday } from "./language/days.ts";
import { delayWords } from "./language/delay-words.ts";

type Fact = { label: string; value: string | undefined };

/** The sentences about what is left to do: to confirm a summary, or to pay what has none. */
type ToPay = { confirm: string; pay: (begins: string) => string };

/** What differs from one offer to the other in the mails about an order. */
type OfferMails = {
  /** Beside the offer and its volume; one without a value is left out. */
  facts: (data: LeadReceived, site: MailSite) => Fact[];
  /** The number that was given, of an order without a known price. */
  given: (data: LeadReceived) => number | undefined;
  steps: (data: LeadReceived, toPay: ToPay) => string[];
  paidSteps: (site: MailSite) => string[];
  /** Its form is all of the order: the mail leads to the payment, and to no summary. */
  isPaidDirectly: boolean;
  /** What it opens is in the customer's space. */
  needsAccount: boolean;
  /** What is to be looked at again until then. */
  ownPage: (site: MailSite) => MailText["action"] | undefined;
};

const teamWrites = "L’équipe lit votre demande et vous écrit.";

/** What is asked for in a funnel, and set up with the team. */
function serviceMails(offer: FunnelOrigin): OfferMails {
  const serviceSteps = [
    `${delayWords.account} L’équipe vous écrit s’il manque un détail.`,
    `${offerWords[offer].opens} Un e-mail vous prévient.`,
    "Vous vous connectez\u00a0: vos réglages, vos paiements et vos factures sont dans votre espace client.",
  ];
  return {
    facts: () => [],
    given: () => undefined,
    steps: (_data, { confirm }) => [confirm, ...serviceSteps],
    paidSteps: () => serviceSteps,
    isPaidDirectly: false,
    needsAccount: true,
    ownPage: () => undefined,
  };
}

/** Of a closing order whose number was written in words. */
const pricePerThousand = `${scheduleCopy.excludingTax(sayEuros(closingOffer.excludingTax))} par millier d’appels commencé, en une fois`;

const closingStep =
  "L’équipe vous écrit pour préparer la campagne et recevoir votre liste, avec la preuve des accords.";

/** Of an order of before the form asked for a number: nothing is paid until it is known. */
const numberStep =
  "Il nous manque votre nombre de prospects, en chiffres\u00a0: répondez à ce message, et l’équipe vous envoie le montant et le lien de paiement.";

export const offerMails: Record<FunnelOrigin, OfferMails> = {
  general: { ...serviceMails("general"), steps: () => [teamWrites], paidSteps: () => [teamWrites] },
  secretariat: { ...serviceMails("secretariat"), given: ({ callsPerDay }) => callsPerDay },
  suiviclient: { ...serviceMails("suiviclient"), given: ({ activeClients }) => activeClients },
  marketing: {
    ...serviceMails("marketing"),
    facts: ({ prospects }) => [{ label: "Prospects par mois", value: sayProspects(prospects) }],
  },
  closing: {
    ...serviceMails("closing"),
    facts: (data) => [
      { label: "Prix", value: purchaseInMail(data) ? undefined : pricePerThousand },
      { label: "Objectif", value: sayObjectives(data.objectives) },
    ],
    steps: (data, { pay }) => [purchaseInMail(data) ? pay("Votre commande prend effet") : numberStep, closingStep],
    paidSteps: () => [closingStep],
    isPaidDirectly: true,
  },
  conferences: {
    ...serviceMails("conferences"),
    facts: (_data, { offers: { conference } }) =>
      conference === undefined
        ? []
        : [
            { label: "Date", value: sayWeekday(conference.heldOn) },
            { label: "Lieu", value: venueOf(conference) },
            { label: "Programme", value: conferencesCopy.hours },
          ],
    steps: (_data, { pay }) => [pay("Votre place est réservée")],
    paidSteps: ({ offers: { conference } }) =>
      conference === undefined
        ? [teamWrites]
        : [`Rendez-vous le ${sayWeekday(conference.heldOn)}, ${venueOf(conference)}, de ${conferencesCopy.hours}.`],
    isPaidDirectly: true,
    needsAccount: false,
    ownPage: ({ origin, offers: { conference } }) =>
      conference && { label: "Revoir le programme", link: `${origin}/conferences` },
  },
};

function sayProspects(range: unknown): string | undefined {
  const known = prospectsRanges.find((each) => each === range);
  return known && answerWords.prospectsPerMonth[known];
}

function sayObjectives(objectives: unknown): string {
  const asked = Array.isArray(objectives) ? objectives : [];
  const known = closingObjectives.filter((objective) => asked.includes(objective));
  return known.map((objective) => answerWords.objectives[objective]).join(", ");
}
