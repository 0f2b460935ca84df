import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/funnel/contract/visits.ts";
import { ok } from "#kit/result.ts";
import { publicFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /record-consent`: keeps the proof of an answer to the cookie banner.
 *
 * For everybody, without a key: nothing is read back, and nothing in the row tells who answered.
 */
export const recordConsent = publicFunction(wire.recordConsentCall, {
  sentences: functionProblems,
  async act({ context, now }, { id, version, ...choices }) {
    await context.db.asServer((tx) =>
      tx.query(
        `insert into private.consent_proofs (id, date, version, choices) values ($1, $2, $3, $4)
         on conflict (id, date) do nothing`,
        [id, now.toISOString(), version, JSON.stringify(choices)],
      ),
    );
    return ok(undefined);
  },
  answer: () => ({ recorded: true }),
});
