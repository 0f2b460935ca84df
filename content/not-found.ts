export const notFoundCopy = {
  title: "Oups, quelque chose s'est mal passé...",
  text: "La page que vous recherchez n'existe pas ou a été déplacée.",
  backHome: "Retour à l’accueil",
  call: (phone: string) => `Appeler le ${phone}`,
  offers: "Ou bien :",
} as const;
