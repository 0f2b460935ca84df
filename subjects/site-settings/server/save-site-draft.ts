import { readSiteDocument } from "#domain/site/site-config.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { administratorFunction, type Problem } from "#server/functions/door/endpoint.ts";
import { findMissingPictures } from "#server/pictures/stored-pictures.ts";
import { findMissingArticles } from "#server/site-versions/stored-articles.ts";
import { saveSiteDraftCall } from "#subjects/site-settings/contract/site-settings.ts";
import { rememberAddresses } from "#subjects/site-settings/rules/article-addresses.ts";
import { valueAt, withChanges } from "#subjects/site-settings/rules/document-changes.ts";
import { siteProblems } from "#subjects/site-settings/words/site-problems.ts";

import { dropDraft, isSeen, readSiteDraft, readPublished, writeDraft } from "./stored-draft.ts";

type Saved = { seenAt: string | null; places: number };

/** `POST /save-site-draft`: `{"seen_at", "set", "discard"?}`. */
export const saveSiteDraft = administratorFunction(saveSiteDraftCall, {
  sentences: siteProblems,
  async act(
    tx,
    { context, caller },
    { seen_at: seenAt, set, discard },
  ): Promise<Result<Saved, Problem<"draft_changed" | "draft_malformed" | "picture_unknown">>> {
    const draft = await readSiteDraft(tx, { lock: true });
    const { document: published } = await readPublished(tx, context.settings.document);
    const base = draft?.document ?? published;
    if (!isSeen(draft, seenAt)) {
      const stored = Object.fromEntries(Object.keys(set).map((path) => [path, valueAt(base, path) ?? null]));
      return failed({ status: 409, code: "draft_changed", stored, asked: set } as const);
    }
    if (discard) {
      await dropDraft(tx);
      return ok({ seenAt: null, places: 0 });
    }
    const read = readSiteDocument(withChanges(base, set));
    if (!read.ok) {
      const field = read.problem[0]?.path;
      return failed({ status: 400, code: "draft_malformed", ...(field !== undefined && { field }) } as const);
    }
    const [missing] = await findMissingPictures(tx, read.value);
    if (missing !== undefined) return failed({ status: 400, code: "picture_unknown", field: missing } as const);
    const [unwritten] = await findMissingArticles(tx, read.value);
    if (unwritten !== undefined) return failed({ status: 400, code: "draft_malformed", field: unwritten } as const);
    const articles = rememberAddresses(published.articles ?? {}, read.value.articles ?? {});
    const document = read.value.articles === undefined ? read.value : { ...read.value, articles };
    const saved = await writeDraft(tx, document, caller.userId);
    return ok({ seenAt: saved.toISOString(), places: Object.keys(set).length });
  },
  audit(outcome) {
    if (!outcome.ok) return undefined;
    const { seenAt, places } = outcome.value;
    return seenAt === null
      ? { action: "site.draft_discarded", detail: {} }
      : { action: "site.draft_saved", detail: { count: places } };
  },
  answer: ({ seenAt }) => ({ seen_at: seenAt }),
});
