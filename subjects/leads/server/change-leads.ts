import { deskProblems, type DeskRefusal } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { failed, ok } from "#kit/result.ts";
import type { Tx } from "#engine/db/database.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { isRefusal, readRefusal } from "#server/functions/door/outcomes.ts";

/**
 * `POST /change-leads`: `{"ids", "set": {"lead_status"?, "inactive_reason"?, "payment_status"?, "owner"?}}`, for 1000
 * leads at most, in one transaction; a lead that is not closed keeps no reason. A repeat finds them `unchanged`, and to
 * undo is to set what `before` says.
 *
 * `seen_at`, of all or by id, is the `updated_at` that was seen: what changed since keeps its value, and is named with
 * both. One lead alone is then answered as an error, as by the other functions.
 */
export const changeLeads = administratorFunction(wire.changeLeadsCall, {
  sentences: deskProblems,
  async act(tx, _call, { ids, set, seen_at: seen }) {
    const unfit = await refuseOwner(tx, set.owner);
    if (unfit) return unfit;
    const results = await changeEach(tx, ids, set, seen);
    const [only] = results;
    const refusal =
      results.length === 1 && only ? readRefusal(wire.changeLeadsCall, { ...only, asked: set }) : undefined;
    return refusal ?? ok(results.map(describeChange));
  },
  answer: (results) => ({ results }),
});

/** Of one lead; `before` and `stored` hold the columns of `set`. */
type LeadChange = {
  lead_id: string;
  code: string;
  before?: Record<string, unknown>;
  stored?: Record<string, unknown>;
  updated_at?: string;
  kept_lead_id?: string;
};

export async function changeEach(
  tx: Tx,
  ids: string[],
  set: object,
  seen: string | Record<string, string> | undefined,
): Promise<LeadChange[]> {
  const seenOf = typeof seen === "string" ? Object.fromEntries(ids.map((id) => [id.toLowerCase(), seen])) : seen;
  const lowered = Object.fromEntries(Object.entries(seenOf ?? {}).map(([id, at]) => [id.toLowerCase(), at]));
  return readChanges(tx, "private.change_leads($1, $2, $3)", [ids, JSON.stringify(set), JSON.stringify(lowered)]);
}

/** @param procedure that returns a `private.lead_change` for each lead */
export async function readChanges(tx: Tx, procedure: string, values: unknown[]): Promise<LeadChange[]> {
  const { rows } = await tx.query<{ change: LeadChange }>(
    `select jsonb_strip_nulls(to_jsonb(change) - array['before', 'stored'])
              || jsonb_build_object('before', change.before, 'stored', change.stored) as change
     from ${procedure} as change`,
    values,
  );
  return rows.map(({ change }) => withoutNulls(change));
}

function withoutNulls(change: LeadChange): LeadChange {
  const { before, stored, ...rest } = change;
  return { ...rest, ...(before && { before }), ...(stored && { stored }) };
}

export function describeChange(change: LeadChange) {
  return isRefusal(change.code) ? { ...change, error: deskProblems[change.code satisfies DeskRefusal] } : change;
}

/** Held until the end, so that they neither leave nor lose their role between the question and the change. */
export async function refuseOwner(tx: Tx, owner: string | null | undefined) {
  if (!owner) return undefined;
  const { rows } = await tx.query<{ role: string }>(
    "select role from public.admin_users where user_id = $1 for share",
    [owner],
  );
  const [held] = rows;
  if (!held) return failed({ status: 409, code: "unknown_owner", field: "owner" } as const);
  if (held.role === "reader") return failed({ status: 409, code: "owner_reads_only", field: "owner" } as const);
  return undefined;
}
