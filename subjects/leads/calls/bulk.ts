import { type AccessToken, call, type CallProblem, isRefusedFor } from "#app/api/transport/call.ts";
import { downloadFile, type SavedFile } from "#app/api/transport/download.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";
import type { AnswerOf } from "#domain/wire/contract.ts";
import { exportLeadsCall, type SheetFormat } from "#subjects/leads/contract/files.ts";
import {
  changeLeadsCall,
  deleteLeadsCall,
  selectLeadsCall,
  tagLeadsCall,
} from "#subjects/leads/contract/lead-changes.ts";
import { type Result, ok } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";
import type { TagChange } from "./tags.ts";

/** A lead, and the state of it that was seen; null when it was not read. */
export type SeenLead = { leadId: string; updatedAt: string | null };

/** One of them; `before` of an answer is one too, but of tags: they are put back one by one. */
export type BulkChange = { lead_status: LeadStatus } | { owner: string | null } | TagChange;

/** What became of one lead. `before`: what stood there, under the names of the change. */
export type LeadOutcome = {
  leadId: string;
  code: string;
  sentence?: string | undefined;
  before?: Record<string, unknown> | undefined;
  updatedAt?: string | undefined;
};

export type BulkApi = {
  /** The leads that the list shows under this address; `hasMore` when they are more than can be chosen. */
  select(query: string): Promise<Result<{ leads: SeenLead[]; hasMore: boolean }, CallProblem>>;
  /** At most {@link leadsPerCall}. */
  change(leads: SeenLead[], change: BulkChange): Promise<Result<LeadOutcome[], CallProblem>>;
  /** At most {@link leadsPerCall}. A contact goes with the last of its leads. */
  delete(leads: SeenLead[]): Promise<Result<LeadOutcome[], CallProblem>>;
  /** However many of a text: the file of several requests, put together. Of others {@link leadsPerFile}. */
  export(leadIds: string[], format: SheetFormat): Promise<Result<SavedFile, CallProblem>>;
};

/** Half a second of work, measured: on the embedded engine everybody else waits for as long. */
export const leadsPerCall = 50;
/** What one request of an export takes. */
export const leadsPerFile = 1000;
const timeLimitMs = 30_000;

/** @param accessToken the administrator's; undefined once their session is over */
export function createBulkApi(api: ApiSettings, accessToken: AccessToken): BulkApi {
  const caller = { ...callingAs(api, accessToken), timeLimitMs };

  return {
    async select(query) {
      const selected = await call(caller, selectLeadsCall, { query });
      if (!selected.ok) return selected;
      const { leads, has_more: hasMore } = selected.value;
      return ok({
        leads: leads.map(({ lead_id, updated_at }) => ({ leadId: lead_id, updatedAt: updated_at })),
        hasMore,
      });
    },
    async change(leads, set) {
      if (isTagChange(set)) {
        const { ids } = asSeen(leads);
        return outcomesOf(leads, await call(caller, tagLeadsCall, { ids, ...set }));
      }
      return outcomesOf(leads, await call(caller, changeLeadsCall, { ...asSeen(leads), set }));
    },
    delete: async (leads) => outcomesOf(leads, await call(caller, deleteLeadsCall, asSeen(leads))),

    async export(leadIds, format) {
      if (format === "xlsx") return downloadFile(caller, exportLeadsCall, { ids: leadIds, format });
      const parts: Blob[] = [];
      let name = "";
      for (let from = 0; from < leadIds.length; from += leadsPerFile) {
        const ids = leadIds.slice(from, from + leadsPerFile);
        const part = await downloadFile(caller, exportLeadsCall, { ids });
        if (!part.ok) return part;
        ({ name } = part.value);
        parts.push(from === 0 ? part.value.content : await withoutHead(part.value.content));
      }
      return ok({ name, content: new Blob(parts, { type: "text/csv" }) });
    },
  };
}

export function isTagChange(change: BulkChange): change is TagChange {
  return "add" in change || "remove" in change;
}

function asSeen(leads: SeenLead[]) {
  const seen = leads.flatMap(({ leadId, updatedAt }) => (updatedAt === null ? [] : [[leadId, updatedAt] as const]));
  const ids = leads.map(({ leadId }) => leadId);
  return { ids, ...(seen.length > 0 && { seen_at: Object.fromEntries(seen) }) };
}

/** One lead alone is answered as an error: what became of it is its code. */
function outcomesOf(
  leads: SeenLead[],
  called: Result<AnswerOf<typeof changeLeadsCall>, CallProblem>,
): Result<LeadOutcome[], CallProblem> {
  if (called.ok) return ok(called.value.results.map(readOutcome));
  const [only, ...others] = leads;
  const { problem } = called;
  const isOfLead =
    isRefusedFor<typeof changeLeadsCall>(problem, "unknown_lead", "lead_merged", "changed_meanwhile") ||
    isRefusedFor<typeof tagLeadsCall>(problem, "too_many_tags");
  if (problem.code !== "refused" || !only || others.length > 0 || !isOfLead) return called;
  return ok([{ leadId: only.leadId, code: problem.reason, sentence: problem.sentence }]);
}

function readOutcome(result: AnswerOf<typeof changeLeadsCall>["results"][number]): LeadOutcome {
  const { lead_id: leadId, code, error: sentence, before, updated_at: updatedAt } = result;
  return { leadId, code, sentence, before, updatedAt };
}

/** Its first line: names of columns, none of which has a line of its own in it. */
async function withoutHead(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return file.slice(bytes.indexOf(0x0a) + 1);
}
