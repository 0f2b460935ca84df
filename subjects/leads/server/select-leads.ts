import { functionProblems } from "#content/shared/function-problems.ts";
import { mostSelectedLeads } from "#subjects/leads/rules/selection.ts";
import * as wire from "#subjects/leads/contract/lead-changes.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { ok } from "#kit/result.ts";
import { leadQueryOf, readLeadFilters } from "#subjects/leads/rules/lead-filters.ts";
import { administratorFunction } from "#server/functions/door/endpoint.ts";

import { readLeadPage } from "./lead-batches.ts";

/**
 * `POST /select-leads`: the ids of the leads that the list shows under `{"query"}`, its address and in its order, each
 * with its `updated_at`, which a change then sends back as seen. 10,000 at most; `has_more` when the list goes on.
 *
 * Ids and instants only: no personal data leaves the server, so that it counts as no reading of the list.
 */
export const selectLeads = administratorFunction(wire.selectLeadsCall, {
  sentences: functionProblems,
  async act(tx, { now }, { query }) {
    const asked = leadQueryOf(readLeadFilters(new URLSearchParams(query)), dayInParis(now));
    const { ids, next } = await readLeadPage(tx, asked, mostSelectedLeads);
    const { rows } = await tx.query<{ lead_id: string; updated_at: string }>(
      `select chosen.lead_id, to_json(lead.updated_at) #>> '{}' as updated_at
       from unnest($1::uuid[]) with ordinality as chosen (lead_id, place)
       join public.leads as lead on lead.id = chosen.lead_id
       order by chosen.place`,
      [ids],
    );
    return ok({ leads: rows, has_more: next !== null });
  },
  answer: (selected) => selected,
});
