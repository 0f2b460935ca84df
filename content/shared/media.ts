import type { CallTurn, RecordingId } from "#domain/site/media.ts";

/** Recordings and films of the site. Brand-free: they are files, made once, whatever the brand is. */

export type CallRecording = {
  id: RecordingId;
  title: string;
  /** Who is called, and when. */
  scene: string;
  /** Who calls, as the transcript names them. */
  caller: string;
  turns: readonly CallTurn[];
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

export const assistantName = "L’assistante";

export const callRecordings: readonly CallRecording[] = [
  {
    id: "rendez-vous",
    title: "Prendre un rendez-vous",
    scene: "Exemple : menuiserie, 21 h 42",
    caller: "La cliente",
    turns: [
      {
        by: "assistant",
        text: "Menuiserie Kerbrat, bonsoir. Je suis l’assistante vocale de l’atelier, une intelligence artificielle. Je vous écoute.",
        atSeconds: 2.1,
      },
      {
        by: "caller",
        text: "Bonsoir. Ma porte d’entrée ne ferme plus depuis l’orage. Quelqu’un pourrait passer cette semaine ?",
        atSeconds: 9.8,
      },
      {
        by: "assistant",
        text: "Bien sûr. Yann est libre jeudi à 14 h 30, ou vendredi à 9 h. Qu’est-ce qui vous arrange ?",
        atSeconds: 15.5,
      },
      { by: "caller", text: "Jeudi, c’est parfait. C’est au 8, rue des Tanneurs.", atSeconds: 21.8 },
      {
        by: "assistant",
        text: "C’est noté : jeudi, 14 h 30. Vous recevez la confirmation par SMS. Bonne soirée !",
        atSeconds: 25.6,
      },
    ],
  },
  {
    id: "question",
    title: "Répondre à une question",
    scene: "Exemple : cabinet d’avocats, 12 h 20",
    caller: "Le client",
    turns: [
      {
        by: "assistant",
        text: "Cabinet Orsay, bonjour. Je suis l’assistante vocale du cabinet, une intelligence artificielle. Que puis-je pour vous ?",
        atSeconds: 2.1,
      },
      {
        by: "caller",
        text: "Bonjour. Je viens au premier rendez-vous lundi. Quels papiers dois-je apporter ?",
        atSeconds: 9.5,
      },
      {
        by: "assistant",
        text: "Votre pièce d’identité, et les courriers reçus. Pour le détail du dossier, je ne sais pas : je demande à maître Orsay de vous rappeler. Cet après-midi vous convient ?",
        atSeconds: 14.5,
      },
      { by: "caller", text: "Oui, après 15 heures.", atSeconds: 23.5 },
      { by: "assistant", text: "C’est transmis. Bonne journée, monsieur.", atSeconds: 25.1 },
    ],
  },
  {
    id: "urgence",
    title: "Transférer une urgence",
    scene: "Exemple : clinique vétérinaire, 6 h 05",
    caller: "Le client",
    turns: [
      {
        by: "assistant",
        text: "Clinique du Lez, bonjour. Je suis l’assistante vocale, une intelligence artificielle. Est-ce une urgence ?",
        atSeconds: 2.1,
      },
      { by: "caller", text: "Oui ! Mon chien a avalé du chocolat, il y a dix minutes.", atSeconds: 8.9 },
      {
        by: "assistant",
        text: "Je vous passe la vétérinaire de garde, tout de suite.",
        atSeconds: 12.4,
      },
    ],
  },
];

export type FilmFacts = {
  /** Of the film, in words. */
  length: string;
  /** What must be said of its sound; silent films say nothing. */
  disclosure: string | undefined;
  /** Over the film, once it is over. */
  end: { title: string; trial: string };
};

export const lengthInWords = (seconds: number) => `${Math.round(seconds)} s, sous-titrée`;

/** Films by the name of their files in app/assets/media. Their words are in their captions, a file beside them. */
export const films = {
  presentation: {
    length: "26 s, sous-titrée",
    disclosure: syntheticVoice,
    end: { title: "Et chez vous, qui décroche ?", trial: "Essayer gratuitement" },
  },
  marketing: {
    length: "26 s, sous-titrée",
    disclosure: syntheticVoice,
    end: { title: "Et vos prospects, qui les relance ?", trial: "Lancer ma campagne" },
  },
} as const satisfies Record<string, FilmFacts>;

/** Over every film, once it is over. */
export const filmEnd = {
  call: (phone: string) => `Appelez-la au ${phone}`,
  replay: "Revoir la vidéo",
};

export const closeFilm = "Fermer la vidéo";

export const captionsLabel = "Français";
