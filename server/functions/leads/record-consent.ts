import * as z from "zod";

import { functionProblems } from "#content/function-problems.ts";
import { ok } from "#kit/result.ts";
import { publicFunction } from "#server/functions/door/endpoint.ts";

/** What the browser keeps under `cookieConsentChoices`. Its date is not taken: a clock can be wrong. */
const proofShape = z.object({
  id: z.string().regex(/^[\w-]{8,64}$/),
  version: z.string().regex(/^[\w.-]{1,64}$/),
  analytics: z.boolean(),
  marketing: z.boolean(),
});

/**
 * `POST /record-consent`: keeps the proof of an answer to the cookie banner.
 *
 * For everybody, without a key: nothing is read back, and nothing in the row tells who answered.
 */
export const recordConsent = publicFunction({
  sentences: functionProblems,
  shape: proofShape,
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
