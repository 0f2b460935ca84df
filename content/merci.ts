/** Return page of every payment link. It never claims that a payment succeeded. */
export const thankYouCopy = {
  title: "Merci",
  text: "Votre paiement est en cours de confirmation ; vous recevrez un e-mail.",
  access:
    "Cet e-mail porte aussi le lien qui vous fait choisir votre mot de passe\u00a0: votre espace client s’ouvre aussitôt.",
  conference: (day: string, place: string, hours: string) => `Rendez-vous le ${day}, ${place}, de ${hours}.`,
  nextSteps: "Voir les prochaines étapes",
  letter: "Lettre d’information",
  backHome: "Revenir à l’accueil",
} as const;
