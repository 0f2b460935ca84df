/** Every sentence of « Registre des leads ». */
export const adminLedger = {
  title: "Registre des leads",
  skip: "Aller au registre",
  intro: "Les 30 derniers jours, étape par étape. Un nombre rouge dit que quelque chose manque, et où regarder.",
  loading: "Chargement du registre…",
  loadFailed: "Chargement impossible.",
  allWell: "Rien ne manque.",
  toLookAt: (count: number) => (count > 1 ? `${count} étapes à regarder` : "Une étape à regarder"),
  stage: "Étape",
  count: "Nombre",
  missing: "Manque",
  stages: {
    browser: {
      name: "Envoyées par les navigateurs",
      text: "Les demandes que les navigateurs ont envoyées, ou gardées en partant payer.",
    },
    received: {
      name: "Reçues",
      text: "Il manque celles dont le paiement a commencé sans que les réponses arrivent\u00a0: elles attendent dans un navigateur.",
    },
    lead: {
      name: "Devenues un lead",
      text: "Plusieurs demandes d’une personne pour une offre font un seul lead.",
    },
    delivered: {
      name: "Transmises",
      text: "Il manque les leads dont un envoi a été abandonné, ou attend depuis une heure.",
    },
    contacted: {
      name: "Appelées",
      text: "Il manque les leads à contacter depuis plus de deux jours.",
    },
    paid: {
      name: "Payées",
      text: "Il manque les paiements reçus qui n’ont pas trouvé leur lead.",
    },
  },
  /** Where a number leads. */
  lists: {
    leads: "Leads des 30 derniers jours",
    paid: "Leads payés",
    notCalled: "Leads à contacter",
    payments: "Paiements",
    deliveries: "Livraisons",
  },
};
