import { type Intention, openingHours, type OpeningHours } from "#subjects/funnel/rules/choices.ts";

const [always, daytime, evening] = openingHours;

type Trade = {
  /** As it is chosen, and as step 2 of the funnel then names the activity. */
  label: string;
  /** A company of that trade, while the visitor has typed none. Fictive. */
  example: string;
  /** What its callers need most: what the assistant is set to at first. */
  hours: OpeningHours;
  intention: Exclude<Intention, "autres">;
  /** What is found afterwards. */
  done: readonly string[];
};

/**
 * Trades the assistant can be tried in, by their key in the address and in the name of their recorded call, of which
 * the captions are the words: app/assets/media/essai-<trade>-<voice>.
 */
export const trades = {
  menuiserie: {
    label: "Menuiserie",
    example: "Menuiserie Kerbrat",
    hours: always,
    intention: "rdv",
    done: ["Rendez-vous pris, jeudi à 14 h 30", "Message transmis : « porte d’entrée qui ne ferme plus »"],
  },
  plomberie: {
    label: "Plomberie, chauffage",
    example: "Plomberie Vasseur",
    hours: always,
    intention: "questionner",
    done: ["Urgence transmise à l’astreinte", "Fiche client créée, avec l’adresse"],
  },
  electricite: {
    label: "Électricité",
    example: "Électricité Morel",
    hours: always,
    intention: "questionner",
    done: ["Panne décrite avant le rappel", "Rappel demandé dans l’heure"],
  },
  garage: {
    label: "Garage",
    example: "Garage Bellerive",
    hours: evening,
    intention: "rdv",
    done: ["Rendez-vous pris, mardi à 8 h 30", "Immatriculation et symptôme notés"],
  },
  coiffure: {
    label: "Salon de coiffure",
    example: "Salon Lussac",
    hours: always,
    intention: "rdv",
    done: ["Rendez-vous pris, samedi à 15 h 30", "Rappel par SMS prévu la veille"],
  },
  avocat: {
    label: "Cabinet d’avocats",
    example: "Cabinet Orsay",
    hours: daytime,
    intention: "informer",
    done: ["Rappel demandé pour l’après-midi", "Aucun conseil donné : c’est le métier du cabinet"],
  },
  veterinaire: {
    label: "Clinique vétérinaire",
    example: "Clinique du Lez",
    hours: evening,
    intention: "questionner",
    done: ["Appel transféré à la garde", "Poids et heure transmis"],
  },
  restaurant: {
    label: "Restaurant",
    example: "Chez Nord & Fils",
    hours: always,
    intention: "rdv",
    done: ["Table réservée, vendredi à 19 h 30", "Allergie transmise en cuisine"],
  },
  immobilier: {
    label: "Agence immobilière",
    example: "Agence du Port",
    hours: always,
    intention: "exhaustif",
    done: ["Visite fixée, mercredi à 18 h", "Liste des pièces envoyée"],
  },
} as const satisfies Record<string, Trade>;

export type TradeKey = keyof typeof trades;
export const tradeKeys = Object.keys(trades) as TradeKey[];

/** The place where the assistant is tried, on home and secretariat. */
export const tryOutCopy = {
  title: "Essayez-la avec votre entreprise.",
  lead: "Indiquez le nom de votre entreprise, sa ville et son métier : vous lisez et entendez un exemple d’appel. Rien n’est envoyé.",
  company: "Nom de votre entreprise",
  town: "Ville",
  trade: "Métier",
  voice: "Voix",
  callTitle: (company: string) => `${company}, le prochain appel`,
  callLead: "Un exemple de son métier, avec votre nom. Vos vrais appels suivront vos propres consignes.",
  /** Source: the legal texts, 4.4: an intelligence, announced in its first words. */
  greeting: {
    feminin: (place: string) =>
      `${place}, bonjour. Je suis l’assistante vocale, une intelligence artificielle. Je vous écoute.`,
    masculin: (place: string) =>
      `${place}, bonjour. Je suis l’assistant vocal, une intelligence artificielle. Je vous écoute.`,
  },
  intention: (words: string) => `Sa priorité : ${words}`,
  done: "Ce que vous retrouvez ensuite",
  recordedGreeting: "Dans l’enregistrement, sans votre nom.",
  keep: "Garder ces réglages",
  kept: "Vous les retrouverez à l’étape Configuration, où tout reste modifiable.",
} as const;

/** "à Rennes", "au Mans", "aux Sables-d’Olonne". */
export function inTown(town: string): string {
  if (/^les\s/i.test(town)) return `aux ${town.slice(4)}`;
  return /^le\s/i.test(town) ? `au ${town.slice(3)}` : `à ${town}`;
}
