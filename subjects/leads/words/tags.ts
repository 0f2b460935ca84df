/** Words that the team puts on leads. */
export const tagCopy = {
  label: "Étiquettes",
  new: "Nouvelle étiquette",
  add: "Ajouter",
  remove: (name: string) => `Retirer l’étiquette ${name}`,
  intro: "Celles de toute l’équipe. Renommée, une étiquette l’est sur tous les leads.",
  none: "Aucune étiquette pour l’instant.",
  renameOf: (name: string) => `Nom de l’étiquette ${name}`,
  rename: "Renommer",
  delete: "Supprimer",
  deleteOf: (name: string) => `Supprimer l’étiquette ${name}`,
  reallyDelete: "Supprimer de tous les leads\u00a0?",
  close: "Fermer",
  taken: "Ce nom est déjà pris, ou la liste compte déjà deux cents étiquettes.",
  unavailable: "Étiquette non enregistrée. Réessayez dans un instant.",
  history: (added: string, removed: string) =>
    [added && `Étiquette ajoutée\u00a0: ${added}`, removed && `Étiquette retirée\u00a0: ${removed}`]
      .filter(Boolean)
      .join(", ") || "Étiquettes modifiées",
};
