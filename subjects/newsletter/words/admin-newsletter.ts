import type { NewsletterState } from "#subjects/newsletter/rules/newsletter-filters.ts";

/** Every sentence of « Newsletter ». */
export const adminNewsletter = {
  title: "Newsletter",
  skip: "Aller à la newsletter",
  intro:
    "Qui a demandé la newsletter, notre lettre d’information. Seules les adresses confirmées la reçoivent\u00a0; chaque message contient un lien pour se désinscrire en un clic.",
  loading: "Chargement de la liste…",
  loadFailed: "Chargement impossible.",
  empty: { title: "Personne ici.", text: "Aucune adresse ne correspond à ces filtres." },
  total: ({ confirmed, waiting, unsubscribed }: Record<NewsletterState, number>) =>
    [
      `${confirmed} ${confirmed > 1 ? "confirmées" : "confirmée"}`,
      `${waiting} en attente`,
      `${unsubscribed} ${unsubscribed > 1 ? "désinscrites" : "désinscrite"}`,
    ].join(", "),
  filters: { label: "Filtres de la newsletter", state: "État", any: "Tous", search: "Nom ou e-mail" },
  listLabel: "Adresses",
  states: {
    confirmed: "Confirmée",
    waiting: "En attente",
    unsubscribed: "Désinscrite",
  } satisfies Record<NewsletterState, string>,
  since: {
    confirmed: (instant: string) => `Confirmée le ${instant}`,
    waiting: (instant: string) => `Demandée le ${instant}`,
    unsubscribed: (instant: string) => `Désinscrite le ${instant}`,
  } satisfies Record<NewsletterState, (instant: string) => string>,
  ways: { link: "par le lien d’un message", team: "par l’équipe" },
  file: "Ouvrir la fiche",
  withoutFile: "Demande effacée, abonnement gardé",
  unsubscribe: "Désinscrire",
  /** Continues the words of the button, for who does not see its line. */
  ofAddress: (email: string) => ` ${email}`,
  busy: "Désinscription…",
  done: (email: string) => `${email} ne recevra plus la newsletter.`,
  failed: "La désinscription n’a pas été enregistrée. Réessayez.",
  more: "Afficher la suite",
  /** Of the file. */
  columns: [
    "E-mail",
    "Nom",
    "Entreprise",
    "État",
    "Demandée le",
    "Confirmée le",
    "Texte du",
    "Désinscrite le",
    "Lien de désinscription",
  ],
};
