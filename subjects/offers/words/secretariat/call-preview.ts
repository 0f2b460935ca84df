import type { Intention, OpeningHours, Voice } from "#subjects/funnel/rules/choices.ts";

/** What is said of an assistant, she or he as the voice is. */
const said = (assistant: string, pronoun: string) => ({
  name: `Votre ${assistant}`,
  hours: {
    "24h": `${pronoun} répond tous les jours, 24h/24`,
    "9h-17h": `${pronoun} répond de 9 h à 17 h, la journée`,
    "17h-9h": `${pronoun} répond de 17 h à 9 h, la soirée`,
  } satisfies Record<Exclude<OpeningHours, "autres">, string>,
  ownHours: (hours: string) => `${pronoun} répond\u00a0: ${hours}`,
  deviceVoice: `Lecture par la voix française de votre appareil\u00a0; votre ${assistant} aura la sienne.`,
});
const feminine = said("assistante", "Elle");

/** A call made of a visitor's own answers, in step 3 and where the assistant is tried. */
export const callPreviewCopy = {
  /** Source: the legal texts, 4.4; word for word, but that it agrees with a feminine voice. */
  greetingExample: (company: string, voice: Voice | "") => {
    const assistant = voice === "feminin" ? "l'assistante vocale" : "l'assistant vocal";
    return company === ""
      ? `Bonjour, je suis ${assistant}, une intelligence artificielle.`
      : `Bonjour, vous êtes bien chez ${company.replace(/^chez\s+/i, "")}. Je suis ${assistant}, une intelligence artificielle.`;
  },
  strip: "Aperçu",
  title: "Le prochain appel, en aperçu",
  lead: "Avec vos mots et vos réglages. Changez une réponse\u00a0: l’aperçu suit.",
  caller: "Votre appelant",
  assistant: { feminin: feminine, masculin: said("assistant", "Il"), "": feminine } satisfies Record<
    Voice | "",
    unknown
  >,
  hoursMissing: "Ses horaires restent à choisir.",
  greetingMissing: "En attendant vos mots, voici l’exemple.",
  /** Source: the legal texts, 4.4: an intelligence, and in whose name. */
  disclosure: (company: string) => `Je suis une intelligence artificielle, au service de ${company}.`,
  disclosureReason: "Ajouté par le service\u00a0: la loi demande de le dire au début de chaque appel.",
  mission: (words: string) => `Sa priorité, avec vos mots\u00a0: ${words}`,
  exchanges: {
    informer: {
      caller: "Bonjour, êtes-vous ouverts samedi matin\u00a0?",
      assistant: "Je regarde tout de suite dans les informations de l’entreprise, et je vous réponds.",
    },
    rdv: {
      caller: "Bonjour, je voudrais un rendez-vous cette semaine.",
      assistant: "Avec plaisir. Je consulte l’agenda et je vous propose deux créneaux.",
    },
    exhaustif: {
      caller: "Bonjour, j’ai une demande un peu longue à expliquer.",
      assistant: "Prenez votre temps. Je la traite avec vous, du début à la fin.",
    },
    questionner: {
      caller: "Bonjour, je voudrais parler à quelqu’un.",
      assistant: "Volontiers. Deux questions d’abord, et je vous passe la bonne personne.",
    },
    autres: {
      caller: "Bonjour, j’aurais une demande.",
      assistant: "Je vous écoute, et je fais le nécessaire.",
    },
  } satisfies Record<Intention, { caller: string; assistant: string }>,
  /** A few seconds of a voice, beside its choice. */
  sample: {
    play: (voice: string) => `Écouter un extrait\u00a0: voix ${voice.toLowerCase()}`,
    pause: (voice: string) => `Mettre l’extrait en pause\u00a0: voix ${voice.toLowerCase()}`,
    failed: "L’extrait ne peut pas être lu pour le moment.",
  },
  listen: "Écouter l’aperçu",
  stop: "Arrêter la lecture",
  recorded: { listen: "Écouter l’appel", stop: "Mettre en pause", what: "Exemple enregistré pour ce métier." },
  named: { listen: "Écouter avec votre nom", stop: "Arrêter la lecture" },
  /** Source: the legal texts, 4.4; word for word. */
  aiVoice: "Voix générée par une IA",
} as const;
