const number = new Intl.NumberFormat("fr-FR");

/** « 1 lead », « 12 leads », « 10 000 leads ». */
const leads = (count: number) => `${number.format(count)} lead${count > 1 ? "s" : ""}`;
const s = (count: number) => (count > 1 ? "s" : "");

/** Several leads at once. */
export const bulkCopy = {
  column: "Sélection",
  select: (name: string) => `Sélectionner ${name}`,
  /** On a telephone, where boxes are shown when they are asked for. */
  start: "Sélectionner",
  stop: "Terminer",
  barLabel: "Leads sélectionnés",
  count: (count: number) => `${leads(count)} sélectionné${s(count)}`,
  all: (total: number | undefined) =>
    total === undefined ? "Tout sélectionner" : `Tout sélectionner (${number.format(total)})`,
  firstOnes: (most: number) => `Sélectionner les ${number.format(most)} premiers`,
  allBusy: "Sélection en cours…",
  allFailed: "La sélection n’a pas abouti. Réessayez.",
  clear: "Désélectionner",
  status: { label: "Statut", choose: "Statut…" },
  owner: { label: "Propriétaire", choose: "Propriétaire…" },
  addTag: { label: "Ajouter une étiquette", choose: "Étiqueter…" },
  removeTag: { label: "Retirer une étiquette", choose: "Retirer une étiquette…" },
  nobody: "Personne",
  export: "Exporter (CSV)",
  delete: "Supprimer",

  progress: {
    label: "Avancement",
    of: (done: number, total: number) => `${number.format(done)} sur ${number.format(total)}`,
    stop: "Arrêter",
  },

  report: {
    changed: (count: number) => `${leads(count)} modifié${s(count)}`,
    deleted: (count: number) => `${leads(count)} supprimé${s(count)}`,
    left: (count: number) => `${leads(count)} pas encore traité${s(count)}`,
    refused: (count: number) => `${leads(count)} sans changement`,
    kept: (count: number) => `${leads(count)} non supprimé${s(count)}`,
    cut: "Le serveur n’a pas répondu\u00a0: ce qui suit n’est peut-être fait qu’en partie. Reprendre ne fait rien deux fois.",
    resume: "Reprendre",
    changeAnyway: "Changer quand même",
    deleteAnyway: "Supprimer quand même",
    details: "Lesquels",
    more: (count: number) => `et ${leads(count)} de plus`,
    close: "Fermer le compte rendu",
    reasons: {
      changed_meanwhile: "Modifié entre-temps par quelqu’un d’autre",
      unknown_lead: "Supprimé entre-temps",
      too_many_tags: "Vingt étiquettes au plus",
      lead_merged: "Fusionné entre-temps avec un autre",
      administrator_account: "Compte d’un administrateur\u00a0: il ne se supprime pas ici",
      contact_changed: "Contact modifié au même moment",
      not_deleted: "Refusé par la base de données",
    } as Readonly<Record<string, string>>,
  },

  undo: {
    status: (count: number, label: string) => `${leads(count)}\u00a0: statut «\u00a0${label}\u00a0».`,
    owner: (count: number, name: string | null) =>
      name === null ? `${leads(count)}\u00a0: plus de propriétaire.` : `${leads(count)}\u00a0: propriétaire ${name}.`,
    tagged: (count: number, tag: string) => `${leads(count)}\u00a0: étiquette «\u00a0${tag}\u00a0» ajoutée.`,
    untagged: (count: number, tag: string) => `${leads(count)}\u00a0: étiquette «\u00a0${tag}\u00a0» retirée.`,
    deleted: (count: number) => `${leads(count)} supprimé${s(count)}.`,
    partly: (done: number, kept: number) => `${leads(done)} remis comme avant, ${number.format(kept)} non.`,
  },

  deletion: {
    title: (count: number) => `Supprimer ${leads(count)}\u00a0?`,
    text: "Chaque lead est supprimé avec ses réponses, ses consentements, ses notes et ses envois. Si c’est le dernier lead d’un contact, le contact l’est aussi, compte client compris. C’est définitif.",
    word: "SUPPRIMER",
    confirm: (count: number) => `Pour confirmer, tapez ${number.format(count)} ou SUPPRIMER`,
    keep: "Garder",
    delete: (count: number) => `Supprimer ${leads(count)}`,
  },
};
