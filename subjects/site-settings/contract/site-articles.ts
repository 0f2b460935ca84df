import * as z from "zod/mini";

import { articleSubjects } from "#domain/site/article-content.ts";
import type { Contract } from "#domain/wire/contract.ts";

const id = z.string().check(z.regex(/^[0-9a-f]{32}$/));

/** Keeps the text of an article: a document then names it by the id that is answered, and nothing is on line yet. */
export const keepArticleCall = {
  name: "keep-article",
  by: "manager",
  limit: { capacity: 120, perHour: 1200 },
  asked: z.object({ content: z.unknown() }),
  answer: z.object({ id: z.string() }),
  refusals: ["article_malformed", "article_text", "picture_unknown"],
  audit: ["site.article_kept"],
} as const satisfies Contract;

const line = z.object({
  id: z.string(),
  title: z.string(),
  subject: z.enum(articleSubjects),
  /** Days, ISO 8601. */
  published_on: z.string(),
  updated_on: z.nullable(z.string()),
});
/** What a list says of a text. */
export type ArticleLine = z.output<typeof line>;

/** What a list says of these texts, in no order; those that are not there are left out. */
export const listArticlesCall = {
  name: "list-articles",
  by: "manager",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.object({ ids: z.array(id).check(z.maxLength(1500)) }),
  answer: z.object({ articles: z.array(line) }),
  refusals: [],
  audit: [],
} as const satisfies Contract;

/** One text, whole. */
export const readArticleCall = {
  name: "read-article",
  by: "manager",
  limit: { capacity: 120, perHour: 3600 },
  asked: z.object({ id }),
  answer: z.object({ content: z.unknown() }),
  refusals: ["unknown_article"],
  audit: [],
} as const satisfies Contract;
