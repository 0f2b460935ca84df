/** Pages of this site by the name that articles write: `[l’essai](secretariat)`. */
export const namedTargets = [
  "accueil",
  "offres",
  "secretariat",
  "suivi-client",
  "marketing",
  "securite",
  "organismes-de-formation",
] as const;
export type NamedTarget = (typeof namedTargets)[number];

/** An address of this site, or another's of https. */
export function isWholeTarget(target: string): boolean {
  return (
    /^\/(?![/\\])[\w/#?=&.%-]*$/.test(target) || /^https:\/\/[\w.-]+\.[a-z]{2,}(?:[/?#:][^\s<>"]*)?$/i.test(target)
  );
}
