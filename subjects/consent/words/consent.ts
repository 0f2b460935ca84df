/** Changes with the sentences of the banner, and only with them: everybody is then asked again. */
export const consentTextVersion = "2026-11-27";

/** Cookie banner. Source of `text`: the legal annex, section 4.1, word for word. */
export const consentCopy = {
  label: "Choix des cookies",
  text: (brand: string) => ({
    what: `${brand} et ses partenaires utilisent des traceurs pour mesurer l'audience et mesurer l'efficacité de ses publicités.`,
    choice:
      "Vous pouvez accepter, refuser ou choisir par finalité. Refuser ne change rien à votre accès au site. Vous pouvez changer d'avis à tout moment : lien « Gérer mes cookies » en bas de chaque page.",
  }),
  /** Without a partner: of our own measure. */
  ownText: (brand: string) => ({
    what: `${brand} souhaite savoir par quelle publicité ou quel site vous êtes venu, pour mesurer l’efficacité de ses publicités. Cette mesure est la nôtre : rien n’est transmis à un partenaire.`,
    choice:
      "Vous pouvez accepter ou refuser. Refuser ne change rien à votre accès au site. Vous pouvez changer d’avis à tout moment : lien « Gérer mes cookies » en bas de chaque page.",
  }),
  partners: (count: number) => `Liste des partenaires (${count})`,
  privacy: "Politique de confidentialité",
  settings: "Paramètres",
  refuseAll: "Refuser",
  allowAll: "Autoriser les cookies",
  back: "Retour",
  save: "Enregistrer",
  unchosen: "Ce que vous ne choisissez pas est refusé.",
  close: "Fermer",
  title: "Vos choix, un par un",
  allow: "Autoriser",
  refuse: "Refuser",
  essentials: {
    name: "Essentiels",
    state: "Toujours actifs",
    purpose: "Ils gardent vos réponses, votre session et vos choix. Rien d’autre.",
    kept: [
      { what: "Inscription en cours", life: "30 jours" },
      { what: "Réponses en attente de réseau", life: "7 jours" },
      { what: "Votre session", life: "jusqu’à la déconnexion" },
      { what: "Appareil reconnu à la connexion", life: "90 jours" },
      { what: "Inscription ou connexion en cours", life: "24 heures" },
      { what: "Vos choix sur les cookies", life: "6 mois" },
    ],
  },
  marketing: {
    name: "Marketing",
    purpose: "Savoir quelle publicité vous a amené ici et mesurer son efficacité.",
  },
  analytics: {
    name: "Mesure d’audience",
    purpose: "Compter les visites et les pages lues, sans vous suivre ailleurs.",
  },
  partner: "Partenaire",
  own: {
    purpose: "Savoir par quelle publicité ou quel site vous êtes venu. Rien n’est transmis à un partenaire.",
    what: "Provenance de votre visite",
    life: "jusqu’à la fermeture de l’onglet",
  },
  life: (months: number) => `${months} mois au plus`,
  policy: (partner: string) => `Ce que ${partner} fait de ces données`,
} as const;
