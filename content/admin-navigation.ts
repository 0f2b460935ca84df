import type { AdminScreen, AdminScreenGroup } from "#domain/site/admin-screens.ts";

/** The bar's way from one screen of the back office to another. */
export const adminNavigation = {
  label: "Écrans",
  screens: {
    aujourdhui: "Aujourd’hui",
    dashboard: "Leads",
    tableau: "Tableau",
    livraisons: "Livraisons",
    paiements: "Paiements",
    equipe: "Équipe",
    modeles: "Modèles",
    conferences: "Conférences",
    newsletter: "Newsletter",
    importer: "Importer",
    journal: "Journal",
    statistiques: "Statistiques",
    registre: "Registre",
    site: "Site",
    sante: "Santé",
    notifications: "Mes notifications",
    securite: "Sécurité",
  } satisfies Record<AdminScreen, string>,
  groups: {
    work: "Travail",
    flows: "Flux",
    figures: "Chiffres",
    rooms: "Inscrits",
    house: "Administration",
  } satisfies Record<AdminScreenGroup, string>,
  /** Of a screen that the role of who opens it leaves out. */
  reserved: { text: "Cet écran est réservé aux responsables.", back: "Revenir à Aujourd’hui" },
  /** On a telephone: what does not fit under the thumb. */
  more: "Plus",
  allScreens: "Tous les écrans",
  close: "Fermer",
  /** For who hears the figure instead of seeing it. */
  toLookAt: (count: number) => `, ${count} à regarder`,
};
