import type { ProblemCode } from "#domain/kernel/text-rules.ts";

import { sayCount } from "#content/language/count.ts";

/** A sentence for each thing that can be wrong with a field, in the order of the fields. */
export type ProblemSentences<Field extends string> = Record<Field, Partial<Record<ProblemCode, string>>>;

/** What every form of the site says of itself. */
export const formCopy = {
  /** Source: the legal texts, 4.2. */
  required: "Sauf mention contraire, tous les champs sont obligatoires.",
  optional: "(optionnel)",
  emailExample: "Par exemple\u00a0: prenom@exemple.fr",
  /** Before the page's title, as long as something is wrong. */
  titlePrefix: "Erreur : ",
  /** For two problems or more; a single one takes the focus itself. */
  problemsTitle: (count: number) => `${countWords[count] ?? String(count)} réponses sont à compléter`,
  /** Under an address that looks like a slip of the finger; the whole sentence is the button. */
  probableEmail: (email: string) => `Vouliez-vous dire ${email}\u00a0?`,
  /** Under an address that no mail can reach: the form goes on, since a mistake is to lose no request. */
  unreachableEmail:
    "Aucun e-mail ne peut arriver à cette adresse. Indiquez-en une seule, comme prenom@exemple.fr, pour recevoir nos réponses.",
} as const;

const countWords: Record<number, string> = { 2: "Deux", 3: "Trois", 4: "Quatre", 5: "Cinq", 6: "Six", 7: "Sept" };

/** @param limit one of `maxLengths` */
export const tooLong = (limit: number) => `Raccourcissez ce texte\u00a0: ${characters(limit)} au plus`;

/** 4000 → « 4 000 caractères » */
export function characters(limit: number): string {
  return `${sayCount(limit)} caractères`;
}
