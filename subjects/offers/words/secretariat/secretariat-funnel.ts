import type { Intention } from "#subjects/funnel/rules/choices.ts";
import type { SecretariatField } from "#subjects/funnel/rules/secretariat-configuration.ts";

import { tooLongFor } from "#subjects/funnel/words/answer-lengths.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";
import { callPreviewCopy } from "./call-preview.ts";
import type { ProblemSentences } from "#content/shared/form.ts";

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
    promotionTrial: (until: string) =>
      `Un mois d’essai gratuit, sans engagement, pour toute commande passée jusqu’au ${until} inclus`,
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
    inWords: (calls: string, price: string) => `${calls} appels par jour, ${price} HT par mois`,
    beyond: beyondTier.calls,
    fewer: "Moins d’appels",
    more: "Plus d’appels",
  },
  voice: "Voix de l’assistante",
  /** Source: the legal texts, 4.4. */
  voiceSamples: "Extraits\u00a0: voix générées par une IA.",
  voiceHint: "Veuillez sélectionner une voix",
  welcomeMessage: "Phrase d'accueil",
  welcomeMessageHint: "Ce que vos appelants entendent quand elle décroche.",
  greetingExample: callPreviewCopy.greetingExample,
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
      `Premier mois offert. Remplace l'essai de 15 jours pour toute commande passée jusqu’au ${until} inclus.`,
  },

  preview: callPreviewCopy,
} as const;
