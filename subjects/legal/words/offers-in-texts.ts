import type { CivilDate } from "#kit/civil-date.ts";
import {
  type FunnelOffer,
  funnelOffers,
  funnelOrigins,
  isFunnelOffer,
  orderForms,
  type SoldOffer,
} from "#domain/kernel/lead.ts";

/** What the legal texts say of an offer; its prices come from the price book. */
type InTexts = {
  /** The day of the first versions that name it. Missing of the offers that every version names. */
  since?: CivilDate;
  /** Of the table of offers, in the terms. */
  row: readonly [name: string, sold: string, price: string];
};

type FunnelInTexts = InTexts & {
  /** After « Inscription », in the policy. */
  to: string;
  /** What step 3 collects, and whether it has to be answered. */
  collected: readonly (readonly [step: string, data: string, answer: "Obligatoire" | "Facultative"])[];
};

export const offersInTexts: Record<FunnelOffer, FunnelInTexts> & Record<SoldOffer, InTexts> = {
  secretariat: {
    row: [
      "Secrétariat",
      "Réponse aux appels, messages, rendez-vous, transferts",
      "Par mois, selon le volume d’appels par jour",
    ],
    to: "au secrétariat",
    collected: [
      [
        "Configuration du secrétariat",
        "Appels par jour, voix, phrase d’accueil, priorité de l’assistante, horaires",
        "Obligatoire",
      ],
      [
        "Configuration du secrétariat",
        "Adresse de votre site ou de votre base de connaissances, ce que l’assistante doit savoir",
        "Facultative",
      ],
    ],
  },
  suiviclient: {
    row: ["Suivi client", "Messages et suivi après la vente", "Par mois, selon le nombre de clients actifs"],
    to: "au suivi client",
    collected: [
      [
        "Configuration du suivi client",
        "Clients actifs par mois, objectifs du suivi ; organisme de formation et voix, facultatifs",
        "Obligatoire",
      ],
    ],
  },
  marketing: {
    row: ["Marketing", "Campagnes e-mail, SMS et WhatsApp", "Par mois, selon le nombre de contacts"],
    to: "au marketing",
    collected: [
      [
        "Configuration du marketing",
        "Prospects et contacts par mois, clients actuels, besoins ; voix, facultative",
        "Obligatoire",
      ],
    ],
  },
  closing: {
    row: ["Closing", "Appels sortants par des agents d’intelligence artificielle", "Par tranche de mille appels"],
  },
  conferences: { row: ["Conférence", "Participation à une journée", "Par participant"] },
};

/** Those that a version of a text names. */
export function offersNamedIn(version: CivilDate): SoldOffer[] {
  return [...funnelOffers, ...orderForms].filter((offer) => (offersInTexts[offer].since ?? version) <= version);
}

/** Those of them that one signs up for, as the policy lists what their steps collect. */
export function funnelsNamedIn(version: CivilDate): FunnelOffer[] {
  const named = offersNamedIn(version);
  return funnelOrigins.filter(isFunnelOffer).filter((offer) => named.includes(offer));
}
