/**
 * The screens of the back office, by their address below `/admin`, as its bar shows them. The server answers 404 for
 * every other.
 */
export const adminScreens = [
  "dashboard",
  "statistiques",
  "registre",
  "livraisons",
  "paiements",
  "conferences",
  "newsletter",
  "journal",
  "equipe",
  "sante",
  "securite",
] as const;
export type AdminScreen = (typeof adminScreens)[number];
