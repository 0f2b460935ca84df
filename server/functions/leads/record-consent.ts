import type { Context } from "hono";
import * as z from "zod";

import type { AppEnv, ServerContext } from "#server/context.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";

/** Per address: an office changes its mind behind one of them, a script fills no table. */
const answers = { purpose: "record-consent", capacity: 60, perHour: 600 };

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
export function createRecordConsent(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, answers);
    if (tooMany) return tooMany;

    const proof = await readRequest(c.req.raw, proofShape);
    if (!proof.ok) return refuse(c, proof.problem, "unreadable");

    const { id, version, ...choices } = proof.value;
    await context.db.asServer((tx) =>
      tx.query(
        `insert into private.consent_proofs (id, date, version, choices) values ($1, $2, $3, $4)
         on conflict (id, date) do nothing`,
        [id, context.now().toISOString(), version, JSON.stringify(choices)],
      ),
    );
    return c.json({ recorded: true });
  };
}
