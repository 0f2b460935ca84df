import { readArticleContent } from "#domain/site/article-content.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { administratorFunction, type Problem } from "#server/functions/door/endpoint.ts";
import { findMissingPictures } from "#server/pictures/stored-pictures.ts";
import { keepArticle, readArticles } from "#server/site-versions/stored-articles.ts";
import { isWholeTarget, namedTargets } from "#subjects/blog/rules/article-targets.ts";
import { findTextMistakes } from "#subjects/blog/rules/article-text.ts";
import { officialTexts } from "#subjects/blog/words/official-texts.ts";
import * as wire from "#subjects/site-settings/contract/site-articles.ts";
import { articleProblems, sayTextMistake } from "#subjects/site-settings/words/article-problems.ts";

const targets: ReadonlySet<string> = new Set([
  ...namedTargets,
  ...Object.keys(officialTexts).map((name) => `texte:${name}`),
]);
const isTarget = (target: string) => targets.has(target) || isWholeTarget(target);

type Refusal = Problem<"article_malformed" | "article_text" | "picture_unknown">;

/** `POST /keep-article`: `{"content"}`. What its text may not have is said with its line. */
export const keepArticleFunction = administratorFunction(wire.keepArticleCall, {
  sentences: articleProblems,
  async act(tx, { caller }, { content }): Promise<Result<string, Refusal>> {
    const read = readArticleContent(content);
    if (!read.ok) {
      const field = read.problem[0]?.path;
      return failed({ status: 400, code: "article_malformed", ...(field !== undefined && { field }) });
    }
    const mistakes = findTextMistakes(read.value.text, isTarget).slice(0, 20);
    if (mistakes.length > 0) {
      const stored = { mistakes: mistakes.map(sayTextMistake) };
      return failed({ status: 400, code: "article_text", field: "text", stored });
    }
    const [missing] = await findMissingPictures(tx, read.value);
    if (missing !== undefined) return failed({ status: 400, code: "picture_unknown", field: missing });
    return ok(await keepArticle(tx, read.value, caller.userId));
  },
  audit: (outcome) => (outcome.ok ? { action: "site.article_kept", detail: { article: outcome.value } } : undefined),
  answer: (id) => ({ id }),
});

/** `POST /list-articles`: `{"ids"}`. */
export const listArticlesFunction = administratorFunction(wire.listArticlesCall, {
  sentences: articleProblems,
  async act(tx, _, { ids }) {
    const { rows } = await tx.query<wire.ArticleLine>(
      `select id, content ->> 'title' as title, content ->> 'subject' as subject,
              content ->> 'publishedOn' as published_on, content ->> 'updatedOn' as updated_on
       from private.site_articles where id = any ($1)`,
      [ids],
    );
    return ok(rows);
  },
  answer: (articles) => ({ articles }),
});

/** `POST /read-article`: `{"id"}`. */
export const readArticleFunction = administratorFunction(wire.readArticleCall, {
  sentences: articleProblems,
  async act(tx, _, { id }) {
    const content = (await readArticles(tx, [id])).get(id);
    return content ? ok(content) : failed({ status: 404, code: "unknown_article" } as const);
  },
  answer: (content) => ({ content }),
});
