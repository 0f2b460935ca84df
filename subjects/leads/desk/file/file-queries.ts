import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";

import { type AskedChange, queuedChange, undoInQueue } from "#app/admin/data/own-changes.ts";
import { leadKeys } from "#app/admin/data/query-keys.ts";
import { showChange } from "#app/admin/data/shown-leads.ts";
import { useServices } from "#app/admin/data/services.ts";
import { longInstant } from "#app/admin/ui/formats.ts";
import { sentenceOf as sentenceOrElse, valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import { sendAsSeen } from "#subjects/leads/calls/as-seen.ts";
import { historyPage, type NewNote } from "#subjects/leads/calls/desk.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import { fileCopy as copy } from "#subjects/leads/words/admin-file.ts";
import { type Result, failed, ok } from "#kit/result.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

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
  const { mutate, data, isPending } = useMutation({
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
    problem: data?.ok === false ? data.problem : undefined,
  };
}

function textOrNull(stored: unknown): string | null {
  return typeof stored === "string" ? stored : null;
}

/** A column of a lead that is set by itself: its name in the database, and how a row says it. */
type Column = {
  kind: "owner" | "callback";
  column: string;
  read: (row: LeadRow) => string | null;
  write: (value: string | null, updatedAt: string | null) => Partial<LeadRow>;
  send: (value: string | null, seenAt?: string) => Promise<Result<SetColumn, CallProblem>>;
  /** What was done. */
  describe: (value: string | null) => string;
};
type SetColumn = { before: string | null; updatedAt: string };

function useColumnChange(lead: LeadRow, { kind, column, read, write, send, describe }: Column) {
  const queryClient = useQueryClient();
  const offerUndo = useUndo();

  async function sendValue({ change: value, seen }: AskedChange<string | null>) {
    const sent = await sendAsSeen(
      { column, value: read(seen), seenAt: seen.updatedAt },
      (seenAt) => send(value, seenAt),
      (stored, updatedAt) => void showChange(queryClient, lead, write(textOrNull(stored), updatedAt)),
    );
    if (!sent.ok) return failed(sentenceOf(sent.problem));
    return ok({ before: sent.value.before, changed: write(value, sent.value.updatedAt) });
  }

  const { mutate, data, isPending, variables } = useMutation({
    ...queuedChange(queryClient, lead.leadId, kind, sendValue),
    onSuccess: (result, { change, seen }) => {
      if (!result.ok) return;
      const { before, changed } = result.value;
      const asked = { change: before, seen: { ...seen, ...changed } };
      offerUndo({
        sentence: describe(change),
        undo: () => undoInQueue(queryClient, lead.leadId, asked, sendValue),
      });
    },
  });

  const seen = isPending ? { ...lead, ...write(variables.change, lead.updatedAt) } : lead;
  return {
    /** With the change on its way. */
    value: read(seen),
    run: (value: string | null) => void (value !== read(seen) && mutate({ change: value, seen })),
    problem: data?.ok === false ? data.problem : undefined,
  };
}

export function useOwnerChange(lead: LeadRow, nameOf: (owner: string | null) => string | null) {
  const { desk } = useServices();
  return useColumnChange(lead, {
    kind: "owner",
    column: "owner",
    read: ({ owner }) => owner,
    write: (owner, updatedAt) => ({ owner, updatedAt }),
    send: (owner, seenAt) => desk.setOwner(lead.leadId ?? "", owner, seenAt),
    describe: (owner) => copy.undo.owner(nameOf(owner)),
  });
}

export function useCallbackChange(lead: LeadRow) {
  const { desk } = useServices();
  return useColumnChange(lead, {
    kind: "callback",
    column: "callback_at",
    read: ({ callbackAt }) => callbackAt,
    write: (callbackAt, updatedAt) => ({ callbackAt, updatedAt }),
    send: (at, seenAt) => desk.setCallback(lead.leadId ?? "", at, seenAt),
    describe: (at) => copy.undo.callback(at === null ? null : longInstant(at)),
  });
}

export function useNewNote(leadId: string, onDone: () => void) {
  const { desk } = useServices();
  const queryClient = useQueryClient();
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
          await queryClient.invalidateQueries({ queryKey: leadKeys.history(leadId) });
          return undone.ok ? undefined : undone.problem;
        },
      });
    },
  );
}
