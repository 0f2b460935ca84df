import type { PostgrestError } from "@supabase/postgrest-js";

import { type AccessToken, call, type CallProblem, isRefusedFor } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import { canonicalEmail } from "#kit/email-address.ts";
import type { InactiveReason, LeadStatus } from "#domain/kernel/lead.ts";
import { type Result, failed, ok, withoutValue } from "#kit/result.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { type LeadFilters, leadQueryOf } from "#subjects/leads/rules/lead-filters.ts";
import { type ReceiptsOfLead, readLeadReceipts } from "#subjects/orders/rules/lead-receipts.ts";
import { type LeadRow, type ProposedAnswers, readLeadRow, readNewerAnswers } from "#subjects/leads/rules/lead-row.ts";

import { deleteUserCall } from "#subjects/account/contract/erasures.ts";
import { changeLeadsCall } from "#subjects/leads/contract/lead-changes.ts";
import * as wire from "#subjects/leads/contract/lead-reading.ts";
import {
  adoptNewerAnswersCall,
  countLeadsCall,
  countVolumesCall,
  type LeadCounts,
  type VolumeCount,
  listLeadsCall,
  recordLeadOpenedCall,
  searchLeadsCall,
} from "#subjects/leads/contract/lead-reading.ts";

import { callingAs, createAdminRest, problemOfRows } from "#app/api/admin/admin-rest.ts";
import { seenAtOf, sendAsSeen } from "./as-seen.ts";

/** `not_saved`: the row is gone or did not take the value. `row`: what the lead is, when it is not what was seen. */
export type LeadsProblem = CallProblem | { code: "not_saved"; message: string; row?: LeadRow };

/** Where a page begins: after a lead, as `list_leads` says it. */
export type PagePlace = Record<string, unknown>;

/**
 * `next`: where the next page begins; null when there is none. `total`: how many leads match, not how many came; see
 * `countsExactly`. Null when it was not counted.
 */
export type LeadPage = { rows: LeadRow[]; next: PagePlace | null; total: number | null };

export type LeadChange =
  | { lead_status: LeadStatus }
  | { payment_status: boolean }
  | { inactive_reason: InactiveReason | null };

export type Deletion = {
  leadId: string;
  profileId: string;
  userId: string | null;
  /** `lead`: this lead only. `contact`: all leads of the profile, the profile and its account. */
  scope: "contact" | "lead";
};
export type LeadsApi = {
  /** At most {@link pageSize} leads in the order of the filters. @param after the `next` of the page before */
  list(filters: LeadFilters, after: PagePlace | null, signal?: AbortSignal): Promise<Result<LeadPage, LeadsProblem>>;
  count(signal?: AbortSignal): Promise<Result<LeadCounts, LeadsProblem>>;
  /** Of all leads that the filters leave, how many asked for what; null where there are too many to count. */
  volumes(filters: LeadFilters, signal?: AbortSignal): Promise<Result<VolumeCount[] | null, LeadsProblem>>;
  /** Reads one row again and leaves a trace that it was opened; null once it is gone. */
  open(leadId: string, signal?: AbortSignal): Promise<Result<LeadRow | null, LeadsProblem>>;
  /** The rows of these leads as they are now; those that are gone are missing. They are not recorded as opened. */
  rows(leadIds: readonly string[], signal?: AbortSignal): Promise<Result<LeadRow[], LeadsProblem>>;
  ofProfile(profileId: string, signal?: AbortSignal): Promise<Result<LeadRow[], LeadsProblem>>;
  /** Whatever the case of its letters. */
  withEmail(email: string, signal?: AbortSignal): Promise<Result<LeadRow[], LeadsProblem>>;
  /** The answers that wait beside the lead's own; null when none do. */
  newerAnswers(lead: LeadRow, signal?: AbortSignal): Promise<Result<ProposedAnswers | null, LeadsProblem>>;
  /** What the lead agreed to, and where it came from. */
  receipts(leadId: string, signal?: AbortSignal): Promise<Result<ReceiptsOfLead, LeadsProblem>>;
  /** Puts the waiting answers in place of the lead's own, then reads the row again. */
  adoptNewerAnswers(leadId: string): Promise<Result<LeadRow, LeadsProblem>>;
  /** Puts back what the lead said before, and the answers that waited. */
  undoAdoption(leadId: string): Promise<Result<LeadRow, LeadsProblem>>;
  /**
   * Changes one column, then reads the row again: what the database holds is what is shown.
   *
   * @param seen the row as its author saw it: what a colleague changed meanwhile is not replaced
   */
  change(leadId: string, change: LeadChange, seen?: LeadRow): Promise<Result<LeadRow, LeadsProblem>>;
  /** The `stage` of a refusal says what could not be deleted; nothing is, whatever the stage. */
  delete(deletion: Deletion): Promise<Result<void, CallProblem>>;
};

/** Rows asked for at once. */
export const pageSize = 50;

/** @param accessToken the administrator's; undefined once their session is over */
export function createLeadsApi(api: ApiSettings, accessToken: AccessToken): LeadsApi {
  const caller = callingAs(api, accessToken);
  const rest = createAdminRest(api, accessToken);
  const dashboard = () => rest.from("admin_dashboard").select("*");

  async function list(filters: LeadFilters, after: PagePlace | null, signal?: AbortSignal) {
    const query = leadQueryOf(filters, dayInParis(new Date()));
    const asked = {
      filters_param: query.filters,
      sort_param: query.sort,
      descending_param: query.isDescending,
      after_param: after,
      limit_param: pageSize,
    };
    const page = await call(caller, listLeadsCall, asked, { signal });
    if (!page.ok) return page;
    const { next, count } = page.value;
    const rows = readRows(page.value.rows);
    // A list that is whole on its first page needs no count.
    const isWhole = after === null && next === null;
    return ok({ rows, next, total: count ?? (isWhole ? rows.length : null) });
  }

  async function read(leadId: string, signal?: AbortSignal) {
    const rows = await rowsOf(dashboard().eq("lead_id", leadId), signal);
    return rows.ok ? ok(rows.value[0] ?? null) : rows;
  }

  /** The trace is the database's to keep; a person is not kept waiting for it. */
  async function recordOpening(leadId: string) {
    const opened = await call(caller, recordLeadOpenedCall, { lead_id_param: leadId });
    if (!opened.ok) console.warn("The opening of a lead was not recorded.", { leadId, problem: opened.problem });
  }

  return {
    list,
    volumes: (filters, signal) => {
      const { filters: asked } = leadQueryOf(filters, dayInParis(new Date()));
      return call(caller, countVolumesCall, { filters_param: asked }, { signal });
    },
    count: (signal) => call(caller, countLeadsCall, {}, { signal }),

    async open(leadId, signal) {
      void recordOpening(leadId);
      return read(leadId, signal);
    },

    rows: (leadIds, signal) => rowsOf(dashboard().in("lead_id", leadIds), signal),
    ofProfile: (profileId, signal) => rowsOf(dashboard().eq("user_profile_id", profileId), signal),

    async withEmail(email, signal) {
      const found = await call(caller, searchLeadsCall, { query_param: email }, { signal });
      if (!found.ok) return found;
      const isTheirs = (lead: LeadRow) => lead.email && canonicalEmail(lead.email) === canonicalEmail(email);
      return ok(readRows(found.value).filter(isTheirs));
    },

    async newerAnswers(lead, signal) {
      const newer = await call(caller, wire.readNewerAnswersCall, { lead_id_param: lead.leadId ?? "" }, { signal });
      return newer.ok ? ok(readNewerAnswers(lead, newer.value) ?? null) : newer;
    },

    async receipts(leadId, signal) {
      const receipts = await call(caller, wire.readLeadReceiptsCall, { lead_id_param: leadId }, { signal });
      return receipts.ok ? ok(readLeadReceipts(receipts.value)) : receipts;
    },

    async adoptNewerAnswers(leadId) {
      const adopted = await call(caller, adoptNewerAnswersCall, { lead_id_param: leadId });
      if (!adopted.ok) return adopted;
      const row = await read(leadId);
      if (!row.ok) return row;
      if (!row.value || row.value.newerAnswersAt !== null)
        return failed({ code: "not_saved", message: "Not adopted." });
      return ok(row.value);
    },

    async undoAdoption(leadId) {
      const undone = await call(caller, wire.undoAdoptedAnswersCall, { lead_id_param: leadId });
      if (!undone.ok) return undone;
      const row = await read(leadId);
      if (!row.ok) return row;
      if (!row.value || undone.value !== "undone") return failed({ code: "not_saved", message: undone.value });
      return ok(row.value);
    },

    async change(leadId, change, seen) {
      const send = (seenAt?: string) =>
        call(caller, changeLeadsCall, { ids: [leadId], set: change, ...seenAtOf(seenAt) });
      const changed = seen ? await sendAsSeen(seenOf(seen, change), send) : await send();
      if (!changed.ok && !isOfTheLead(changed.problem)) return changed;
      const row = await read(leadId);
      if (!row.ok) return row;
      if (!row.value) return failed({ code: "not_saved", message: "The row is gone." });
      // What a colleague chose first may be the same.
      if (!holds(row.value, change)) {
        return failed({ code: "not_saved", message: "The row did not take it.", row: row.value });
      }
      return ok(row.value);
    },

    async delete({ leadId, profileId, userId, scope }) {
      const asked = { user_id: userId, lead_id: leadId, profile_id: profileId, scope };
      const deleted = await call(caller, deleteUserCall, asked);
      if (!deleted.ok && deleted.problem.code === "unavailable") {
        console.error("The deletion had no answer.", { leadId, cause: deleted.problem.message });
      }
      return withoutValue(deleted);
    },
  };
}

type RowsQuery = PromiseLike<{ data: unknown; error: PostgrestError | null; status: number }> & {
  abortSignal(signal: AbortSignal): RowsQuery;
};

/** Rows of `admin_dashboard`. */
export async function rowsOf(query: RowsQuery, signal?: AbortSignal): Promise<Result<LeadRow[], CallProblem>> {
  const { data, error, status } = await (signal ? query.abortSignal(signal) : query);
  return error ? failed(problemOfRows(error, status)) : ok(readRows(data));
}

function readRows(data: unknown): LeadRow[] {
  return Array.isArray(data) ? data.map(readLeadRow).filter((row) => row !== undefined) : [];
}

function seenOf({ status, isPaid, inactiveReason, updatedAt: seenAt }: LeadRow, change: LeadChange) {
  if ("lead_status" in change) return { column: "lead_status", value: status, seenAt };
  if ("inactive_reason" in change) return { column: "inactive_reason", value: inactiveReason, seenAt };
  return { column: "payment_status", value: isPaid, seenAt };
}

/** It changed since it was seen, or is gone. */
function isOfTheLead(problem: CallProblem): boolean {
  return isRefusedFor<typeof changeLeadsCall>(problem, "changed_meanwhile", "unknown_lead", "lead_merged");
}

function holds(row: LeadRow, change: LeadChange): boolean {
  if ("lead_status" in change) return row.status === change.lead_status;
  return "inactive_reason" in change
    ? row.inactiveReason === change.inactive_reason
    : row.isPaid === change.payment_status;
}
