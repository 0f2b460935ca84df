/** Pages of the public site. The site map has exactly one entry for each: see pages.tsx. */
export type PagePath =
  | "/"
  | "/accessibilite"
  | "/blog"
  | "/closing"
  | "/commande-validee"
  | "/compte/mot-de-passe"
  | "/conditions-generales-utilisation"
  | "/conferences"
  | "/dashboard"
  | "/inscription"
  | "/inscription-marketing"
  | "/inscription-secretariat"
  | "/inscription-suiviclient"
  | "/marketing"
  | "/marketing/organismes-de-formation"
  | "/mentions-legales"
  | "/merci"
  | "/politique-de-confidentialite"
  | "/secretariat"
  | "/suivi-client";

/** Sections of the home page that links lead to. */
export type HomeAnchor = "services" | "fonctionnement" | "temoignages" | "tarifs" | "apropos";

/** The sign-in form of the first step. */
type SignInTarget = "/inscription-secretariat#connexion";

export type LinkTarget = PagePath | `/#${HomeAnchor}` | SignInTarget;

/** Checks at compile time that a link leads somewhere. */
export function href(target: LinkTarget): string {
  return target;
}

/** "01 99 00 24 24" → "tel:+33199002424". Other forms are kept, without their spaces. */
export function phoneHref(phone: string): string {
  const digits = phone.replace(/[^+\d]/g, "");
  return `tel:${/^0\d{9}$/.test(digits) ? `+33${digits.slice(1)}` : digits}`;
}
