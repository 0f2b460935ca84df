/** Around the legal texts: their names, table of contents, date. */
export const legalFrame = {
  texts: "Textes légaux",
  contents: "Sommaire",
  print: "Imprimer",
  inShort: "En bref.",
  names: {
    notice: "Mentions légales",
    privacy: "Politique de confidentialité",
    terms: "Conditions générales d’utilisation",
    accessibility: "Accessibilité",
  },
} as const;
