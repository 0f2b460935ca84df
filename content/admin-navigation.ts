import type { AdminScreen } from "#domain/contracts/admin-screens.ts";

/** The bar's way from one screen of the back office to another. */
export const adminNavigation = {
  label: "Écrans",
  screens: {
    dashboard: "Leads",
    livraisons: "Livraisons",
    paiements: "Paiements",
    equipe: "Équipe",
    conferences: "Conférences",
    newsletter: "Newsletter",
    journal: "Journal",
    statistiques: "Statistiques",
    registre: "Registre",
    sante: "Santé",
    securite: "Sécurité",
  } satisfies Record<AdminScreen, string>,
  /** For who hears the figure instead of seeing it. */
  toLookAt: (count: number) => `, ${count} à regarder`,
};
