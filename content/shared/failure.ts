/** Where a part of a page ends on an error, or does not come. */
export const failureCopy = {
  broken: "Cette partie de la page s’est arrêtée sur une erreur.",
  /** Files of a site that was rebuilt meanwhile, or a network that is cut. */
  gone: "Une partie de la page n’a pas pu être téléchargée. Rechargez-la pour continuer\u00a0: vos réponses seront gardées.",
  contact: "Écrivez-nous si cela continue\u00a0:",
  reload: "Recharger la page",
  startAfresh: "Tout effacer et recommencer",
} as const;
