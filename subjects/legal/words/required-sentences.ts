/**
 * Sentences that are imposed: kept character for character, straight apostrophes and plain spaces included. Those a form
 * shows are the form's own.
 */
export const requiredSentences = {
  lastUpdate: "Dernière mise à jour : ",
  placeholder: "[à compléter]",
  accessibility: (status: string) => `Accessibilité : ${status} conforme`,
  aiDisclosure:
    "Dès le début de chaque appel ou message, l'assistant indique qu'il est une intelligence artificielle et au nom de qui il agit. L'appelant peut demander une personne. Les voix et messages générés sont signalés comme artificiels. Aucun clonage de la voix d'une personne sans son accord écrit. Aucune reconnaissance des émotions.",
  delivery: "Compte créé sous 72h après la commande ; paramétrage initial en moins de 48h une fois vos éléments reçus.",
} as const;
