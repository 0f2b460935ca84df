import { paymentLabels } from "#content/shared/admin.ts";
import { conferencesCopy } from "./conferences.ts";

/** `n` of a noun that takes an « s ». */
const some = (count: number, noun: string) => `${count} ${count > 1 ? `${noun}s` : noun}`;

/** Every sentence of « Conférences ». */
export const adminConferences = {
  title: "Conférences",
  skip: "Aller aux conférences",
  intro:
    "Qui vient, qui a payé, et qui attend la prochaine édition. La liste d’attente n’occupe aucune place\u00a0: ces personnes ont demandé à être prévenues.",
  loading: "Chargement de la liste…",
  loadFailed: "Chargement impossible.",
  empty: { title: "Personne ici.", text: "Aucune inscription ne correspond à ces filtres." },
  none: {
    title: "Aucune conférence.",
    text: "La prochaine s’annonce dans «\u00a0Site\u00a0», sous «\u00a0Conférences\u00a0».",
  },
  total: ({ registered, waiting }: { registered: number; waiting: number }) =>
    `${some(registered, "inscrit")}, ${waiting} en liste d’attente`,
  edition: { label: "Édition", of: (day: string) => `Conférence du ${day}`, withoutDay: "Édition non notée" },
  figures: {
    label: "L’édition en chiffres",
    registered: "Inscrits",
    seats: "Places restantes",
    noSeats: "Capacité non renseignée",
    tooMany: (count: number) => `${some(count, "inscription")} de trop`,
    paid: "Payés",
    waiting: "Liste d’attente",
    of: (seats: number) => `sur ${seats}`,
    openUntil: (day: string) => `Inscriptions ouvertes jusqu’au ${day}`,
    closed: conferencesCopy.labels.closed,
    past: conferencesCopy.labels.past,
  },
  filters: { label: "Filtres des conférences", state: "État", any: "Tous", search: "Nom ou e-mail" },
  listLabel: "Personnes",
  states: { registered: "Inscrit", waiting: "Liste d’attente" },
  payments: paymentLabels,
  suspect: "Envoi suspect",
  noName: "Sans nom",
  file: "Ouvrir la fiche",
  /** Of a place on the waiting list whose request was erased at its term. */
  withoutFile: "Demande effacée, adresse gardée pour l’annonce",
  leave: "Retirer de la liste",
  leaving: "Retrait…",
  left: (address: string) => `${address} n’est plus sur la liste.`,
  leaveFailed: "Le retrait n’a pas été enregistré. Réessayez.",
  /** Continues the words of the link, for who does not see its line. */
  ofPerson: (name: string) => ` de ${name}`,
  more: "Afficher la suite",
  /** Of the file. */
  columns: [
    "Nom",
    "Prénom",
    "Cabinet",
    "E-mail",
    "Téléphone",
    "État",
    "Paiement",
    "Inscrit le",
    "Commentaire",
    "Lead",
    "Lien de retrait",
  ],
  sheet: {
    open: "Imprimer la feuille de présence",
    busy: "Préparation de la feuille…",
    failed: "La feuille n’a pas pu être préparée. Réessayez.",
    title: "Feuille de présence",
    count: (count: number) => `${some(count, "personne")} attendue${count > 1 ? "s" : ""}`,
    columns: { number: "N°", lastName: "Nom", firstName: "Prénom", company: "Cabinet", signature: "Signature" },
    nobody: "Personne n’est inscrit à cette édition.",
  },
};
