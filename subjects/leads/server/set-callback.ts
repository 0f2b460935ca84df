import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok } from "#kit/result.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { changeEach } from "./change-leads.ts";
import { readRefusal } from "#server/functions/door/outcomes.ts";

const day = 24 * 60 * 60_000;
/** A call-back of yesterday is one that was missed; two years from now is a slip of the finger. */
const reach = { behindMs: day, aheadMs: 2 * 366 * day };

/**
 * `POST /set-callback`: when the team promised to call back: `{"lead_id", "at"}`, an instant, a day (9 in the morning
 * in Paris), or null to take the promise back.
 */
export const setCallback = administratorFunction(wire.setCallbackCall, {
  sentences: deskProblems,
  async act(tx, { now }, { lead_id: leadId, at, seen_at: seen }) {
    const callback = await readCallback(tx, at, now);
    if (!callback.ok) return failed({ ...callback.problem, field: "at" } as const);
    const set = { callback_at: callback.value };
    const [change] = await changeEach(tx, [leadId], set, seen);
    if (!change) return failed({ status: 404, code: "unknown_lead" } as const);
    const { stored, before, updated_at = "" } = change;
    return (
      readRefusal(wire.setCallbackCall, { ...change, asked: set }) ??
      ok({ callback_at: callbackIn(stored), before: callbackIn(before), updated_at })
    );
  },
  answer: (change) => change,
});

/** Of an instant or a day; null of none. */
export async function readCallback(tx: Tx, at: string | null, now: Date) {
  const { rows } = await tx.query<{ at: Date | null }>(
    `select case when $1::text ~ '^[0-9-]{10}$' then ($1::date + time '09:00') at time zone 'Europe/Paris'
                 else $1::timestamptz end as at`,
    [at],
  );
  const callbackAt = rows[0]?.at ?? null;
  const aheadMs = callbackAt ? callbackAt.getTime() - now.getTime() : 0;
  const isOutOfReach = aheadMs < -reach.behindMs || aheadMs > reach.aheadMs;
  return isOutOfReach ? failed({ status: 400, code: "callback_out_of_reach" } as const) : ok(callbackAt);
}

function callbackIn(columns: Record<string, unknown> | undefined): string | null {
  return typeof columns?.callback_at === "string" ? columns.callback_at : null;
}
