import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { showFreshRow } from "#app/admin/data/shown-leads.ts";
import { useServices } from "#app/admin/data/services.ts";
import { longInstant } from "#app/admin/ui/formats.ts";
import { sentenceOf as sentenceOrElse, valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { sendAsSeen } from "#app/api/admin/as-seen.ts";
import { historyPage, type NewNote } from "#app/api/admin/desk.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import { fileCopy as copy } from "#content/admin-file.ts";
import { type Result, failed, ok } from "#kit/result.ts";
import type { LeadRow } from "#domain/leads/lead-row.ts";

/**
 * One lead, read again when its file opens.
 *
 * Never read again by itself: each reading is an opening, and openings are recorded.
 */
export function useLeadFile(leadId: string) {
  const { leads } = useServices();
  return useQuery({
    queryKey: leadKeys.file(leadId),
    queryFn: async ({ signal }) => valueOf(await leads.open(leadId, signal)),
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export type DeletionExtent = { ofProfile: LeadRow[]; untouched: LeadRow[] };

/** What deleting this lead's contact takes with it, and what it leaves although the e-mail is the same. */
export function useDeletionExtent({ leadId, profileId, email }: LeadRow) {
  const { leads } = useServices();
  return useQuery({
    queryKey: leadKeys.deletion(leadId ?? ""),
    queryFn: async ({ signal }): Promise<DeletionExtent> => {
      const [ofProfile, sameEmail] = await Promise.all([
        leads.ofProfile(profileId ?? "", signal).then(valueOf),
        email === null ? [] : leads.withEmail(email, signal).then(valueOf),
      ]);
      return { ofProfile, untouched: sameEmail.filter((lead) => lead.profileId !== profileId) };
    },
    enabled: leadId !== null && profileId !== null,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
}

/** Page by page, the newest first. */
export function useHistory(leadId: string) {
  const { desk } = useServices();
  return useInfiniteQuery({
    queryKey: leadKeys.history(leadId),
    queryFn: async ({ pageParam, signal }) => valueOf(await desk.history(leadId, pageParam, signal)),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length === historyPage ? pages.length * historyPage : undefined),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function useDuplicates(leadId: string) {
  const { desk } = useServices();
  return useQuery({
    queryKey: leadKeys.duplicates(leadId),
    queryFn: async ({ signal }) => valueOf(await desk.duplicates(leadId, signal)),
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
}

export function sentenceOf(problem: CallProblem): string {
  return sentenceOrElse(problem, copy.unavailable);
}

function readable<Value>(result: Result<Value, CallProblem>): Result<Value, string> {
  return result.ok ? result : failed(sentenceOf(result.problem));
}

/** One change of the open file: what is refused is a sentence, and what is done is read again in its history. */
export function useFileChange<Asked, Value>(
  leadId: string,
  send: (asked: Asked) => Promise<Result<Value, CallProblem>>,
  onDone: (value: Value, asked: Asked) => void,
) {
  const queryClient = useQueryClient();
  const { mutate, data, isPending, variables, reset } = useMutation({
    mutationFn: async (asked: Asked) => readable(await send(asked)),
    onSuccess: (result, asked) => {
      if (result.ok) onDone(result.value, asked);
      return queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) });
    },
  });
  return {
    /** A second click while one runs does nothing. */
    run: (asked: Asked) => void (!isPending && mutate(asked)),
    isPending,
    asked: isPending ? variables : undefined,
    problem: data?.ok === false ? data.problem : undefined,
    reset,
  };
}

/** What a change made of a row is shown wherever the row is; the rest of it is as it was. */
function useShow() {
  const queryClient = useQueryClient();
  return {
    show: (lead: LeadRow, change: Partial<LeadRow>) => void showFreshRow(queryClient, { ...lead, ...change }),
    readHistoryAgain: (leadId: string) => queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) }),
  };
}

function textOrNull(stored: unknown): string | null {
  return typeof stored === "string" ? stored : null;
}

export function useOwnerChange(lead: LeadRow, nameOf: (owner: string | null) => string | null) {
  const { desk } = useServices();
  const { show, readHistoryAgain } = useShow();
  const offerUndo = useUndo();
  const leadId = lead.leadId ?? "";
  const seen = { column: "owner", value: lead.owner, seenAt: lead.updatedAt };

  return useFileChange(
    leadId,
    (owner: string | null) =>
      sendAsSeen(
        seen,
        (seenAt) => desk.setOwner(leadId, owner, seenAt),
        (stored, updatedAt) => show(lead, { owner: textOrNull(stored), updatedAt }),
      ),
    ({ before, updatedAt }, owner) => {
      show(lead, { owner, updatedAt });
      offerUndo({
        sentence: copy.undo.owner(nameOf(owner)),
        undo: async () => {
          const undone = readable(await desk.setOwner(leadId, before, updatedAt));
          if (!undone.ok) return undone.problem;
          show(lead, { owner: before, updatedAt: undone.value.updatedAt });
          await readHistoryAgain(leadId);
          return undefined;
        },
      });
    },
  );
}

export function useCallbackChange(lead: LeadRow) {
  const { desk } = useServices();
  const { show, readHistoryAgain } = useShow();
  const offerUndo = useUndo();
  const leadId = lead.leadId ?? "";
  const seen = { column: "callback_at", value: lead.callbackAt, seenAt: lead.updatedAt };

  return useFileChange(
    leadId,
    (at: string | null) =>
      sendAsSeen(
        seen,
        (seenAt) => desk.setCallback(leadId, at, seenAt),
        (stored, updatedAt) => show(lead, { callbackAt: textOrNull(stored), updatedAt }),
      ),
    ({ before, callbackAt, updatedAt }) => {
      show(lead, { callbackAt, updatedAt });
      offerUndo({
        sentence: copy.undo.callback(callbackAt === null ? null : longInstant(callbackAt)),
        undo: async () => {
          const undone = readable(await desk.setCallback(leadId, before, updatedAt));
          if (!undone.ok) return undone.problem;
          show(lead, { callbackAt: undone.value.callbackAt, updatedAt: undone.value.updatedAt });
          await readHistoryAgain(leadId);
          return undefined;
        },
      });
    },
  );
}

export function useNewNote(leadId: string, onDone: () => void) {
  const { desk } = useServices();
  const { readHistoryAgain } = useShow();
  const offerUndo = useUndo();

  return useFileChange(
    leadId,
    (note: NewNote) => desk.addNote(leadId, note),
    (_, { noteId }) => {
      onDone();
      offerUndo({
        sentence: copy.undo.note,
        undo: async () => {
          const undone = readable(await desk.withdrawNote(leadId, noteId));
          await readHistoryAgain(leadId);
          return undone.ok ? undefined : undone.problem;
        },
      });
    },
  );
}

/** Reads the row again, and what hangs on it, without an opening of the file, which would be recorded. */
export function useRowAgain() {
  const { leads } = useServices();
  const queryClient = useQueryClient();
  return async ({ leadId, profileId }: LeadRow) => {
    const rows = valueOf(await leads.ofProfile(profileId ?? ""));
    const row = rows.find((read) => read.leadId === leadId);
    if (row) await showFreshRow(queryClient, row);
    void queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId ?? "") });
    void queryClient.invalidateQueries({ queryKey: leadKeys.duplicates(leadId ?? "") });
    return row ? ok(row) : failed("gone");
  };
}
