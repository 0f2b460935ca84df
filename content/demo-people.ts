/** Invented, as the demonstration's company is: where these are shown, the page says so. A real site shows its own. */
export const demoPeople = {
  team: [
    { name: "Camille Ferrand", role: "Direction" },
    { name: "Inès Morvan", role: "Configuration et essais avec vous" },
    { name: "Hugo Lambert", role: "Relecture des appels, améliorations" },
    { name: "Salomé Dubreuil", role: "Droit et données" },
  ],
  /** By the key that articles name. */
  authors: {
    accueil: { name: "Inès Morvan", role: "chargée des standards de nos clients" },
    appels: { name: "Hugo Lambert", role: "chargé de relire les appels et de corriger les consignes" },
    droit: { name: "Salomé Dubreuil", role: "juriste, droit des données et du démarchage" },
  },
};
