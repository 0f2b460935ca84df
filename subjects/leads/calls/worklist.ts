import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { type LeadRow, readLeadRow } from "#subjects/leads/rules/lead-row.ts";
import { worklistCall } from "#subjects/leads/contract/lead-reading.ts";
import { type WorkReason, workReasons } from "#subjects/leads/rules/today.ts";
import { type BillingEvent, readBilling } from "#subjects/payments/rules/billing.ts";
import { type Result, ok } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";

/** `dueAt`: when they asked, paid, went to pay, are to be called back, will be debited or erased. */
export type WorkItem = {
  reason: WorkReason;
  dueAt: string;
  lead: LeadRow;
  /** What the payment provider said, where that is the reason. */
  billing?: BillingEvent | undefined;
};
/** `hasMore`: the database knows of more than it shows. */
export type WorkGroup = { reason: WorkReason; items: WorkItem[]; hasMore: boolean };
export type Worklist = { groups: WorkGroup[]; astray: { deliveries: number; payments: number } };

export type ReadWorklist = (isMine: boolean, signal?: AbortSignal) => Promise<Result<Worklist, CallProblem>>;

/** The most urgent reason first; without those of which there is none. */
export function createReadWorklist(api: ApiSettings, accessToken: AccessToken): ReadWorklist {
  const caller = callingAs(api, accessToken);
  return async (isMine, signal) => {
    const read = await call(caller, worklistCall, { mine_param: isMine }, { signal });
    if (!read.ok) return read;
    const { lines, more, astray } = read.value;
    const items = lines.flatMap(({ reason, due_at: dueAt, lead, billing }): WorkItem[] => {
      const row = readLeadRow(lead);
      return row ? [{ reason, dueAt, lead: row, billing: readBilling([billing])[0] }] : [];
    });
    const groups = workReasons.map((reason) => ({
      reason,
      items: items.filter((item) => item.reason === reason),
      hasMore: more.includes(reason),
    }));
    return ok({ astray, groups: groups.filter((group) => group.items.length > 0) });
  };
}
