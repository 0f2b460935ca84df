/** Around the legal texts: their names, table of contents, date. */
export const legalFrame = {
  texts: "Textes légaux",
  contents: "Sommaire",
  print: "Imprimer",
  inShort: "En bref.",
  /** Says which version is read at its permanent address. */
  version: {
    current: (day: string) => `Version du ${day}, en vigueur. Cette adresse ne change pas.`,
    replaced: (day: string, until: string) => `Version du ${day}, remplacée le ${until}.`,
    announced: (day: string) => `Version applicable à compter du ${day}.`,
    readCurrent: "Lire la version en vigueur",
  },
  history: {
    title: "Versions de ce texte",
    version: (day: string) => `Version du ${day}`,
    first: "Première version.",
    facts: (day: string) => `Les informations propres à l’entreprise ont été mises à jour le ${day}.`,
  },
  names: {
    notice: "Mentions légales",
    privacy: "Politique de confidentialité",
    terms: "Conditions générales d’utilisation",
    accessibility: "Accessibilité",
  },
} as const;
