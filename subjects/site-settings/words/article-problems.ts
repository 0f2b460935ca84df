import { functionProblems } from "#content/shared/function-problems.ts";

import { siteProblems } from "./site-problems.ts";

/** Why the text of an article is not kept. */
export const articleProblems = {
  ...functionProblems,
  article_malformed: "Un champ de l’article est à corriger.",
  article_text: "Le texte contient ce qu’un article n’a pas\u00a0: corrigez les lignes signalées.",
  picture_unknown: siteProblems.picture_unknown,
  unknown_article: "Cet article n’est plus là\u00a0: rechargez la page.",
} as const;

/** As `subjects/blog/rules/article-text.ts` finds them. */
type Mistake = { line: number; code: "kind" | "depth" | "titleText" | "titleTwice" | "link" | "number"; found: string };

const kinds: Record<string, string> = {
  image: "une image",
  imageReference: "une image",
  code: "du code",
  inlineCode: "du code",
  html: "une balise",
  thematicBreak: "une ligne de séparation",
  definition: "une définition de lien",
  linkReference: "un lien défini plus loin",
};

const said: Record<Mistake["code"], (found: string) => string> = {
  kind: (found) => `un article n’a pas ${kinds[found] ?? "cette mise en forme"}.`,
  depth: (found) => `le titre «\u00a0${found}\u00a0» commence par ## ou ###.`,
  titleText: (found) => `le titre «\u00a0${found}\u00a0» est du texte simple, sans gras ni lien.`,
  titleTwice: (found) => `le titre «\u00a0${found}\u00a0» existe déjà\u00a0: changez-en un.`,
  link: (found) =>
    `le lien «\u00a0${found}\u00a0» ne mène à aucune page\u00a0: une adresse https, /page ou un nom connu.`,
  number: (found) => `«\u00a0${found}\u00a0»\u00a0: après >, un chiffre en gras, puis ce qu’il compte.`,
};

/** « Ligne 12 : le titre … » */
export function sayTextMistake({ line, code, found }: Mistake): string {
  return `Ligne ${line}\u00a0: ${said[code](found.slice(0, 80))}`;
}
