import { deskProblems } from "#subjects/leads/words/desk-problems.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { ok } from "#kit/result.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";
import { readRefusal } from "#server/functions/door/outcomes.ts";

import { describeChange, readChanges } from "./change-leads.ts";

/**
 * `POST /tag-leads`: `{"ids", "add", "remove"}`, names of tags, for 1000 leads at most, in one transaction. What others
 * tagged meanwhile stays, so that no state has to be named.
 */
export const tagLeads = administratorFunction(wire.tagLeadsCall, {
  sentences: deskProblems,
  async act(tx, _call, { ids, add = [], remove = [] }) {
    const results = await readChanges(tx, "private.tag_leads($1, $2, $3)", [ids, add, remove]);
    const [only] = results;
    const refusal = results.length === 1 && only ? readRefusal(wire.tagLeadsCall, only) : undefined;
    return refusal ?? ok(results.map(describeChange));
  },
  answer: (results) => ({ results }),
});
