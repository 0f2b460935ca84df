import type { QuestionKey } from "#subjects/funnel/rules/questions.ts";

import { admin } from "#content/shared/admin.ts";
import { customerLabels, teamLabels } from "#subjects/funnel/words/answer-labels.ts";
import { receiptsCopy } from "./lead-receipts.ts";

const { contact, followUp } = admin.file;

type Exported = Exclude<QuestionKey, "knowledgeBaseOwnText">;

/** What a question is called at the head of a column: where a list sees one offer, a sheet has the questions of all. */
const questions: Record<Exported, string> = {
  ...teamLabels,
  email: contact.email,
  firstName: contact.firstName,
  lastName: contact.lastName,
  phone: contact.phone,
  companyName: contact.company,
  businessType: contact.business,
  activeClientsPerMonth: "Clients actifs par mois",
  callsPerMonth: "Appels par jour",
  contactsPerMonth: "Contacts par mois",
  knowledgeBaseUrl: customerLabels.knowledgeBaseUrl,
  intentionDetail: "Intention, précision",
};

/** The button of the list, and what it says when no file came. */
export const exportButton = {
  labels: { csv: "Exporter (CSV)", xlsx: "Exporter (XLSX)" },
  busy: "Export en cours…",
  done: "Le fichier est téléchargé.",
  unavailable: "L’export s’est interrompu\u00a0: rien n’a été enregistré. Réessayez.",
};

/** Names of the columns of an export of leads. */
export const leadExport = {
  questions,
  lead: "Lead",
  createdAt: followUp.created,
  updatedAt: followUp.updated,
  origin: contact.origin,
  status: followUp.status,
  reason: "Raison",
  payment: followUp.payment,
  amount: "Montant HT, euros",
  billing: "Facturation",
  billed: { monthly: "Chaque mois", once: "Une fois" },
  nextDebitOn: "Prochain débit le",
  nextDebit: "Prochain débit TTC, euros",
  owner: "Propriétaire",
  callbackAt: "Rappeler le",
  contactedAt: "Premier contact le",
  expiresAt: "Expire le",
  phoneE164: "Téléphone international",
  hasAccount: "Compte",
  isSuspect: "Envoi suspect",
  newerAnswersAt: "Nouvelles réponses le",
  yes: "Oui",
  no: "Non",
  answeredAt: (purpose: string) => `${purpose}, le`,
  version: (purpose: string) => `${purpose}, texte du`,
  purposes: receiptsCopy.purposes,
  newsletterConfirmedAt: "Lettre d’information, confirmée le",
  newsletterLeftAt: "Lettre d’information, quittée le",
  orderTerms: receiptsCopy.orderTerms,
  visit: (visit: string, fact: string) => `${visit}, ${fact}`,
  visits: { first: receiptsCopy.origin.first, last: receiptsCopy.origin.last },
  facts: { ...receiptsCopy.origin.facts, at: "le" },
};
