import { delays } from "#domain/offers/delays.ts";

/** After an order: what happens next, whoever it was paid with. */
export const orderConfirmedCopy = {
  /** Source: specification, section 2. */
  title: {
    done: "Commande validée.",
    thanks: "Merci d'avoir choisi ",
    end: (brand: string) => `${brand} !`,
  },
  lead: `Votre compte sera créé sous ${delays.accountHours}h.`,
  access: "Pas encore de mot de passe ? L’e-mail de confirmation contient un lien pour en choisir un.",
  stepsTitle: "Prochaines étapes",
  steps: [
    {
      when: `Sous ${delays.accountHours}h`,
      title: "Nous configurons votre compte",
      text: "L’équipe le prépare avec vos réponses. Elle vous appelle s’il manque un détail.",
    },
    {
      when: `En moins de ${delays.onlineHours} h, une fois vos éléments reçus`,
      title: "Un e-mail vous prévient",
      text: "Votre assistante est en ligne : il arrive à l’adresse de votre inscription, avec votre lien de connexion.",
    },
    {
      when: "Quand vous voulez",
      title: "Vous vous connectez",
      text: "Vos échanges et vos réglages vous attendent dans votre tableau de bord.",
    },
  ],
  receipt: "Factures et reçus vous attendent dans votre espace client.",
  testLine: { before: "Envie de l’entendre tout de suite ? Appelez votre assistante de test au ", after: "." },
  demonstrationLine: " (numéro de démonstration\u00a0: personne n’y répond).",
  toDashboard: "Aller au tableau de bord",
  support: { before: "Un doute, une correction ? Écrivez à ", after: "." },
} as const;
