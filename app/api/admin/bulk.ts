import * as z from "zod/mini";

import { type ApiSettings, requestApi } from "#app/api/transport/rest-client.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";
import { type Result, failed, ok } from "#kit/result.ts";

import { type AccessToken, type ActionProblem, downloadAsAdmin, endedRights, type SavedFile } from "./admin-rest.ts";

/** A lead, and the state of it that was seen; null when nobody saw one. */
export type SeenLead = { leadId: string; updatedAt: string | null };

/** One of them; `before` of an answer is one too. */
export type BulkChange = { lead_status: LeadStatus } | { owner: string | null };

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
  select(query: string): Promise<Result<{ leads: SeenLead[]; hasMore: boolean }, ActionProblem>>;
  /** At most {@link leadsPerCall}. */
  change(leads: SeenLead[], change: BulkChange): Promise<Result<LeadOutcome[], ActionProblem>>;
  /** At most {@link leadsPerCall}. A contact goes with the last of its leads. */
  delete(leads: SeenLead[]): Promise<Result<LeadOutcome[], ActionProblem>>;
  /** However many: the file of several requests, put together. */
  export(leadIds: string[]): Promise<Result<SavedFile, ActionProblem>>;
};

/** Half a second of work, measured: on the embedded engine everybody else waits for as long. */
export const leadsPerCall = 50;
/** What one request of an export takes. */
const leadsPerFile = 1000;
const timeoutMs = 30_000;

const outcomesShape = z.object({
  results: z.array(
    z.object({
      lead_id: z.string(),
      code: z.string(),
      error: z.optional(z.string()),
      before: z.optional(z.record(z.string(), z.unknown())),
      updated_at: z.optional(z.string()),
    }),
  ),
});
const selectionShape = z.object({
  leads: z.array(z.object({ lead_id: z.string(), updated_at: z.string() })),
  has_more: z.boolean(),
});

/** @param accessToken the administrator's; undefined once their session is over */
export function createBulkApi(api: ApiSettings, accessToken: AccessToken): BulkApi {
  type Refusal = ActionProblem & { reason?: string };

  async function call<Answer>(name: string, body: object, shape: z.ZodMiniType<Answer>) {
    const token = await accessToken();
    if (token === undefined) return failed<Refusal>({ code: "access_ended" });
    const path = `/functions/v1/${name}`;
    const answer = await requestApi(api, path, { body, accessToken: token, timeLimitMs: timeoutMs });
    if (answer.ok) {
      const read = shape.safeParse(answer.value);
      return read.success ? ok(read.data) : failed<Refusal>({ code: "unavailable" });
    }
    const { problem } = answer;
    if (problem.kind === "unreachable" || problem.message === "") return failed<Refusal>({ code: "unavailable" });
    if (problem.status === 401 || endedRights.has(problem.code)) return failed<Refusal>({ code: "access_ended" });
    return failed<Refusal>({ code: "refused", sentence: problem.message, reason: problem.code });
  }

  async function changeEach(name: string, leads: SeenLead[], set?: BulkChange) {
    const seen = leads.flatMap(({ leadId, updatedAt }) => (updatedAt === null ? [] : [[leadId, updatedAt] as const]));
    const ids = leads.map(({ leadId }) => leadId);
    const body = { ids, ...(set && { set }), ...(seen.length > 0 && { seen_at: Object.fromEntries(seen) }) };
    const changed = await call(name, body, outcomesShape);
    if (changed.ok) return ok(changed.value.results.map(readOutcome));
    const { problem } = changed;
    // One lead alone is answered as an error: what became of it is its code.
    const [only] = leads;
    const isOfLead = leads.length === 1 && problem.reason !== undefined && leadCodes.has(problem.reason);
    if (!only || !isOfLead || problem.code !== "refused") return changed;
    return ok([{ leadId: only.leadId, code: problem.reason ?? "", sentence: problem.sentence }]);
  }

  return {
    async select(query) {
      const selected = await call("select-leads", { query }, selectionShape);
      if (!selected.ok) return selected;
      const { leads, has_more: hasMore } = selected.value;
      return ok({
        leads: leads.map(({ lead_id, updated_at }) => ({ leadId: lead_id, updatedAt: updated_at })),
        hasMore,
      });
    },
    change: (leads, change) => changeEach("change-leads", leads, change),
    delete: (leads) => changeEach("delete-leads", leads),

    async export(leadIds) {
      const parts: Blob[] = [];
      let name = "";
      for (let from = 0; from < leadIds.length; from += leadsPerFile) {
        const ids = leadIds.slice(from, from + leadsPerFile);
        const part = await downloadAsAdmin(api, accessToken, "/functions/v1/export-leads", { ids });
        if (!part.ok) return part;
        ({ name } = part.value);
        parts.push(from === 0 ? part.value.content : await withoutHead(part.value.content));
      }
      return ok({ name, content: new Blob(parts, { type: "text/csv" }) });
    },
  };
}

const leadCodes = new Set(["unknown_lead", "lead_merged", "changed_meanwhile"]);

function readOutcome(result: z.infer<typeof outcomesShape>["results"][number]): LeadOutcome {
  const { lead_id: leadId, code, error: sentence, before, updated_at: updatedAt } = result;
  return { leadId, code, sentence, before, updatedAt };
}

/** Its first line: names of columns, none of which has a line of its own in it. */
async function withoutHead(file: Blob): Promise<Blob> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return file.slice(bytes.indexOf(0x0a) + 1);
}
