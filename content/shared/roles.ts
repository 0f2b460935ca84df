import type { Role } from "#domain/kernel/roles.ts";

/** Source: contract, section « Going live, desk and owner ». */
export const roleLabels: Record<Role, string> = { manager: "Responsable", seller: "Vendeur", reader: "Lecture seule" };

/** What each may, for who chooses. */
export const roleTexts: Record<Role, string> = {
  manager: "Tout\u00a0: leads, exports, équipe et réglages du site.",
  seller: "Travaille les leads et supprime un contact qui n’a pas payé.",
  reader: "Lit les leads et les chiffres, sans rien modifier.",
};
