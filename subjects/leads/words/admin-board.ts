import { statusLabels } from "#content/shared/admin.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";

/** Every sentence of « Tableau ». */
export const adminBoard = {
  title: "Tableau",
  skip: "Aller au tableau",
  intro: "Glissez une carte d’une colonne à l’autre, choisissez son statut, ou déplacez-la avec Maj et une flèche.",
  columns: "Colonnes par statut",
  loading: "Chargement…",
  loadFailed: "Chargement impossible.",
  /** « 1 461 € HT par mois et 1 800 € HT »; what is nought is not said. */
  worth: (monthly: string | null, once: string | null) =>
    [monthly && `${monthly}\u00a0HT par mois`, once && `${once}\u00a0HT`].filter(Boolean).join(" et "),
  empty: "Personne ici.",
  dropHere: "Déposez ici",
  open: "Ouvrir la fiche de ",
  paid: "Payé",
  suspect: "Suspect",
  move: "Déplacer",
  callback: (at: string) => `À rappeler le ${at}`,
  more: "Suite de la colonne…",
  /** Instead of the number, where the server counts no further. */
  beyond: (most: string) => `plus de ${most}`,
  heard: {
    moved: (name: string, status: LeadStatus) => `${name}, déplacé vers ${statusLabels[status]}.`,
    taken: (name: string) => `${name} : carte prise. Relâchez-la sur une colonne, ou appuyez sur Échap pour annuler.`,
    left: (name: string) => `${name}, laissé à sa place.`,
  },
};
