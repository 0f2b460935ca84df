import * as z from "zod";

import { functionProblems } from "#content/function-problems.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

const requestShape = z.object({
  tab: z.guid(),
  lead_id: z.nullable(z.guid()),
  /** The tab has just come to this lead. */
  is_new: z.boolean().default(false),
});

/**
 * `POST /lead-presence`: which lead a tab shows, `{"tab", "lead_id"}`; null for none. A tab says it again every 10 s:
 * what is not repeated lapses within 30.
 */
export const leadPresence = administratorFunction({
  sentences: functionProblems,
  shape: requestShape,
  async act(tx, { context, caller }, { tab, lead_id, is_new }) {
    const { rows } = await tx.query<{ email: string | null }>("select private.account_email() as email");
    const email = rows[0]?.email ?? "";
    await context.live.presence.say(tx, { tab, row_id: lead_id, is_new, user_id: caller.userId, email });
    return ok(undefined);
  },
  answer: () => ({}),
});
