import type { FunnelOrigin } from "#domain/kernel/lead.ts";
import type { StatisticsStep } from "#subjects/statistics/rules/statistics-period.ts";
import type { VisitSource } from "#subjects/leads/rules/visit-source.ts";

import { originLabels } from "#subjects/offers/words/origin-labels.ts";
import { teamLabels } from "#subjects/funnel/words/answer-labels.ts";
import { personalCopy } from "#subjects/funnel/words/personal.ts";

/** By what payments are counted. */
type PaymentGroup = "month" | "offer" | "source" | "owner";

/** Every sentence of « Statistiques ». */
export const adminStatistics = {
  title: "Statistiques",
  skip: "Aller aux statistiques",
  intro:
    "Des nombres anonymes\u00a0: rien n’est écrit dans le navigateur des visiteurs, qui peuvent refuser d’être comptés. Les leads comptent le jour où ils sont arrivés.",
  loading: "Chargement des statistiques…",
  loadFailed: "Chargement impossible.",
  empty: { title: "Rien à compter sur cette période.", text: "Choisissez une période plus longue." },

  period: {
    label: "Période",
    from: "Du",
    to: "Au",
    last: (days: number) => `${days} jours`,
    lastYear: "12 mois",
    step: "Par",
    steps: { jour: "jour", semaine: "semaine", mois: "mois" } satisfies Record<StatisticsStep, string>,
  },

  figures: {
    label: "Chiffres de la période",
    leads: "Leads",
    contacted: "Appelés",
    withinDay: "Appelés sous 24 h",
    firstCall: "Délai du premier appel",
    clients: "Clients",
    conversion: "Conversion",
    value: "Valeur des clients",
    valueNote: "HT, un mois d’abonnement ou la commande",
    before: (value: string) => `avant\u00a0: ${value}`,
  },

  volumes: { title: "Leads et visites", leads: "Leads", visits: "Visites", before: "Leads, période précédente" },
  funnel: {
    title: "Étape par étape",
    text: "Combien de fois chaque étape a été vue, et franchie.",
    offer: "Offre",
    step: "Étape",
    seen: "Vue",
    done: "Franchie",
    rate: "Taux",
    steps: {
      1: "E-mail",
      2: "Coordonnées",
      3: "Configuration",
      4: "Attente",
      5: "Récapitulatif",
    } as Readonly<Record<number, string>>,
  },
  refusals: {
    title: "Réponses refusées",
    text: "Les champs dont la réponse a été refusée, les plus fréquents d’abord.",
    field: "Champ",
    count: "Refus",
    label: (field: string, offer: string, step: number) => `${field} (${offer}, étape ${step})`,
  },
  sources: { title: "Provenances", name: "Provenance", seen: "Visites", sent: "Demandes" },
  devices: { title: "Appareils", name: "Appareil", seen: "Visites", sent: "Demandes" },
  offers: { title: "Valeur par offre", name: "Offre", leads: "Leads", clients: "Clients", value: "Valeur" },
  payments: {
    titles: {
      month: "Encaissé par mois",
      offer: "Encaissé par offre",
      source: "Encaissé par provenance",
      owner: "Encaissé par propriétaire",
    },
    names: { month: "Mois", offer: "Offre", source: "Provenance", owner: "Propriétaire" },
    unnamed: { month: "–", offer: "Lead effacé", source: "Inconnue", owner: "Personne" },
    taken: "Encaissé, TTC",
    refunded: "Remboursé, TTC",
    count: "Paiements",
  } satisfies Record<"titles" | "names" | "unnamed", Record<PaymentGroup, string>> & Record<string, unknown>,
  reasons: { title: "Raisons des leads inactifs", name: "Raison", count: "Leads" },
  table: "En tableau",
  date: "Date",
};

export const funnelNames: Readonly<Record<string, string>> = originLabels satisfies Record<FunnelOrigin, string>;

export const sourceNames: Readonly<Record<string, string>> = {
  direct: "Accès direct",
  recherche: "Moteur de recherche",
  reseaux: "Réseau social",
  courriel: "E-mail",
  publicite: "Publicité",
  autre: "Autre",
} satisfies Record<VisitSource, string>;

export const deviceNames: Readonly<Record<string, string>> = {
  telephone: "Téléphone",
  tablette: "Tablette",
  ordinateur: "Ordinateur",
};

export const fieldNames: Readonly<Record<string, string>> = {
  ...teamLabels,
  email: "E-mail",
  firstName: personalCopy.firstName,
  lastName: personalCopy.lastName,
  phone: personalCopy.phone,
  companyName: personalCopy.companyName,
  businessType: personalCopy.businessType,
  password: "Mot de passe",
  intentionDetail: "Intention, précision",
  knowledgeBaseOwnText: teamLabels.knowledgeBaseText,
  hours: "Horaires",
  hoursDetail: "Horaires, précision",
  autre: "Autre champ",
};
