type Amounts = {
  /** Last day, such as "30 octobre". */
  until: string;
  secondMonth: string;
  setUpInsteadOf: string;
};

/** The launch promotion of the secretariat, for as long as its window lasts. */
export const promotionCopy = {
  announcement: ({ until, secondMonth }: Amounts) => ({
    until: `Secrétariat, jusqu’au ${until}\u00a0:`,
    first: "premier mois offert",
    rest: `, deuxième mois à ${secondMonth} HT quel que soit le volume, mise en service offerte`,
  }),
  pricing: ({ until, secondMonth, setUpInsteadOf }: Amounts) => ({
    until: `Offre valable jusqu’au ${until}.`,
    terms: `Secrétariat : un mois d'essai gratuit sans engagement, deuxième mois à ${secondMonth} HT quel que soit le volume, mise en service offerte au lieu de ${setUpInsteadOf} HT.`,
    scope: `Remplace l'essai de 15 jours pour toute commande passée jusqu’au ${until} inclus.`,
  }),
} as const;
