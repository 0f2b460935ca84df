/** For a customer with an account, who gets no link to a first password. */
export const attachedLater =
  "Vous avez déjà un espace client ? Une commande passée sans s’y connecter y apparaîtra quand notre équipe l’aura rattachée.";

/** Return page of every payment link. It never claims that a payment succeeded. */
export const thankYouCopy = {
  title: "Merci",
  text: "Votre paiement est en cours de confirmation ; vous recevrez un e-mail.",
  nextSteps: "Voir les prochaines étapes",
  letter: "Lettre d’information",
  backHome: "Revenir à l’accueil",
} as const;
