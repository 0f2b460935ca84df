/** The order that was just paid for, on the pages after its payment. It never says that the payment succeeded. */
export const orderTicketCopy = {
  title: "Votre commande",
  due: "à la commande",
  reference: "Référence",
  payer: "Au nom de",
  unknown: "Le détail de votre commande et sa référence sont dans l’e-mail que vous allez recevoir.",
  steps: {
    mail: "Un e-mail récapitule votre commande et donne sa référence.",
    conference: (place: string, hours: string) => `Rendez-vous, ${place}, de ${hours}.`,
  },
  testLine: "Appelez votre assistante de test",
  demonstrationLine: "Numéro de démonstration\u00a0: personne n’y répond.",
} as const;
