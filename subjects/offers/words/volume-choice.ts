import { phoneTime } from "#subjects/offers/rules/secretariat/call-choice.ts";

import { beyondTier } from "./general/beyond-tier.ts";
import { sayCount } from "#content/language/count.ts";

/** "120" minutes → "2 h"; less than an hour is said in minutes. */
function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} minutes`;
  return rest > 0 ? `${hours} h ${String(rest).padStart(2, "0")}` : `${hours} h`;
}

/** From two people. */
const people = ["deux", "trois", "quatre", "cinq", "six"];

/** Where a volume has no payment link: it is known at the slider, not five steps later. The funnel keeps the request. */
export const noLink = {
  sentence: "Ce volume se commande avec notre équipe\u00a0: envoyez votre demande, nous vous écrivons.",
  button: "Parlons-en",
} as const;

/** The slider of calls a day. Sentences about the tier and what lies beyond are the specification's own. */
export const callVolumeCopy = {
  title: "Votre volume, votre prix",
  unit: "appels par jour",
  tier: (calls: number) => `Palier retenu : ${calls} appels par jour`,
  inWords: (price: string) => `${price} HT par mois`,
  time: {
    before: "À trois minutes l’appel,",
    spent: (calls: number) => {
      const time = phoneTime(calls);
      return "people" in time
        ? { time: `${people[time.people - 2]} personnes`, after: "au téléphone toute la journée." }
        : { time: duration(time.minutes), after: "de téléphone en moins chaque jour." };
    },
  },
  price: { perMonth: "HT par mois, soit", perCall: "par appel" },
  board: (lines: string) => `Tableau de ${lines} lignes. Chaque point allumé est un appel pris dans la journée.`,
  labels: {
    slider: "Appels par jour",
    tiers: "Paliers",
    previous: "Palier précédent",
    next: "Palier suivant",
    ends: ["10", "+1000"],
  },
  keys: {
    arrows: "Au clavier : flèches pour 5 appels,",
    pageUp: "Page préc.",
    and: "et",
    pageDown: "Page suiv.",
    tiers: "pour changer de palier.",
  },
  beyond: { before: "Au-delà de 1000 appels par jour :", contact: "parlons-en" },
  over: beyondTier.calls,
  /** Below the slider, which begins at 10 calls. */
  smallest: (calls: number, price: string) => `${calls} appels par jour\u00a0: ${price}\u00a0HT par mois`,
  choose: "Choisir ce volume",
  talk: noLink,
} as const;

/** The slider of marketing contacts. */
export const contactVolumeCopy = {
  title: "Vos prospects, chaque mois",
  unit: "contacts par mois",
  tier: (contacts: number) => `Palier retenu\u00a0: ${sayCount(contacts)} contacts par mois`,
  inWords: (price: string) => `${price} HT par mois`,
  perMonth: "HT par mois",
  perContact: (price: string) => `Soit ${price} HT par contact du palier, chaque mois.`,
  over: beyondTier.contacts,
  board: "Une colonne, mille contacts.",
  labels: {
    slider: "Contacts par mois",
    tiers: "Paliers",
    previous: "Palier précédent",
    next: "Palier suivant",
    ends: ["1 000", "20 000"],
  },
  choose: "Choisir ce volume",
  talk: noLink,
} as const;

/** The four volumes of the training variant. */
export const followUpVolumeCopy = {
  title: "Vos stagiaires, chaque mois",
  unit: "stagiaires suivis par mois",
  inWords: (price: string) => `${price} HT par mois`,
  perMonth: "HT par mois, soit",
  perTrainee: "par stagiaire",
  board: (lines: string) => `Tableau de ${lines} lignes. Chaque point allumé est un stagiaire suivi.`,
  labels: { slider: "Stagiaires suivis par mois", previous: "Palier précédent", next: "Palier suivant" },
  over: beyondTier.trainees,
  choose: "Choisir ce volume",
  talk: noLink,
} as const;
