import { type AccessToken, call, type CallProblem } from "#app/api/transport/call.ts";
import type { ApiSettings } from "#app/api/transport/rest-client.ts";
import type { FunnelOffer, LeadStatus } from "#domain/kernel/lead.ts";
import { createLeadCall, exportContactCall, mergeContactsCall } from "#subjects/leads/contract/contacts.ts";
import {
  addNoteCall,
  changeLeadsCall,
  correctLeadCall,
  logCallCall,
  noteConsentCall,
  setCallbackCall,
  setSetupCall,
} from "#subjects/leads/contract/lead-changes.ts";
import { callbackFeedCall } from "#subjects/leads/contract/files.ts";
import type { CallOutcome } from "#subjects/leads/rules/today.ts";
import type { Mention } from "#subjects/leads/rules/mentions.ts";
import type { LeadColumns } from "#subjects/leads/rules/lead-row.ts";
import {
  type Duplicate,
  findDuplicatesCall,
  leadDuplicatesCall,
  type LeadFact,
  leadHistoryCall,
  type MergePreview,
  previewMergeCall,
} from "#subjects/leads/contract/lead-reading.ts";
import { sendResumeLinkCall } from "#subjects/funnel/contract/resume-links.ts";
import { type Result, failed, ok, withoutValue } from "#kit/result.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";
import { seenAtOf } from "./as-seen.ts";

export type OwnerChange = { before: string | null; updatedAt: string };
export type CallbackChange = { before: string | null; callbackAt: string | null; updatedAt: string };

/** `isForCustomer`: they read it in their space; else it is the team's. */
export type NewNote = { text: string; noteId: string; isForCustomer?: boolean; mentions?: Mention[] };

/** Left out: it stays as it is. `callbackAt` null: no call is promised any more. */
export type LoggedCall = {
  callId: string;
  outcome: CallOutcome;
  note: string;
  callbackAt?: string | null | undefined;
  status?: LeadStatus | undefined;
};
export type CallLogged = { before: LeadColumns; updatedAt: string };

/** What tells two contacts apart, as it is typed. */
export type TypedContact = { email: string; phone: string; company: string };
/** An agreement to calls, its day as the control of the browser has it. */
export type TypedConsent = { given_on: string; source: string; text: string };

export type DeskApi = {
  /** The newest first, `historyPage` at a time. */
  history(leadId: string, offset: number, signal?: AbortSignal): Promise<Result<LeadFact[], CallProblem>>;
  duplicates(leadId: string, signal?: AbortSignal): Promise<Result<Duplicate[], CallProblem>>;
  /** Leads that have what is typed of a new one: five at most. */
  alike(typed: TypedContact, signal?: AbortSignal): Promise<Result<Duplicate[], CallProblem>>;
  preview(keep: string, merge: string[], signal?: AbortSignal): Promise<Result<MergePreview, CallProblem>>;
  /** @param noteId under which a repeat writes nothing twice */
  addNote(leadId: string, note: NewNote): Promise<Result<void, CallProblem>>;
  withdrawNote(leadId: string, noteId: string): Promise<Result<void, CallProblem>>;
  /** @param seenAt the state it is made on: on another one it is refused; none when whatever stands there may go */
  noteConsent(leadId: string, consent: TypedConsent): Promise<Result<void, CallProblem>>;
  setOwner(leadId: string, owner: string | null, seenAt?: string): Promise<Result<OwnerChange, CallProblem>>;
  setCallback(leadId: string, at: string | null, seenAt?: string): Promise<Result<CallbackChange, CallProblem>>;
  /** Whether the service of a paid lead runs. @returns when the lead was changed */
  setSetup(leadId: string, isDone: boolean): Promise<Result<string, CallProblem>>;
  logCall(leadId: string, call: LoggedCall): Promise<Result<CallLogged, CallProblem>>;
  correct(
    leadId: string,
    set: Record<string, unknown>,
    seenAt: string | null,
  ): Promise<Result<{ before: Record<string, unknown>; updatedAt: string }, CallProblem>>;
  create(given: Record<string, unknown>): Promise<Result<{ leadId: string; isNew: boolean }, CallProblem>>;
  /**
   * @param account the other contact's, confirmed to be the same person's
   * @returns the name under which it is undone
   */
  merge(keep: string, merge: string[], account?: string): Promise<Result<string, CallProblem>>;
  undoMerge(mergeId: string): Promise<Result<void, CallProblem>>;
  exportContact(leadId: string): Promise<Result<Record<string, unknown>, CallProblem>>;
  /** By which a calendar reads one's own call-backs. @param isRenewed another address, which ends the one before */
  callbackFeed(isRenewed: boolean): Promise<Result<string, CallProblem>>;
  /** Mails the person a link that carries these answers, under the names of the funnel's state. */
  sendResumeLink(funnel: FunnelOffer, answers: Record<string, unknown>): Promise<Result<void, CallProblem>>;
};

/** Lines of the history asked for at once. */
export const historyPage = 50;

/** @param accessToken the administrator's; undefined once their session is over */
export function createDeskApi(api: ApiSettings, accessToken: AccessToken): DeskApi {
  const caller = callingAs(api, accessToken);

  return {
    history: (leadId, from, signal) =>
      call(caller, leadHistoryCall, { lead_id_param: leadId }, { signal, rows: `offset=${from}&limit=${historyPage}` }),
    duplicates: (leadId, signal) => call(caller, leadDuplicatesCall, { lead_id_param: leadId }, { signal }),
    alike: ({ email, phone, company }, signal) =>
      call(caller, findDuplicatesCall, { email_param: email, phone_param: phone, company_param: company }, { signal }),
    preview: (keep, merge, signal) =>
      call(caller, previewMergeCall, { keep_param: keep, merge_param: merge }, { signal }),

    async addNote(leadId, { text, noteId, isForCustomer = false, mentions = [] }) {
      const note = { lead_id: leadId, text, note_id: noteId, for_customer: isForCustomer, mentions };
      return withoutValue(await call(caller, addNoteCall, note));
    },
    withdrawNote: async (leadId, noteId) =>
      withoutValue(await call(caller, addNoteCall, { lead_id: leadId, withdraw: noteId })),

    noteConsent: async (leadId, consent) =>
      withoutValue(await call(caller, noteConsentCall, { lead_id: leadId, ...consent })),

    async setOwner(leadId, owner, seenAt) {
      const changed = await call(caller, changeLeadsCall, { ids: [leadId], set: { owner }, ...seenAtOf(seenAt) });
      if (!changed.ok) return changed;
      const { before, updated_at: updatedAt } = changed.value.results[0] ?? {};
      if (!before || updatedAt === undefined) return failed({ code: "unavailable" });
      return ok({ before: typeof before.owner === "string" ? before.owner : null, updatedAt });
    },

    async setCallback(leadId, at, seenAt) {
      const changed = await call(caller, setCallbackCall, { lead_id: leadId, at, ...seenAtOf(seenAt) });
      if (!changed.ok) return changed;
      const { before, callback_at: callbackAt, updated_at: updatedAt } = changed.value;
      return ok({ before, callbackAt, updatedAt });
    },

    async setSetup(leadId, isDone) {
      const changed = await call(caller, setSetupCall, { lead_id: leadId, is_done: isDone });
      return changed.ok ? ok(changed.value.updated_at) : changed;
    },

    async logCall(leadId, { callId, outcome, note, callbackAt, status }) {
      const logged = await call(caller, logCallCall, {
        lead_id: leadId,
        call_id: callId,
        outcome,
        note,
        ...(callbackAt !== undefined && { callback_at: callbackAt }),
        ...(status !== undefined && { lead_status: status }),
      });
      return logged.ok ? ok({ before: logged.value.before, updatedAt: logged.value.updated_at }) : logged;
    },

    async correct(leadId, set, seenAt) {
      const corrected = await call(caller, correctLeadCall, { lead_id: leadId, set, ...seenAtOf(seenAt) });
      return corrected.ok ? ok({ before: corrected.value.before, updatedAt: corrected.value.updated_at }) : corrected;
    },

    async create(given) {
      const created = await call(caller, createLeadCall, given);
      return created.ok ? ok({ leadId: created.value.lead_id, isNew: created.value.is_new }) : created;
    },

    async merge(keep, merge, account) {
      const merged = await call(caller, mergeContactsCall, { keep, merge, account });
      return merged.ok ? ok(merged.value.merge_id ?? "") : merged;
    },
    undoMerge: async (mergeId) => withoutValue(await call(caller, mergeContactsCall, { undo: mergeId })),

    exportContact: (leadId) => call(caller, exportContactCall, { lead_id: leadId }),

    async callbackFeed(isRenewed) {
      const feed = await call(caller, callbackFeedCall, { renew: isRenewed });
      return feed.ok ? ok(feed.value.url) : feed;
    },

    sendResumeLink: async (funnel, answers) =>
      withoutValue(await call(caller, sendResumeLinkCall, { funnel, answers })),
  };
}
