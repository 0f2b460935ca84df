import type { RecordingId } from "#domain/site/media.ts";

/** Recordings and films of the site. Brand-free: they are files, made once, whatever the brand is. */

type Recording = {
  id: RecordingId;
  title: string;
  /** Who is called, and when. */
  scene: string;
  /** What the assistant does of it, and when. */
  outcomes: readonly CallOutcome[];
};

type CallOutcome = {
  icon: "card" | "calendar" | "message";
  title: string;
  detail: readonly string[];
  /** When it is done, from the start of the recording. */
  atSeconds: number;
};

/** What an audio element says where there is none: the specification's own words. */
export const audioFallback = "Votre navigateur ne supporte pas l'élément audio.";

/** Instead of a player whose file cannot be played. */
export const mediaUnavailable = {
  recording: "Cet enregistrement n’est pas disponible pour le moment.",
  film: "Cette vidéo n’est pas disponible pour le moment.",
};

/** Every synthetic voice is announced beside its player. */
export const syntheticVoice = "Voix générée par une IA";

/** Beside a recording or a film of no customer. */
export const exampleNote = "Exemple";

/** Calls that the assistant answers. Their words are in their captions, a file beside them in app/assets/media. */
export const callRecordings: readonly Recording[] = [
  {
    id: "rendez-vous",
    title: "Prendre un rendez-vous",
    scene: "Exemple : menuiserie, 21 h 42",
    outcomes: [
      { icon: "card", title: "Fiche client créée", detail: ["06 39 98 41 07", "8, rue des Tanneurs"], atSeconds: 25 },
      { icon: "calendar", title: "Rendez-vous pris", detail: ["Jeudi, 14 h 30"], atSeconds: 26.5 },
      {
        icon: "message",
        title: "Message transmis",
        detail: ["« Porte d’entrée qui ne ferme plus. »", "SMS envoyé à Yann"],
        atSeconds: 29,
      },
    ],
  },
  {
    id: "question",
    title: "Répondre à une question",
    scene: "Exemple : cabinet d’avocats, 12 h 20",
    outcomes: [],
  },
  {
    id: "urgence",
    title: "Transférer une urgence",
    scene: "Exemple : clinique vétérinaire, 6 h 05",
    outcomes: [],
  },
];

/** What she says to people who did not call, as players name it: a message she leaves, a call she makes. */
export const outgoingRecordings = {
  weekly: "le message de la semaine",
  outbound: "le début d’un appel",
} as const;

export type FilmFacts = {
  /** Of the film, in words. */
  length: string;
  /** What must be said of its sound; silent films say nothing. */
  disclosure: string | undefined;
  /** What is read in its pictures and said by no voice. */
  shown: string;
  /** Over the film, once it is over. */
  end: { title: string; trial: string };
};

export const lengthInWords = (seconds: number) => `${Math.round(seconds)} s, sous-titrée`;

/** Films by the name of their files in app/assets/media. Their words are in their captions, a file beside them. */
export const films = {
  presentation: {
    length: "30 s, sous-titrée",
    disclosure: syntheticVoice,
    shown:
      "À l’écran : un appel, mercredi à 21 h 42. Pendant qu’elle parle, « Fiche client créée », « Jeudi, 14 h 30 » et « SMS envoyé » s’allument. Puis : « Vous travaillez. Elle décroche. En service en moins de 48 h. »",
    end: { title: "Et chez vous, qui décroche ?", trial: "Essayer gratuitement" },
  },
  marketing: {
    length: "27 s, sous-titrée",
    disclosure: syntheticVoice,
    shown:
      "À l’écran : une menuiserie relance un devis, par e-mail, SMS et message vocal WhatsApp. « Une relance, à son prénom. » « Message relu par vous », « Réponse notée » et « Rappel jeudi, 14 h 30 » s’allument. « Vous n’avez plus qu’à rappeler. » Puis : « Vous proposez. Elle relance. Rien ne part sans votre accord. »",
    end: { title: "Et vos prospects, qui les relance ?", trial: "Lancer ma campagne" },
  },
} as const satisfies Record<string, FilmFacts>;

/** Over every film, once it is over. */
export const filmEnd = {
  call: (phone: string) => `Appelez-la au ${phone}`,
  replay: "Revoir la vidéo",
};

export const closeFilm = "Fermer la vidéo";

/** Its words, for those who do not hear or do not play it. */
export const readFilm = "Lire le texte de la vidéo";

export const captionsLabel = "Français";
