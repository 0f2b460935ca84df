import { failed, ok } from "#kit/result.ts";
import type { SiteDocument } from "#domain/site/site-config.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { checkSiteDraftCall, type SiteDisagreement } from "#subjects/site-settings/contract/site-settings.ts";
import { siteProblems } from "#subjects/site-settings/words/site-problems.ts";

import { checkDocument } from "./check-document.ts";
import { readSiteDraft } from "./stored-draft.ts";

type Checked = { document: SiteDocument; disagreements: SiteDisagreement[] };

/** `POST /check-site-draft`. The draft is read in the transaction, and compared after it. */
export const checkSiteDraft = administratorFunction(checkSiteDraftCall, {
  sentences: siteProblems,
  async act(tx, { context, afterCommit }) {
    const draft = await readSiteDraft(tx);
    if (!draft) return failed({ status: 404, code: "no_draft" } as const);
    const checked: Checked = { document: draft.document, disagreements: [] };
    afterCommit(async () => {
      checked.disagreements = await checkDocument(context, checked.document);
    });
    return ok(checked);
  },
  answer: ({ disagreements }) => ({ disagreements }),
});
