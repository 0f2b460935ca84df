/** The parts of a page, from its top down, and what is no page, by the name that a sketch draws them by. */
const sketchParts = {
  line: "la ligne du haut",
  header: "le menu",
  hero: "le haut de la page",
  logos: "le bandeau des logos",
  prices: "les prix",
  quotes: "les témoignages",
  people: "la partie «\u00a0Qui nous sommes\u00a0»",
  questions: "les questions fréquentes",
  footer: "le pied de page",
  mail: "les e-mails",
  terms: "les textes légaux",
  blog: "le blog",
} as const;
export type SketchPart = keyof typeof sketchParts;

/** Where each part of the screen « Site » shows, by its name in the address. */
export const sketchOf: Readonly<Record<string, readonly SketchPart[]>> = {
  offres: ["line", "hero", "prices", "mail"],
  prix: ["hero", "prices", "questions", "mail", "terms"],
  conference: ["hero", "prices", "questions", "mail"],
  temoignages: ["quotes"],
  logos: ["hero", "logos"],
  questions: ["questions"],
  annonce: ["line"],
  personnes: ["people"],
  articles: ["blog"],
  coordonnees: ["header", "footer", "mail", "terms"],
  paiement: ["prices", "mail"],
  identite: ["footer", "mail", "terms"],
  partenaires: ["terms"],
  medias: ["hero"],
};

const both = new Intl.ListFormat("fr-FR");

/** « Se voit dans les prix et les e-mails. » */
export function saySketch(parts: readonly SketchPart[]): string {
  return `Se voit ici\u00a0: ${both.format(parts.map((part) => sketchParts[part]))}.`;
}
