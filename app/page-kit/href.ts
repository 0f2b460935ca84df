import { type ArticleSubject, blogCopy } from "#subjects/blog/words/blog.ts";
import type { LegalVersionPath } from "#subjects/legal/words/version-address.ts";
import type { OfferAddress, SignUpAddress } from "#domain/site/offer-addresses.ts";

/** Pages of the public site. The site map has exactly one entry for each: see pages.tsx. */
export type PagePath =
  | OfferAddress
  | SignUpAddress
  | "/"
  | "/accessibilite"
  | "/blog"
  | "/commande-validee"
  | "/compte/adresse"
  | "/compte/mot-de-passe"
  | "/conditions-generales-utilisation"
  | "/dashboard"
  | "/inscription"
  | "/marketing/organismes-de-formation"
  | "/mentions-legales"
  | "/merci"
  | "/plan-du-site"
  | "/politique-de-confidentialite"
  | "/securite-et-donnees";

/** The articles on a subject. */
export type SubjectPath = `/blog/sujets/${(typeof blogCopy.subjects)[ArticleSubject]["slug"]}`;

export function subjectPath(subject: ArticleSubject): SubjectPath {
  return `/blog/sujets/${blogCopy.subjects[subject].slug}`;
}

/** Sections of the home page that links lead to. */
export type HomeAnchor = "services" | "fonctionnement" | "temoignages" | "tarifs" | "apropos";

/** The sign-in form of the first step. */
type SignInTarget = "/inscription-secretariat#connexion";

/** The funnel of the follow-up for training bodies, whose first days are free. */
type TrainingTarget = "/inscription-suiviclient?variante=formation";

export type LinkTarget =
  | PagePath
  | SubjectPath
  | LegalVersionPath
  | `/#${HomeAnchor}`
  | SignInTarget
  | TrainingTarget
  | QuestionsTarget
  | OrderFormTarget
  | CalendarTarget;

/** Forms of an order, on the page of their offer. */
type OrderFormTarget = "/closing#closing-form" | "/conferences#conference-form";

/** Questions about an offer. */
type QuestionsTarget = "/secretariat#questions";

/** The conference, for a calendar. */
type CalendarTarget = "/conference.ics";

/** Checks at compile time that a link leads somewhere. */
export function href(target: LinkTarget): string {
  return target;
}

export { phoneAddress as phoneHref } from "#domain/kernel/phone-address.ts";
