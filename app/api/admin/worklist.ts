import * as z from "zod/mini";

import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type Result, ok } from "#kit/result.ts";
import { type LeadRow, readLeadRow } from "#domain/leads/lead-row.ts";

import type { AccessToken, AdminProblem } from "./admin-rest.ts";
import { createProcedureCall } from "./call-procedure.ts";

/** In the order of the day. */
export const workParts = ["callback", "to_call", "payment", "unfinished", "expiring"] as const;
export type WorkPart = (typeof workParts)[number];

/** `since`: when they asked, went to pay, are to be called back, or will be erased. */
export type WorkItem = { part: WorkPart; since: string; lead: LeadRow };
/** `hasMore`: the database knows of more than it shows. */
export type WorkGroup = { part: WorkPart; items: WorkItem[]; hasMore: boolean };
export type Worklist = { groups: WorkGroup[]; astray: { deliveries: number; payments: number } };

export type ReadWorklist = (signal?: AbortSignal) => Promise<Result<Worklist, AdminProblem>>;

const groupShape = z.object({
  items: z.array(z.object({ since: z.string(), lead: z.unknown() })),
  has_more: z.boolean(),
});
const worklistShape = z.object({
  parts: z.partialRecord(z.enum(workParts), groupShape),
  astray: z.object({ deliveries: z.int(), payments: z.int() }),
});

/** Groups that hold nobody are left out. */
export function createReadWorklist(api: ApiSettings, accessToken: AccessToken): ReadWorklist {
  const call = createProcedureCall(api, accessToken);
  return async (signal) => {
    const read = await call("worklist", {}, worklistShape, signal);
    if (!read.ok) return read;
    const { parts, astray } = read.value;
    return ok({ astray, groups: workParts.flatMap((part) => groupOf(part, parts[part])) });
  };
}

function groupOf(part: WorkPart, group: z.infer<typeof groupShape> | undefined): WorkGroup[] {
  if (!group) return [];
  const items = group.items.flatMap(({ since, lead }) => {
    const row = readLeadRow(lead);
    return row ? [{ part, since, lead: row }] : [];
  });
  return [{ part, items, hasMore: group.has_more }];
}
