import type { Context } from "hono";
import * as z from "zod";

import type { AppEnv, ServerContext } from "#server/context.ts";
import { refuse, refuseTooMany } from "#server/functions/problems.ts";
import { readRequest } from "#server/functions/read-request.ts";

import { submissionReference } from "./payment-reference.ts";

/** As many orders as an office can confirm behind one address. */
const starts = { purpose: "payment-started", capacity: 60, perHour: 600 };

const startShape = z.object({
  /** The idempotency key of the submission, or the id of its lead. */
  reference: z.guid(),
  /** Day of the terms that were shown beside the button. */
  termsVersion: z.string().regex(/^[\w.-]{1,40}$/),
});

/**
 * `POST /payment-started`: somebody confirmed an order under its terms and leaves to pay: `{"reference", "termsVersion"}`.
 *
 * For everybody, without a key: it proves the click and no payment. The clock is ours, and the first click counts.
 */
export function createPaymentStarted(context: ServerContext) {
  return async (c: Context<AppEnv>): Promise<Response> => {
    const tooMany = await refuseTooMany(context, c, starts);
    if (tooMany) return tooMany;

    const start = await readRequest(c.req.raw, startShape);
    if (!start.ok) return refuse(c, start.problem, "unreadable");

    const { reference, termsVersion } = start.value;
    await context.db.asServer(async (tx) =>
      tx.query(
        `insert into private.payment_starts (reference, terms_version, started_at) values ($1, $2, $3)
         on conflict (reference, terms_version) do nothing`,
        [await submissionReference(tx, reference), termsVersion, context.now().toISOString()],
      ),
    );
    return c.json({ recorded: true });
  };
}
