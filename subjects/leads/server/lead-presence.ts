import { functionProblems } from "#content/shared/function-problems.ts";
import * as wire from "#subjects/leads/contract/live.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

/**
 * `POST /lead-presence`: which lead a tab shows, `{"tab", "lead_id"}`; null for none. A tab says it again every 10 s:
 * what is not repeated lapses within 30.
 */
export const leadPresence = administratorFunction(wire.leadPresenceCall, {
  sentences: functionProblems,
  async act(tx, { context, caller }, { tab, lead_id, is_new }) {
    const { rows } = await tx.query<{ email: string | null }>("select private.account_email() as email");
    const email = rows[0]?.email ?? "";
    await context.live.presence.say(tx, { tab, row_id: lead_id, is_new, user_id: caller.userId, email });
    return ok(undefined);
  },
  answer: () => ({}),
});
