/** What programs read of the site: llms.txt (https://llmstxt.org) and the manifest. */
export const machineFiles = {
  summary: (brand: string) =>
    `${brand} est une assistante IA française pour les petites et moyennes entreprises : elle répond au téléphone 24h/24, suit les clients après la vente et mène des campagnes e-mail, SMS et WhatsApp. Les prix sont hors taxes.`,
  headings: { offers: "Offres", articles: "Articles", about: "Le site" },
  prices: {
    monthly: (lowest: string, highest: string) =>
      `Prix : ${lowest === highest ? lowest : `de ${lowest} à ${highest}`} HT par mois`,
    calls: (price: string, calls: string) => `Prix : ${price} HT pour ${calls} appels`,
    conference: (price: string, day: string) => `Prix : ${price} HT la place, le ${day}`,
  },
  shortDescription: "L’assistante IA qui décroche pour les entreprises françaises.",
} as const;
