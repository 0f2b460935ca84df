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
      name: "Parties du navigateur",
      text: "Les demandes que les navigateurs ont envoyées, ou gardées en partant payer.",
      list: undefined,
    },
    received: {
      name: "Reçues",
      text: "Il manque celles dont le paiement a commencé sans que les réponses arrivent\u00a0: elles attendent dans un navigateur.",
      list: { to: "/paiements", words: "Paiements" },
    },
    lead: {
      name: "Devenues un lead",
      text: "Plusieurs demandes d’une personne pour une offre font un seul lead.",
      list: { to: "/dashboard", words: "Leads" },
    },
    delivered: {
      name: "Transmises",
      text: "Il manque les leads dont un envoi a été abandonné, ou attend depuis une heure.",
      list: { to: "/livraisons", words: "Livraisons" },
    },
    contacted: {
      name: "Appelées",
      text: "Il manque les leads à contacter depuis plus de deux jours.",
      list: { to: "/dashboard?statut=to_contact&tri=created_at.asc", words: "Leads à contacter" },
    },
    paid: {
      name: "Payées",
      text: "Il manque les paiements reçus qui n’ont pas trouvé leur lead.",
      list: { to: "/paiements", words: "Paiements" },
    },
  },
};
