import type { Intention } from "#domain/funnel/choices.ts";
import type { SecretariatField } from "#domain/funnel/secretariat-configuration.ts";

import { tooLongFor } from "./answer-lengths.ts";
import { beyondTier } from "./beyond-tier.ts";
import type { ProblemSentences } from "./form.ts";

/** The secretariat's own words: side panel, step 3, summary. */
export const secretariatCopy = {
  offer: "Secrétariat",
  sideTitle: ["Votre secrétariat,", "prêt à décrocher."],
  sidePoints: {
    trial: "15 jours d’essai gratuit",
    line: "Ligne téléphonique dédiée",
    setUp: "Mise en service en moins de 48\u00a0h, une fois vos éléments reçus",
    support: "Support technique illimité",
    freedom: "Sans engagement, résiliation simple",
    promotionTrial: (until: string) => `Un mois d’essai gratuit sans engagement, jusqu’au ${until}`,
    promotionSetUp: (instead: string) => `Mise en service offerte au lieu de ${instead}\u00a0HT`,
  },
  sideVolume: "Volume",
  sidePrice: "Prix mensuel",

  title: "Configurez votre assistante",
  lead: "Tout reste modifiable après la mise en service.",
  volume: {
    question: "Combien d’appels par jour\u00a0?",
    label: "Appels par jour",
    unit: "appels par jour",
    perMonth: (perCall: string) => `HT par mois, ${perCall}\u00a0HT par appel`,
    inWords: (calls: string, price: string) => `${calls} appels par jour, ${price} HT par mois`,
    beyond: beyondTier.calls,
    fewer: "Moins d’appels",
    more: "Plus d’appels",
  },
  voice: "Voix de l’assistante",
  voiceHint: "Veuillez sélectionner une voix",
  welcomeMessage: "Phrase d'accueil",
  welcomeMessageHint: "Ce que vos appelants entendent au décroché.",
  /** Source: the legal texts, 4.4. */
  greetingExample: (company: string) =>
    `Bonjour, vous êtes bien chez ${company}. Je suis l'assistant vocal, une intelligence artificielle.`,
  example: (greeting: string) => `Exemple\u00a0: «\u00a0${greeting}\u00a0»`,
  takeExample: "Utiliser cet exemple",
  greetingWarning:
    "Cette phrase ne dit pas que l’assistante est une intelligence artificielle. La loi le demande\u00a0: elle l’annoncera d’elle-même au début de chaque appel.",
  knowledgeBaseUrl: "Adresse de votre site ou de votre base de connaissances",
  knowledgeBaseText: "Ce que l’assistante doit savoir",
  knowledgeBaseTextExample: "Tarifs de déplacement, zones d’intervention, délais habituels",
  intention: "Que doit-elle faire en priorité\u00a0?",
  intentionHints: {
    informer: "Répondre aux questions courantes",
    rdv: "Remplir votre agenda",
    exhaustif: "Traiter la demande de bout en bout",
    questionner: "Qualifier avant de vous transmettre",
    autres: "Avec vos mots",
  } satisfies Record<Intention, string>,
  intentionDetail: "Précisez votre intention",
  hours: "Quand doit-elle répondre\u00a0?",
  hoursDetail: "Précisez vos créneaux d'ouverture",
  problems: {
    voice: { missing: "Veuillez sélectionner une voix" },
    welcomeMessage: { missing: "Saisissez votre phrase d’accueil", tooLong: tooLongFor("welcomeMessage") },
    knowledgeBaseUrl: {
      malformed: "Saisissez une adresse complète, par exemple https://www.votre-site.fr",
      tooLong: tooLongFor("knowledgeBaseUrl"),
    },
    knowledgeBaseOwnText: { tooLong: tooLongFor("knowledgeBaseOwnText") },
    intention: { missing: "Choisissez ce qu’elle doit faire en priorité" },
    intentionDetail: { missing: "Saisissez votre intention", tooLong: tooLongFor("intentionDetail") },
    hours: { missing: "Choisissez quand elle doit répondre" },
    hoursDetail: { missing: "Saisissez vos créneaux d’ouverture", tooLong: tooLongFor("businessHours") },
  } satisfies ProblemSentences<SecretariatField>,

  summary: {
    perCall: (amount: string) => `soit ${amount}\u00a0HT par appel`,
    /** Source: resolutions, section 2; word for word. */
    promotionScope: (until: string) =>
      `Remplace l'essai de 15 jours pour toute commande passée avant le ${until} inclus.`,
  },

  /** The call, played with the answers of step 3. */
  preview: {
    title: "Le prochain appel, en aperçu",
    lead: "Avec vos mots et vos réglages. Changez une réponse\u00a0: l’aperçu suit.",
    caller: "Votre appelant",
    assistant: "Votre assistante",
    hours: (hours: string) => `Elle répond\u00a0: ${hours}`,
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
    listen: "Écouter l’aperçu",
    stop: "Arrêter la lecture",
    /** Source: the legal texts, 4.4; word for word. */
    aiVoice: "Voix générée par une IA",
    deviceVoice: "Lecture par la voix française de votre appareil\u00a0; votre assistante aura la sienne.",
  },
} as const;
