import type { ListedQuestion } from "#subjects/funnel/rules/questions.ts";

/** What an answer is called in a list: in the back office, and to the customer where there are no other words below. */
export const teamLabels = {
  companySiren: "SIREN",
  companyLegalName: "Dénomination au registre",
  companyAddress: "Adresse au registre",
  activeClientsPerMonth: "Volume",
  clientFollowupGoals: "Objectifs en suivi client",
  audience: "Public",
  prospectsPerMonth: "Prospects par mois",
  contactsPerMonth: "Volume",
  currentClients: "Clients actuels",
  marketingNeeds: "Besoins marketing",
  callsPerMonth: "Volume",
  voice: "Voix",
  welcomeMessage: "Phrase d’accueil",
  knowledgeBaseUrl: "Base de connaissances",
  knowledgeBaseText: "Base de connaissances",
  intention: "Intention",
  businessHours: "Horaires",
  role: "Fonction",
  prospectsCount: "Nombre de prospects",
  objectives: "Objectifs",
  comment: "Commentaire",
} satisfies Record<ListedQuestion, string>;

export const customerLabels: Record<ListedQuestion, string> = {
  ...teamLabels,
  clientFollowupGoals: "Objectifs",
  knowledgeBaseUrl: "Site ou base de connaissances",
  knowledgeBaseText: "À savoir",
  intention: "Priorité",
  objectives: "Objectif",
};
