import type { FollowUpField } from "#subjects/funnel/rules/follow-up-configuration.ts";
import { trialDays } from "#subjects/offers/rules/base/periods.ts";

import { teamLabels } from "#subjects/funnel/words/answer-labels.ts";
import { tooLongFor } from "#subjects/funnel/words/answer-lengths.ts";
import { beyondTier } from "#subjects/offers/words/general/beyond-tier.ts";
import type { ProblemSentences } from "#content/shared/form.ts";

/** The follow-up's own words: side panel, step 3, summary. Label of the field: specification, section 5; word for word. */
export const followUpCopy = {
  offer: "Suivi client",
  sideTitle: ["Vos clients,", "suivis chaque semaine."],
  sidePoints: [
    "Un message par semaine à chaque client, vocal ou écrit",
    "Suivi des progrès et statistiques",
    "WhatsApp, SMS, e-mail et téléphone",
    "Sans engagement, résiliation simple",
  ],
  training: {
    sideTitle: ["Vos stagiaires,", "suivis chaque semaine."],
    trial: `${trialDays.trainingTrial} jours d’essai gratuit`,
    question: `Je représente un organisme de formation : les ${trialDays.trainingTrial} premiers jours sont gratuits.`,
    clients: (trainees: string) => `${trainees} stagiaires suivis`,
    perClient: (amount: string) => `soit ${amount} HT par stagiaire`,
    volume: {
      question: "Combien de stagiaires suivis par mois ?",
      label: "Stagiaires suivis par mois",
      unit: "stagiaires suivis par mois",
      perMonth: (perTrainee: string) => `HT par mois, ${perTrainee} HT par stagiaire`,
      inWords: (trainees: string, price: string) => `${trainees} stagiaires suivis par mois, ${price} HT par mois`,
      beyond: beyondTier.trainees,
      fewer: "Moins de stagiaires",
      more: "Plus de stagiaires",
    },
  },
  sideVolume: "Volume",
  sidePrice: "Prix mensuel",
  clients: (clients: string) => `${clients} clients actifs`,
  perClient: (amount: string) => `soit ${amount} HT par client`,

  title: "Préparez votre suivi",
  lead: "Le nombre de clients fixe le prix. Nous préparons le reste avec vous.",
  volume: {
    question: "Combien de clients actifs par mois ?",
    label: "Clients actifs par mois",
    unit: "clients actifs par mois",
    perMonth: (perClient: string) => `HT par mois, ${perClient} HT par client`,
    inWords: (clients: string, price: string) => `${clients} clients actifs par mois, ${price} HT par mois`,
    beyond: beyondTier.clients,
    fewer: "Moins de clients",
    more: "Plus de clients",
  },
  goals: teamLabels.clientFollowupGoals,
  goalsHint: "Ce qu’un client bien suivi doit faire, savoir ou ne pas oublier.",
  goalsExample: "Prendre des nouvelles après la pose, rappeler l’entretien annuel, recueillir un avis",
  problems: {
    clientFollowupGoals: { missing: "Saisissez vos objectifs", tooLong: tooLongFor("clientFollowupGoals") },
    audience: {},
    voice: {},
  } satisfies ProblemSentences<FollowUpField>,
} as const;

/** A training body has trainees where others have customers. */
export function wordsOfClients(isTraining: boolean) {
  const { clients, perClient, volume } = isTraining ? followUpCopy.training : followUpCopy;
  return { clients, perClient, volume };
}
