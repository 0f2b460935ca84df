import { functionProblems } from "#content/shared/function-problems.ts";
import { isTermsVersion } from "#subjects/legal/words/legal-versions.ts";
import * as wire from "#subjects/funnel/contract/visits.ts";
import { failed, ok } from "#kit/result.ts";
import { publicFunction } from "#server/functions/door/endpoint.ts";

import { submissionReference } from "./payment-reference.ts";

/**
 * `POST /payment-started`: a visitor confirmed an order under its terms and leaves to pay: `{"reference",
 * "termsVersion"}`.
 *
 * Open to all callers, without a key: it proves the click and no payment. The clock is ours, and the first click
 * counts.
 */
export const paymentStarted = publicFunction(wire.paymentStartedCall, {
  sentences: functionProblems,
  async act({ context, now }, { reference, termsVersion }) {
    const { offers } = context.settings.site;
    if (!isTermsVersion(termsVersion, offers)) return failed({ status: 400, code: "unreadable" } as const);
    await context.db.asServer(async (tx) =>
      tx.query(
        `insert into private.payment_starts (reference, terms_version, started_at) values ($1, $2, $3)
         on conflict (reference, terms_version) do nothing`,
        [await submissionReference(tx, reference), termsVersion, now.toISOString()],
      ),
    );
    return ok(undefined);
  },
  answer: () => ({ recorded: true }),
});
