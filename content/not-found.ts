export const notFoundCopy = {
  title: "Oups, quelque chose s'est mal passé...",
  text: "La page que vous recherchez n'existe pas ou a été déplacée.",
  backHome: "Retour à l’accueil",
  offers: "Ou bien :",
} as const;
