/**
 * Sectors where the law forbids prospecting consumers by any channel, and that our terms exclude. Source: code de la
 * consommation, article L. 223-1; code du travail, article L. 6323-8-1.
 */
export const excludedSectors = {
  name: "Secteurs exclus",
  list: "la rénovation énergétique, l’adaptation du logement et le compte personnel de formation (CPF)",
  channels: "appels, SMS, e-mails, messageries et réseaux sociaux",
} as const;

/** In one sentence, for pages and forms. */
export const excludedSectorsNotice =
  `Secteurs exclus de toute prospection : ${excludedSectors.list}. Nous n’appelons ni n’écrivons pour eux, ` +
  "sauf pour un chantier, un contrat ou une formation en cours.";
