import { callingHours } from "#content/shared/calling-hours.ts";
import { excludedSectors } from "#content/shared/excluded-sectors.ts";

import { sayCalls } from "./closing-words.ts";

/** The offer sells calls, and its form asks for prospects. */
export const onePerProspect = "Un prospect compte pour un appel.";

type Amounts = {
  /** "250 €", "0,25 €" and "300 €". */
  price: string;
  perCall: string;
  includingTax: string;
  calls: string;
  simultaneous: string;
};

/** The page of outbound calls, `/closing`. */
export const closingCopy = {
  hero: {
    title: ["Mille appels", "avant midi."],
    lead: "Des agents IA appellent vos prospects, les qualifient, posent le diagnostic et concluent. Vous recevez le résultat de chaque appel : rendez-vous, rappel ou refus.",
    order: "Commander mes appels",
    listen: (line: string) => `L’entendre au ${line}`,
    example: "Exemple : le début d’un appel",
    disclosure: "Voix générée par une IA, ligne de test gratuite.",
  },
  ticket: {
    label: "Prix",
    tax: ({ includingTax }: Amounts) => `HT (${includingTax} TTC)`,
    unit: ({ calls }: Amounts) => `pour ${calls} appels sortants,`,
    perCall: ({ perCall }: Amounts) => `soit ${perCall} HT par appel`,
  },
  /** Inside its window only. Source: resolutions, section 2. */
  freeSetUp: (until: string) => `Configuration gratuite jusqu'au ${until}`,
  figure: {
    upTo: "Jusqu’à",
    unit: "appels simultanés",
    /** Follows the figure. Source: the legal texts, 4.6. */
    law: "dans le respect de la réglementation sur le démarchage.",
    lead: "La dernière ligne d’un fichier est appelée en même temps que la première.",
  },
  stages: [
    { when: "Étape 1", name: "Appeler", text: "Aux heures autorisées, avec un numéro qui s’affiche." },
    { when: "Étape 2", name: "Qualifier", text: "Besoin, budget, délai, décideur : quatre questions, dans vos mots." },
    {
      when: "Étape 3",
      name: "Diagnostiquer",
      text: "L’agent reformule, évalue le besoin et vérifie qu’il a compris.",
    },
    {
      when: "Étape 4",
      name: "Conclure",
      text: "Un rendez-vous dans votre agenda, ou un lien de paiement envoyé pendant l’appel.",
    },
  ],
  rules: {
    title: "Dans les règles.",
    lead: "L’appel sortant est encadré. Voici ce que nous faisons, et ce que nous refusons.",
    list: [
      {
        name: "Qui est appelé",
        text: "Des professionnels informés et non opposés, ou des particuliers qui ont donné leur accord préalable. Une liste sans preuve d’accord est refusée.",
        law: "La loi du 30 juin 2025",
      },
      { name: "Quand", text: callingHours },
      {
        name: "Ce que l’agent dit",
        text: "Qu’il est une IA et au nom de qui il appelle, dès les premiers mots. Chacun peut refuser, ou demander une personne.",
      },
      {
        name: excludedSectors.name,
        text: "Rénovation énergétique, adaptation du logement, compte personnel de formation (CPF) : nous n’appelons ni n’écrivons pour eux.",
      },
    ],
  },
  form: {
    title: "Votre commande",
    fields: {
      firstName: "Prénom",
      lastName: "Nom",
      role: "Fonction",
      company: "Entreprise",
      email: "E-mail",
      phone: "Téléphone",
      prospectsCount: "Nombre de prospects",
      objectives: "Objectif",
    },
    prospectsHint: "Une estimation suffit, par exemple « environ 2 000 ».",
    objectiveHint: "Un seul par campagne.",
    chooseObjective: "Choisissez un objectif",
    terms: { before: "J'accepte les ", link: "conditions générales d'utilisation", after: "." },
    /** Source: the legal texts, 4.6; word for word, like the notice. */
    certification:
      "Je certifie disposer, pour chaque personne à appeler, de l'accord préalable (particuliers) ou de l'information et de l'absence d'opposition (professionnels).",
    notice:
      "Appels sortants par IA : uniquement vers des professionnels informés et non opposés, ou des particuliers ayant donné leur accord préalable. Vous restez responsable de vos listes ; nous refusons les listes sans preuve d'accord. Appels du lundi au vendredi, 10 h-13 h et 14 h-20 h. L'agent se présente comme une IA.",
    submit: "Commander mes appels",
    /** Under the schedule of payments. Source: resolutions, "Money due". */
    due: {
      calls: (written: string, calls: number) =>
        `Pour ${sayCalls(written, calls)}. Le prix se compte par millier commencé.`,
      inWords: (price: string) =>
        `Écrivez un nombre pour voir votre échéancier\u00a0: ${price}\u00a0HT par millier commencé, en une fois.`,
    },
  },
  finalCall: ({ price, calls }: Amounts) => ({
    title: [calls, "appels."],
    text: `${price} HT, en une fois. Vous recevez le résultat de chaque appel : rendez-vous, rappel ou refus.`,
    trial: "Commander mes appels",
  }),
  receipt: {
    label: "Récapitulatif",
    title: (written: string, calls: number) => `${sayCalls(written, calls)} ${calls === 1 ? "sortant" : "sortants"}`,
    /** While the number of prospects is not known. */
    untold: "Appels sortants",
    calls: "Appels sortants",
    perCall: "Prix par appel",
    perThousand: "Par millier d’appels commencé",
    excludingTaxOf: (amount: string) => `${amount} HT`,
    setUp: "Configuration",
    setUpFree: (until: string) => `gratuite jusqu'au ${until}`,
    simultaneous: "Appels simultanés",
    upTo: (simultaneous: string) => `jusqu’à ${simultaneous}`,
    law: "dans le respect de la réglementation sur le démarchage",
    excludingTax: "Total HT",
    tax: (percent: number) => `TVA ${percent} %`,
    includingTax: "Total TTC",
    question: "Une question avant de commander ?",
  },
} as const;

export type ClosingCopy = typeof closingCopy;
