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
  /** Caller and assistant in turn, the caller first. */
  exchange: readonly string[];
  /** What is found afterwards. */
  done: readonly string[];
};

/** Trades the assistant can be tried in, by their key in the address. Its words are those of their callers. */
export const trades = {
  menuiserie: {
    label: "Menuiserie",
    example: "Menuiserie Kerbrat",
    hours: always,
    intention: "rdv",
    exchange: [
      "Bonjour, ma porte d’entrée ne ferme plus depuis l’orage. Quelqu’un pourrait passer ?",
      "Bien sûr. Jeudi à 14 h 30 ou vendredi à 9 h, qu’est-ce qui vous arrange ?",
      "Jeudi, c’est parfait.",
      "C’est noté. Vous recevez la confirmation par SMS.",
    ],
    done: ["Rendez-vous pris, jeudi à 14 h 30", "Message transmis : « porte d’entrée qui ne ferme plus »"],
  },
  plomberie: {
    label: "Plomberie, chauffage",
    example: "Plomberie Vasseur",
    hours: always,
    intention: "questionner",
    exchange: [
      "Bonjour, j’ai de l’eau qui coule sous l’évier, et le robinet d’arrêt est bloqué.",
      "Je comprends, je préviens l’astreinte tout de suite. Quelle est votre adresse, et à quel étage ?",
      "4, rue du Lavoir, au deuxième.",
      "Merci. L’astreinte vous rappelle dans les dix minutes.",
    ],
    done: ["Urgence transmise à l’astreinte", "Fiche client créée, avec l’adresse"],
  },
  electricite: {
    label: "Électricité",
    example: "Électricité Morel",
    hours: always,
    intention: "questionner",
    exchange: [
      "Bonjour, le disjoncteur saute dès que je branche le four.",
      "Je le note pour l’électricien. Le tableau est-il récent, et depuis quand cela arrive‑t‑il ?",
      "Il a une vingtaine d’années. Depuis hier soir.",
      "Merci, tout est noté pour le diagnostic. On vous rappelle dans l’heure.",
    ],
    done: ["Panne décrite avant le rappel", "Rappel demandé dans l’heure"],
  },
  garage: {
    label: "Garage",
    example: "Garage Bellerive",
    hours: evening,
    intention: "rdv",
    exchange: [
      "Bonjour, un voyant orange vient de s’allumer sur mon tableau de bord.",
      "Je le note pour l’atelier. Quelle est votre immatriculation, et quel jour vous arrange ?",
      "GH 482 KL. Vous auriez une place mardi ?",
      "Mardi à 8 h 30, c’est réservé. Prévoyez une demi-heure.",
    ],
    done: ["Rendez-vous pris, mardi à 8 h 30", "Immatriculation et symptôme notés"],
  },
  coiffure: {
    label: "Salon de coiffure",
    example: "Salon Lussac",
    hours: always,
    intention: "rdv",
    exchange: [
      "Bonjour, je voudrais une coupe et une couleur samedi.",
      "Il reste 11 h ou 15 h 30 samedi. Comptez deux heures pour les deux.",
      "15 h 30, s’il vous plaît.",
      "C’est réservé. Un SMS vous le rappellera la veille.",
    ],
    done: ["Rendez-vous pris, samedi à 15 h 30", "Rappel par SMS prévu la veille"],
  },
  avocat: {
    label: "Cabinet d’avocats",
    example: "Cabinet Orsay",
    hours: daytime,
    intention: "informer",
    exchange: [
      "Bonjour, j’ai un premier rendez-vous lundi. Que dois-je apporter ?",
      "Votre pièce d’identité, et les courriers reçus. Pour le dossier lui-même, le cabinet vous rappelle.",
      "Cet après-midi, c’est possible ?",
      "C’est demandé. Bonne journée.",
    ],
    done: ["Rappel demandé pour l’après-midi", "Aucun conseil donné : c’est le métier du cabinet"],
  },
  veterinaire: {
    label: "Clinique vétérinaire",
    example: "Clinique du Lez",
    hours: evening,
    intention: "questionner",
    exchange: [
      "S’il vous plaît, mon chien a avalé du chocolat il y a dix minutes !",
      "Je préviens la vétérinaire de garde. Quel est son poids, pour le lui transmettre ?",
      "Il pèse six kilos.",
      "C’est transmis. Ne quittez pas, la garde vous répond.",
    ],
    done: ["Appel transféré à la garde", "Poids et heure transmis"],
  },
  restaurant: {
    label: "Restaurant",
    example: "Chez Nord & Fils",
    hours: always,
    intention: "rdv",
    exchange: [
      "Bonjour, une table pour six personnes vendredi soir, c’est possible ?",
      "Oui, à 19 h 30 ou à 21 h. Y a‑t‑il des allergies à signaler ?",
      "19 h 30. Une personne est allergique aux noix.",
      "C’est noté et transmis en cuisine. À vendredi.",
    ],
    done: ["Table réservée, vendredi à 19 h 30", "Allergie transmise en cuisine"],
  },
  immobilier: {
    label: "Agence immobilière",
    example: "Agence du Port",
    hours: always,
    intention: "exhaustif",
    exchange: [
      "Bonjour, l’appartement de la rue Haute est-il encore à louer ?",
      "Oui. Deux pièces, libre le mois prochain. Souhaitez-vous le visiter mercredi à 18 h ?",
      "Mercredi à 18 h, volontiers.",
      "La visite est fixée. Vous recevez la liste des pièces à préparer.",
    ],
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
  recordedVoice:
    "Votre appareil n’a pas de voix française : voici la voix choisie, enregistrée, sans votre nom. Voix générée par une IA.",
  keep: "Garder ces réglages",
  kept: "Vous les retrouverez à l’étape Configuration, où tout reste modifiable.",
} as const;

/** "à Rennes", "au Mans", "aux Sables-d’Olonne". */
export function inTown(town: string): string {
  if (/^les\s/i.test(town)) return `aux ${town.slice(4)}`;
  return /^le\s/i.test(town) ? `au ${town.slice(3)}` : `à ${town}`;
}
