import * as z from "zod/mini";

import { type ApiSettings, apiAddress } from "#app/api/transport/rest-client.ts";
import { type FunnelOffer, funnelOrigins, leadStatuses } from "#domain/kernel/lead.ts";
import { type Result, failed, ok } from "#kit/result.ts";
import { shownText } from "#domain/kernel/text-rules.ts";

import { type AccessToken, type AdminProblem, createAdminRest, readAdminProblem } from "./admin-rest.ts";

const columns = z.record(z.string(), z.unknown());

export const factKinds = [
  "created",
  "answers",
  "status",
  "payment",
  "owner",
  "note",
  "callback",
  "correction",
  "mail",
  "webhook",
  "consent",
  "account",
  "merged",
  "opened",
] as const;

const factShape = z.object({
  id: z.string(),
  kind: z.enum(factKinds),
  at: z.string(),
  /** E-mail of an administrator; null: the person, or the server. */
  author: z.nullable(z.string()),
  detail: columns,
});

/** One line of the history of a lead. */
export type LeadFact = z.infer<typeof factShape>;

const duplicateShape = z.object({
  lead_id: z.string(),
  funnel_origin: z.enum(funnelOrigins),
  lead_status: z.enum(leadStatuses),
  payment_status: z.boolean(),
  first_name: z.nullable(shownText),
  last_name: z.nullable(shownText),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  company_name: z.nullable(shownText),
  created_at: z.string(),
  has_account: z.boolean(),
  alike: z.array(z.enum(["email", "phone", "company"])),
  is_waiting_list: z.boolean(),
});

/** A lead of another contact that may be the same person. */
export type Duplicate = z.infer<typeof duplicateShape>;

const previewShape = z.object({
  problem: z.nullable(z.object({ code: z.string() })),
  leads: z.array(
    z.object({
      lead_id: z.string(),
      funnel_origin: z.enum(funnelOrigins),
      created_at: z.string(),
      is_of_kept: z.boolean(),
      into_lead_id: z.nullable(z.string()),
    }),
  ),
  submissions: z.int(),
  consents: z.int(),
  payments: z.int(),
  notes: z.int(),
  messages: z.int(),
  /** Who reads everything once they are one. */
  account: z.nullable(
    z.object({ id: z.string(), email: z.nullable(z.string()), phone: z.nullable(z.string()), is_of_kept: z.boolean() }),
  ),
  contact: z.array(z.object({ column: z.string(), kept: z.unknown(), others: z.array(z.unknown()) })),
});

/** What would become one contact, and how much of everything it keeps. */
export type MergePreview = z.infer<typeof previewShape>;

const ownerShape = z.object({ user_id: z.string(), email: z.nullable(z.string()) });
export type LeadOwner = z.infer<typeof ownerShape>;

/** What somebody else wrote meanwhile, under the names of the columns, and when. */
export type Conflict = { stored: Record<string, unknown>; updatedAt: string };

/** `refused`: the service says why, in a French sentence; `conflict` when somebody else was faster. */
export type DeskProblem =
  | { code: "access_ended" }
  | { code: "unavailable" }
  | { code: "refused"; reason: string; sentence: string; field: string | undefined; conflict?: Conflict };

export type OwnerChange = { before: string | null; updatedAt: string };
export type CallbackChange = { before: string | null; callbackAt: string | null; updatedAt: string };

/** `isForCustomer`: they read it in their space; else it is the team's. */
export type NewNote = { text: string; noteId: string; isForCustomer?: boolean };

export type DeskApi = {
  /** The newest first, `historyPage` at a time. */
  history(leadId: string, offset: number, signal?: AbortSignal): Promise<Result<LeadFact[], AdminProblem>>;
  owners(signal?: AbortSignal): Promise<Result<LeadOwner[], AdminProblem>>;
  duplicates(leadId: string, signal?: AbortSignal): Promise<Result<Duplicate[], AdminProblem>>;
  preview(keep: string, merge: string[], signal?: AbortSignal): Promise<Result<MergePreview, AdminProblem>>;
  /** @param noteId under which a repeat writes nothing twice */
  addNote(leadId: string, note: NewNote): Promise<Result<void, DeskProblem>>;
  withdrawNote(leadId: string, noteId: string): Promise<Result<void, DeskProblem>>;
  /** @param seenAt the state it is made on: on another one it is refused; none when whatever stands there may go */
  setOwner(leadId: string, owner: string | null, seenAt?: string): Promise<Result<OwnerChange, DeskProblem>>;
  setCallback(leadId: string, at: string | null, seenAt?: string): Promise<Result<CallbackChange, DeskProblem>>;
  correct(
    leadId: string,
    set: Record<string, unknown>,
    seenAt: string | null,
  ): Promise<Result<{ before: Record<string, unknown>; updatedAt: string }, DeskProblem>>;
  create(given: Record<string, unknown>): Promise<Result<{ leadId: string; isNew: boolean }, DeskProblem>>;
  /**
   * @param account the other contact's, confirmed to be the same person's
   * @returns the name under which it is undone
   */
  merge(keep: string, merge: string[], account?: string): Promise<Result<string, DeskProblem>>;
  undoMerge(mergeId: string): Promise<Result<void, DeskProblem>>;
  exportContact(leadId: string): Promise<Result<Record<string, unknown>, DeskProblem>>;
  /** Mails the person a link that carries these answers, under the names of the funnel's state. */
  sendResumeLink(funnel: FunnelOffer, answers: Record<string, unknown>): Promise<Result<void, DeskProblem>>;
};

/** Lines of the history asked for at once. */
export const historyPage = 50;

const timeoutMs = 15_000;

/** @param accessToken the administrator's; undefined once their session is over */
export function createDeskApi(api: ApiSettings, accessToken: AccessToken): DeskApi {
  const rest = createAdminRest(api, accessToken);

  async function call<Answer>(name: string, body: unknown, shape: z.ZodMiniType<Answer>) {
    const token = await accessToken();
    if (token === undefined) return failed<DeskProblem>({ code: "access_ended" });
    try {
      const response = await fetch(apiAddress(api, `/functions/v1/${name}`), {
        method: "POST",
        headers: {
          "content-type": "application/json",
          apikey: api.publishableKey,
          authorization: `Bearer ${token}`,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const answer: unknown = await response.json().catch(() => null);
      if (!response.ok) return failed(readProblem(response.status, answer));
      const read = shape.safeParse(answer);
      return read.success ? ok(read.data) : failed<DeskProblem>({ code: "unavailable" });
    } catch {
      // What fetch throws: no network, or our own deadline.
      return failed<DeskProblem>({ code: "unavailable" });
    }
  }

  async function read<Answer>(
    name: string,
    parameters: Record<string, unknown>,
    shape: z.ZodMiniType<Answer>,
    { signal, from }: { signal?: AbortSignal | undefined; from?: number } = {},
  ): Promise<Result<Answer, AdminProblem>> {
    let query = rest.rpc(name, parameters);
    if (from !== undefined) query = query.range(from, from + historyPage - 1);
    if (signal) query = query.abortSignal(signal);
    const { data, error, status } = await query;
    return error ? failed(readAdminProblem(error, status)) : ok(z.parse(shape, data));
  }

  const done = z.object({});

  return {
    history: (leadId, from, signal) =>
      read("lead_history", { lead_id_param: leadId }, z.array(factShape), { signal, from }),
    owners: (signal) => read("list_lead_owners", {}, z.array(ownerShape), { signal }),
    duplicates: (leadId, signal) =>
      read("lead_duplicates", { lead_id_param: leadId }, z.array(duplicateShape), { signal }),
    preview: (keep, merge, signal) =>
      read("preview_merge", { keep_param: keep, merge_param: merge }, previewShape, { signal }),

    addNote: async (leadId, { text, noteId, isForCustomer = false }) =>
      nothing(await call("add-note", { lead_id: leadId, text, note_id: noteId, for_customer: isForCustomer }, done)),
    withdrawNote: async (leadId, noteId) =>
      nothing(await call("add-note", { lead_id: leadId, withdraw: noteId }, done)),

    async setOwner(leadId, owner, seenAt) {
      const asked = { ids: [leadId], set: { owner }, ...(seenAt !== undefined && { seen_at: seenAt }) };
      const changed = await call("change-leads", asked, changesShape);
      if (!changed.ok) return changed;
      const [result] = changed.value.results;
      if (!result) return failed({ code: "unavailable" });
      return ok({ before: result.before.owner, updatedAt: result.updated_at });
    },

    async setCallback(leadId, at, seenAt) {
      const asked = { lead_id: leadId, at, ...(seenAt !== undefined && { seen_at: seenAt }) };
      const changed = await call("set-callback", asked, callbackShape);
      if (!changed.ok) return changed;
      const { before, callback_at: callbackAt, updated_at: updatedAt } = changed.value;
      return ok({ before, callbackAt, updatedAt });
    },

    async correct(leadId, set, seenAt) {
      const asked = { lead_id: leadId, set, ...(seenAt !== null && { seen_at: seenAt }) };
      const corrected = await call("correct-lead", asked, z.object({ before: columns, updated_at: z.string() }));
      return corrected.ok ? ok({ before: corrected.value.before, updatedAt: corrected.value.updated_at }) : corrected;
    },

    async create(given) {
      const created = await call("create-lead", given, z.object({ lead_id: z.string(), is_new: z.boolean() }));
      return created.ok ? ok({ leadId: created.value.lead_id, isNew: created.value.is_new }) : created;
    },

    async merge(keep, merge, account) {
      const merged = await call("merge-contacts", { keep, merge, account }, z.object({ merge_id: z.string() }));
      return merged.ok ? ok(merged.value.merge_id) : merged;
    },
    undoMerge: async (mergeId) => nothing(await call("merge-contacts", { undo: mergeId }, done)),

    exportContact: (leadId) => call("export-contact", { lead_id: leadId }, columns),

    sendResumeLink: async (funnel, answers) => nothing(await call("send-resume-link", { funnel, answers }, done)),
  };
}

const changesShape = z.object({
  results: z.array(z.object({ before: z.object({ owner: z.nullable(z.string()) }), updated_at: z.string() })),
});
const callbackShape = z.object({
  before: z.nullable(z.string()),
  callback_at: z.nullable(z.string()),
  updated_at: z.string(),
});

function nothing(result: Result<unknown, DeskProblem>): Result<void, DeskProblem> {
  return result.ok ? ok(undefined) : result;
}

const refusalShape = z.object({
  error: z.string(),
  code: z.string(),
  field: z.optional(z.string()),
  stored: z.optional(columns),
});

function readProblem(status: number, answer: unknown): DeskProblem {
  const read = refusalShape.safeParse(answer);
  if (!read.success) return { code: "unavailable" };
  const { code, error: sentence, field, stored } = read.data;
  // A 403 may also protect what was to be changed: somebody else's note.
  if (status === 401 || code === "not_admin" || code === "insufficient_aal") return { code: "access_ended" };
  const updatedAt = stored?.["updated_at"];
  const conflict = typeof updatedAt === "string" && stored ? { conflict: { stored, updatedAt } } : {};
  return { code: "refused", reason: code, sentence, field, ...conflict };
}
