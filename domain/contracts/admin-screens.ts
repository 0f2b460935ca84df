/** The screens of the back office, by their address below `/admin`. The server answers 404 for every other. */
export const adminScreens = ["dashboard", "livraisons", "paiements", "securite"] as const;
export type AdminScreen = (typeof adminScreens)[number];
