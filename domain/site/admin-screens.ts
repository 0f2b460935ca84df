import { roleMay, type Role } from "#domain/kernel/roles.ts";

/**
 * The screens of the back office, by their address below `/admin`, in the groups and the order of its navigation. The
 * server answers 404 for every other.
 */
export const adminScreenGroups = [
  { name: "work", screens: ["aujourdhui", "dashboard", "tableau"] },
  { name: "flows", screens: ["livraisons", "paiements"] },
  { name: "figures", screens: ["statistiques", "registre"] },
  { name: "rooms", screens: ["conferences", "newsletter"] },
  {
    name: "house",
    screens: ["importer", "journal", "equipe", "modeles", "site", "sante", "notifications", "securite"],
  },
] as const;

export type AdminScreenGroup = (typeof adminScreenGroups)[number]["name"];
export type AdminScreen = (typeof adminScreenGroups)[number]["screens"][number];

export const adminScreens: readonly AdminScreen[] = adminScreenGroups.flatMap(({ screens }) => [...screens]);

/** The least role that a screen is for. */
export const screenRoles: Record<AdminScreen, Role> = {
  aujourdhui: "reader",
  dashboard: "reader",
  tableau: "reader",
  livraisons: "manager",
  paiements: "reader",
  statistiques: "reader",
  registre: "manager",
  conferences: "reader",
  newsletter: "reader",
  journal: "manager",
  equipe: "manager",
  modeles: "manager",
  importer: "manager",
  notifications: "reader",
  site: "manager",
  sante: "manager",
  securite: "reader",
};

type ScreenGroup = { name: AdminScreenGroup; screens: AdminScreen[] };

/** The groups with the screens that are for this role. */
export function screenGroupsFor(role: Role): ScreenGroup[] {
  return adminScreenGroups
    .map(({ name, screens }): ScreenGroup => ({
      name,
      screens: screens.filter((screen) => roleMay(role, screenRoles[screen])),
    }))
    .filter(({ screens }) => screens.length > 0);
}
