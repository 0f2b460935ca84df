/**
 * In small letters without accents, as people type them: « Équipe » becomes « equipe ».
 *
 * Marks, and not every diacritic: `^` and `·` are diacritics that may also be typed on their own.
 */
export function foldAccents(text: string): string {
  return text
    .normalize("NFD")
    .replaceAll(/\p{Mark}/gu, "")
    .toLowerCase();
}

/** As part of an address: « Écrire, relire » becomes « ecrire-relire »; empty without a letter or digit of ASCII. */
export function slugOf(text: string): string {
  return foldAccents(text)
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
