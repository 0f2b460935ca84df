/** A code as it was sent: mails and applications show it in groups, and a copied one brings its spaces along. */
export function withoutSpaces(typed: string): string {
  return typed.replaceAll(/[\s\p{Cf}]/gu, "");
}
