import type { Context } from "hono";
import * as z from "zod";

import type { AppEnv, ServerContext } from "#server/context.ts";
import { readJsonBody } from "#server/http/json-body.ts";

import { submissionReference } from "./payment-reference.ts";
import { refuse, waitSeconds } from "./problems.ts";

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
    const wait = await waitSeconds(context, c, starts);
    if (wait !== undefined) return refuse(c, 429, "over_request_rate_limit", { "retry-after": String(wait) });

    const body = await readJsonBody(c.req.raw);
    if (!body.ok) return refuse(c, body.problem.status, "unreadable");
    const start = startShape.safeParse(body.value);
    if (!start.success) return refuse(c, 400, "unreadable");

    const { reference, termsVersion } = start.data;
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
