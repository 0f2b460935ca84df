import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import { type StoredWorkGroup, worklistCall, workParts } from "#subjects/leads/contract/lead-reading.ts";
import { type Result, ok } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

export type WorkPart = (typeof workParts)[number];

/** `since`: when they asked, went to pay, are to be called back, or will be erased. */
export type WorkItem = { part: WorkPart; since: string; lead: LeadRow };
/** `hasMore`: the database knows of more than it shows. */
export type WorkGroup = { part: WorkPart; items: WorkItem[]; hasMore: boolean };
export type Worklist = { groups: WorkGroup[]; astray: { deliveries: number; payments: number } };

export type ReadWorklist = (signal?: AbortSignal) => Promise<Result<Worklist, CallProblem>>;

/** Empty groups are left out. */
export function createReadWorklist(api: ApiSettings, accessToken: AccessToken): ReadWorklist {
  const caller = callingAs(api, accessToken);
  return async (signal) => {
    const read = await call(caller, worklistCall, {}, { signal });
    if (!read.ok) return read;
    const { parts, astray } = read.value;
    return ok({ astray, groups: workParts.flatMap((part) => groupOf(part, parts[part])) });
  };
}

function groupOf(part: WorkPart, group: StoredWorkGroup | undefined): WorkGroup[] {
  if (!group) return [];
  const items = group.items.flatMap(({ since, lead }) => {
    const row = readLeadRow(lead);
    return row ? [{ part, since, lead: row }] : [];
  });
  return [{ part, items, hasMore: group.has_more }];
}
