/**
 * The screens of the back office, by their address below `/admin`, in the groups and the order of its navigation. The
 * server answers 404 for every other.
 */
export const adminScreenGroups = [
  { name: "work", screens: ["aujourdhui", "dashboard", "tableau"] },
  { name: "flows", screens: ["livraisons", "paiements"] },
  { name: "figures", screens: ["statistiques", "registre"] },
  { name: "rooms", screens: ["conferences", "newsletter"] },
  { name: "house", screens: ["importer", "journal", "equipe", "modeles", "sante", "notifications", "securite"] },
] as const;

export type AdminScreenGroup = (typeof adminScreenGroups)[number]["name"];
export type AdminScreen = (typeof adminScreenGroups)[number]["screens"][number];

export const adminScreens: readonly AdminScreen[] = adminScreenGroups.flatMap(({ screens }) => [...screens]);
