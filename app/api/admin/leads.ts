import * as z from "zod/mini";

import { type ApiSettings, apiAddress } from "#app/api/transport/rest-client.ts";
import { canonicalEmail } from "#kit/email-address.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";
import { type Result, failed, ok } from "#kit/result.ts";
import { dayInParis } from "#kit/civil-date.ts";
import { type LeadFilters, leadQueryOf } from "#domain/leads/lead-filters.ts";
import { type ReceiptsOfLead, readLeadReceipts } from "#domain/leads/lead-receipts.ts";
import { type LeadRow, type ProposedAnswers, readLeadRow, readNewerAnswers } from "#domain/leads/lead-row.ts";

import { type AdminProblem, createAdminRest, readAdminProblem as problem } from "./admin-rest.ts";

/** `row`: what the lead is, when it is not what was seen. */
export type LeadsProblem = AdminProblem & { row?: LeadRow };

/** Where a page begins: after a lead, as `list_leads` says it. */
export type PagePlace = Record<string, unknown>;

/**
 * `next`: where the next page begins; null when there is none. `total`: how many leads match, not how many came; see
 * `countsExactly`. Null when nobody counted.
 */
export type LeadPage = { rows: LeadRow[]; next: PagePlace | null; total: number | null };

const pageShape = z.object({
  rows: z.array(z.unknown()),
  next: z.nullable(z.record(z.string(), z.unknown())),
  count: z.nullable(z.int()),
});

export type LeadChange = { lead_status: LeadStatus } | { payment_status: boolean };

const leadCountsShape = z.object({
  to_contact: z.int(),
  contacted: z.int(),
  clients: z.int(),
  inactive: z.int(),
  paid: z.int(),
  total: z.int(),
});

/** How many leads are where, over all of them. */
export type LeadCounts = z.infer<typeof leadCountsShape>;

export type Deletion = {
  leadId: string;
  profileId: string;
  userId: string | null;
  /** `lead`: this lead only. `contact`: all leads of the profile, the profile and its account. */
  scope: "contact" | "lead";
};
/** `stage` says what could not be deleted; nothing is, whatever the stage. `reason` is a French sentence or empty. */
export type DeletionProblem =
  | { code: "access_ended" }
  | { code: "failed"; stage: "lead" | "profile" | "account" | "unexpected"; reason: string };

export type LeadsApi = {
  /** At most {@link pageSize} leads in the order of the filters. @param after the `next` of the page before */
  list(filters: LeadFilters, after: PagePlace | null, signal?: AbortSignal): Promise<Result<LeadPage, LeadsProblem>>;
  count(signal?: AbortSignal): Promise<Result<LeadCounts, LeadsProblem>>;
  /** Reads one row again and leaves a trace that it was opened; null once it is gone. */
  open(leadId: string, signal?: AbortSignal): Promise<Result<LeadRow | null, LeadsProblem>>;
  /** The rows of these leads as they are now; those that are gone are missing. Leaves no trace: nobody opened them. */
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
  /**
   * Changes one column, then reads the row again: what the database holds is what is shown.
   *
   * @param seen the row as its author saw it: what a colleague changed meanwhile is not replaced
   */
  change(leadId: string, change: LeadChange, seen?: LeadRow): Promise<Result<LeadRow, LeadsProblem>>;
  delete(deletion: Deletion): Promise<Result<void, DeletionProblem>>;
};

/** Rows asked for at once. */
export const pageSize = 50;

const timeoutMs = 15_000;

/** @param accessToken the administrator's; undefined once their session is over */
export function createLeadsApi(api: ApiSettings, accessToken: () => Promise<string | undefined>): LeadsApi {
  const rest = createAdminRest(api, accessToken);
  const dashboard = () => rest.from("admin_dashboard");

  /** Filters travel as a bound value of a procedure, in a body: no character of a search means anything on the way. */
  async function list(filters: LeadFilters, after: PagePlace | null, signal?: AbortSignal) {
    const asked = leadQueryOf(filters, dayInParis(new Date()));
    let query = rest.rpc("list_leads", {
      filters_param: asked.filters,
      sort_param: asked.sort,
      descending_param: asked.isDescending,
      after_param: after,
      limit_param: pageSize,
    });
    if (signal) query = query.abortSignal(signal);

    const { data, error, status } = await query;
    if (error) return failed(problem(error, status));
    const page = z.parse(pageShape, data);
    const rows = readRows(page.rows);
    // A list that is whole on its first page needs nobody to count it.
    const isWhole = after === null && page.next === null;
    return ok({ rows, next: page.next, total: page.count ?? (isWhole ? rows.length : null) });
  }

  async function rowsWhere(column: string, value: string, signal?: AbortSignal) {
    let query = dashboard().select("*").eq(column, value);
    if (signal) query = query.abortSignal(signal);
    const { data, error, status } = await query;
    return error ? failed(problem(error, status)) : ok(readRows(data));
  }

  async function read(leadId: string, signal?: AbortSignal) {
    const rows = await rowsWhere("lead_id", leadId, signal);
    return rows.ok ? ok(rows.value[0] ?? null) : rows;
  }

  /** The trace is the database's to keep; a person is not kept waiting for it. */
  async function recordOpening(leadId: string) {
    const { error, status } = await rest.rpc("record_lead_opened", { lead_id_param: leadId });
    if (error) console.warn("The opening of a lead was not recorded.", { leadId, status, code: error.code });
  }

  return {
    list,

    async count(signal) {
      let query = rest.rpc("count_leads");
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      return error ? failed(problem(error, status)) : ok(z.parse(leadCountsShape, data));
    },

    async open(leadId, signal) {
      void recordOpening(leadId);
      return read(leadId, signal);
    },

    async rows(leadIds, signal) {
      let query = dashboard().select("*").in("lead_id", leadIds);
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      return error ? failed(problem(error, status)) : ok(readRows(data));
    },

    ofProfile: (profileId, signal) => rowsWhere("user_profile_id", profileId, signal),

    async withEmail(email, signal) {
      let query = rest.rpc("search_leads", { query_param: email });
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      if (error) return failed(problem(error, status));
      return ok(readRows(data).filter((lead) => lead.email && canonicalEmail(lead.email) === canonicalEmail(email)));
    },

    async newerAnswers(lead, signal) {
      let query = rest.rpc("read_newer_answers", { lead_id_param: lead.leadId });
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      if (error) return failed(problem(error, status));
      return ok(readNewerAnswers(lead, data) ?? null);
    },

    async receipts(leadId, signal) {
      let query = rest.rpc("read_lead_receipts", { lead_id_param: leadId });
      if (signal) query = query.abortSignal(signal);
      const { data, error, status } = await query;
      return error ? failed(problem(error, status)) : ok(readLeadReceipts(data));
    },

    async adoptNewerAnswers(leadId) {
      const { error, status } = await rest.rpc("adopt_newer_answers", { lead_id_param: leadId });
      if (error) return failed(problem(error, status));
      const row = await read(leadId);
      if (!row.ok) return row;
      if (!row.value || row.value.newerAnswersAt !== null)
        return failed({ code: "not_saved", message: "Not adopted." });
      return ok(row.value);
    },

    async change(leadId, change, seen) {
      let query = rest.from("leads").update(change).eq("id", leadId);
      if (seen?.status && "lead_status" in change) query = query.eq("lead_status", seen.status);
      if (seen && "payment_status" in change) query = query.eq("payment_status", seen.isPaid);
      const { error, status } = await query;
      if (error) return failed(problem(error, status));
      const row = await read(leadId);
      if (!row.ok) return row;
      // Row level security answers "no row" where a grant would answer an error: believe what is read back.
      if (!row.value) return failed({ code: "not_saved", message: "The row is gone." });
      if (!holds(row.value, change)) {
        return failed({ code: "not_saved", message: "The row did not take it.", row: row.value });
      }
      return ok(row.value);
    },

    async delete({ leadId, profileId, userId, scope }) {
      const token = await accessToken();
      if (token === undefined) return failed({ code: "access_ended" });
      try {
        const response = await fetch(apiAddress(api, "/functions/v1/delete-user"), {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            apikey: api.publishableKey,
            Authorization: `Bearer ${api.publishableKey}`,
            "x-admin-token": token,
          },
          body: JSON.stringify({ user_id: userId, lead_id: leadId, profile_id: profileId, scope }),
          signal: AbortSignal.timeout(timeoutMs),
        });
        return response.ok ? ok(undefined) : failed(await readDeletionProblem(response));
      } catch (cause) {
        // A cut network and a time-out: the only things fetch throws.
        console.error("The deletion had no answer.", { leadId, cause: String(cause) });
        return failed({ code: "failed", stage: "unexpected", reason: "" });
      }
    },
  };
}

function readRows(data: unknown): LeadRow[] {
  return Array.isArray(data) ? data.map(readLeadRow).filter((row) => row !== undefined) : [];
}

function holds(row: LeadRow, change: LeadChange): boolean {
  return "lead_status" in change ? row.status === change.lead_status : row.isPaid === change.payment_status;
}

const deletionStages = ["lead", "profile", "account", "unexpected"] as const;

async function readDeletionProblem(response: Response): Promise<DeletionProblem> {
  const body: unknown = await response.json().catch(() => null);
  const { stage, error, code } = (typeof body === "object" && body !== null ? body : {}) as Record<string, unknown>;
  // A 403 may also protect what was to be deleted: an administrator's account.
  const hasEnded = response.status === 401 || code === "not_admin" || code === "insufficient_aal";
  if (hasEnded) return { code: "access_ended" };
  return {
    code: "failed",
    stage: deletionStages.find((known) => known === stage) ?? "unexpected",
    reason: typeof error === "string" ? error : "",
  };
}
