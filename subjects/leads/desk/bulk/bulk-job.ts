import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";

import { leadKeys } from "#app/admin/data/query-keys.ts";
import { useServices } from "#app/admin/data/services.ts";
import { shownRows } from "#app/admin/data/shown-leads.ts";
import { LeadsError } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import type { BulkApi, BulkChange, LeadOutcome, SeenLead } from "#subjects/leads/calls/bulk.ts";
import { bulkCopy as copy } from "#subjects/leads/words/admin-bulk.ts";

import { type BulkProgress, groupByBefore, runBulk, sortOutcomes } from "./bulk-run.ts";

/** `describe`: what was done, of so many leads. */
export type BulkTask =
  | { kind: "change"; change: BulkChange; describe: (count: number) => string }
  | { kind: "deletion" };

export type BulkJob = { task: BulkTask; total: number; progress: BulkProgress; isRunning: boolean };

type Asked = { task: BulkTask; leads: SeenLead[]; outcomes: LeadOutcome[] };

/**
 * One thing done to several leads, that says how far it came, stops, and goes on.
 *
 * It goes on while another screen is open, and says there that it is done.
 */
export function useBulkJob({ onDeleted }: { onDeleted: (leadIds: ReadonlySet<string>, isWhole: boolean) => void }) {
  const { bulk } = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const [job, setJob] = useState<BulkJob>();
  const stopping = useRef(new AbortController());
  /** What one did oneself is no surprise, before the list is read again too. */
  const ownChanges = useRef<LeadOutcome[]>([]);

  const { mutate, isPending } = useMutation({
    mutationFn: async ({ task, leads, outcomes }: Asked) => {
      const total = leads.length + outcomes.length;
      const show = (progress: BulkProgress, isRunning: boolean) => setJob({ task, total, progress, isRunning });
      show({ outcomes, left: leads }, true);
      const end = await runBulk({
        leads,
        outcomes,
        send: (chunk) => send(bulk, task, chunk),
        onProgress: (progress) => show(progress, true),
        signal: stopping.current.signal,
      });
      show(end, false);
      if (end.problem?.code === "access_ended") throw new LeadsError(end.problem);
      return end;
    },
    onSuccess: (end, { task, outcomes: earlier }) => {
      ownChanges.current = end.outcomes;
      readAgain(queryClient);
      const { done, refused } = sortOutcomes(end.outcomes, task.kind === "deletion");
      const isWhole = end.left.length === 0 && refused.length === 0;
      if (task.kind === "deletion") onDeleted(new Set(done.map(({ leadId }) => leadId)), isWhole);
      if (isWhole) setJob(undefined);
      if (done.length === 0) return;
      if (task.kind === "change") {
        // Of what went before, the ten seconds are over.
        const news = end.outcomes.slice(earlier.length).filter(({ code }) => code === "changed");
        offerUndo({
          sentence: task.describe(done.length),
          ...(news.length > 0 && { undo: () => setBack(task.change, news) }),
        });
      } else if (isWhole) {
        offerUndo({ sentence: copy.undo.deleted(done.length) });
      }
    },
  });

  /** Sets each lead back, but for those that changed again since. @returns why not all were */
  async function setBack(change: BulkChange, changed: LeadOutcome[]): Promise<string | undefined> {
    const outcomes: LeadOutcome[] = [];
    for (const { before, leads } of groupByBefore(changed, change)) {
      const end = await runBulk({
        leads,
        send: (chunk) => bulk.change(chunk, before as BulkChange),
        onProgress: () => undefined,
        signal: new AbortController().signal,
      });
      outcomes.push(...end.outcomes);
    }
    ownChanges.current = outcomes;
    readAgain(queryClient);
    const { length: done } = sortOutcomes(outcomes, false).done;
    return done === changed.length ? undefined : copy.undo.partly(done, changed.length - done);
  }

  /** A second click while one runs does nothing. */
  function start(asked: Asked) {
    if (isPending) return;
    stopping.current = new AbortController();
    mutate(asked);
  }

  return {
    job,
    start: (task: BulkTask, leads: SeenLead[]) =>
      start({ task, leads: asSeen(leads, [...shownRows(queryClient), ...ownChanges.current]), outcomes: [] }),
    stop: () => stopping.current.abort(),
    resume: () => job && start({ task: job.task, leads: job.progress.left, outcomes: job.progress.outcomes }),
    /** Those that a colleague changed, seen or not; the rest of the report stays. */
    insist: () => {
      if (!job) return;
      const isOverruled = ({ code }: LeadOutcome) => code === "changed_meanwhile";
      const { outcomes, left } = job.progress;
      const again = outcomes.filter(isOverruled).map(({ leadId }) => ({ leadId, updatedAt: null }));
      start({ task: job.task, leads: [...again, ...left], outcomes: outcomes.filter((one) => !isOverruled(one)) });
    },
    close: () => setJob(undefined),
  };
}

function send(bulk: BulkApi, task: BulkTask, leads: SeenLead[]) {
  return task.kind === "change" ? bulk.change(leads, task.change) : bulk.delete(leads);
}

/** The latest that was seen of each: when it was chosen, on screen, or as one's own change left it. */
function asSeen(
  leads: SeenLead[],
  since: { leadId: string | null; updatedAt?: string | null | undefined }[],
): SeenLead[] {
  const latest = new Map<string | null, string>();
  for (const { leadId, updatedAt } of [...leads, ...since]) {
    if (updatedAt && Date.parse(updatedAt) > Date.parse(latest.get(leadId) ?? "1970-01-01"))
      latest.set(leadId, updatedAt);
  }
  return leads.map(({ leadId }) => ({ leadId, updatedAt: latest.get(leadId) ?? null }));
}

function readAgain(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: leadKeys.list });
  void queryClient.invalidateQueries({ queryKey: leadKeys.counts });
}
