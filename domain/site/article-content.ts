import * as z from "zod/mini";

import type { Result } from "#kit/result.ts";

import { choice, day, line, readShape, type SiteMistake, uploadedPicture } from "./site-config.ts";

/** What articles are about, what they end on, and the covers that are drawn: as `subjects/blog` has them. */
export const articleSubjects = ["accueil", "organisation", "prospection", "droit", "metiers"] as const;
export const articleCalls = ["secretariat", "followUp", "marketing", "training"] as const;
export const drawnCovers = [
  "anciens-clients",
  "appels-perdus",
  "avocats",
  "chantier",
  "choisir-standard",
  "demarchage",
  "donnees-france",
  "echanges-clients",
  "enregistrement",
  "nuit-dimanche",
  "organismes-formation",
  "passer-la-main",
  "periode-fiscale",
  "phrase-accueil",
  "reglement-ia",
  "relances",
  "rendez-vous-manques",
  "rendez-vous",
  "repondeur",
  "whatsapp",
] as const;

/** In characters, of the text: a long article has fifteen thousand. */
export const longestArticle = 40_000;

const isSaid = z.refine<string>((text) => text.trim() !== "", "empty");
const said = (max: number) => line(max).check(isSaid);
const hasTag = /<[a-z!/?]/i;
const signsOfControl = /[^\P{Cc}\n\t]|\p{Surrogate}/u;

/** All that an article says. Its text is Markdown, without tags (`subjects/blog/rules/article-text.ts`). */
const articleContentShape = z.strictObject({
  title: said(120),
  /** Under the title, on cards and in the feed. */
  excerpt: said(300),
  /** What search engines show. */
  metaDescription: said(300),
  publishedOn: day(),
  /** Day of its last change of substance. */
  updatedOn: z.exactOptional(day()),
  subject: choice(articleSubjects),
  /** By the key of `authors`; empty: the company. */
  author: line(41),
  call: choice(articleCalls),
  /** One that is drawn, by its name, or a picture that was sent. */
  cover: z.union([z.enum(drawnCovers), z.strictObject({ picture: uploadedPicture })]),
  text: z.string().check(
    z.maxLength(longestArticle),
    isSaid,
    z.refine((text) => !hasTag.test(text) && !signsOfControl.test(text), "markup"),
  ),
});
export type ArticleContent = z.infer<typeof articleContentShape>;

export function readArticleContent(written: unknown): Result<ArticleContent, SiteMistake[]> {
  return readShape(articleContentShape, written);
}

/** An article of the desk, where it stands. */
export type DeskArticle = { key: string; slug: string; former: readonly string[]; content: ArticleContent };
