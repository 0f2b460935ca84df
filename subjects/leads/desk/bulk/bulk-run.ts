import {
  type BulkChange,
  isTagChange,
  type LeadOutcome,
  leadsPerCall,
  type SeenLead,
} from "#subjects/leads/calls/bulk.ts";
import type { CallProblem } from "#app/api/transport/call.ts";
import type { Result } from "#kit/result.ts";

/** How far several leads came: each is in one of the two lists, whatever happened. */
export type BulkProgress = {
  outcomes: LeadOutcome[];
  /** Not sent, or sent without an answer: a repeat does not change them twice. */
  left: SeenLead[];
  /** Why it goes no further; none while it runs, once it is through, or when it was stopped. */
  problem?: CallProblem;
};

type Run = {
  leads: readonly SeenLead[];
  /** What came of the leads before, when it goes on. */
  outcomes?: readonly LeadOutcome[];
  send: (leads: SeenLead[]) => Promise<Result<LeadOutcome[], CallProblem>>;
  onProgress: (progress: BulkProgress) => void;
  signal: AbortSignal;
};

/**
 * Call after call, in turn, so that a server never holds more than one of them, and stopping is at once.
 *
 * A call without an answer may have done its work: asked again, its leads are found as they were to be.
 */
export async function runBulk({ leads, outcomes = [], send, onProgress, signal }: Run): Promise<BulkProgress> {
  let progress: BulkProgress = { outcomes: [...outcomes], left: [...leads] };
  while (progress.left.length > 0 && !signal.aborted) {
    const chunk = progress.left.slice(0, leadsPerCall);
    const sent = await send(chunk);
    if (!sent.ok) return { ...progress, problem: sent.problem };
    progress = {
      outcomes: [...progress.outcomes, ...sent.value],
      left: progress.left.slice(leadsPerCall),
    };
    onProgress(progress);
  }
  return progress;
}

const doneCodes = new Set(["changed", "unchanged", "deleted"]);

/** A lead that is gone needs no deleting. */
export function sortOutcomes(outcomes: readonly LeadOutcome[], isDeletion: boolean) {
  const isDone = ({ code }: LeadOutcome) => doneCodes.has(code) || (isDeletion && code === "unknown_lead");
  return {
    done: outcomes.filter(isDone),
    refused: outcomes.filter((outcome) => !isDone(outcome)),
  };
}

/**
 * How to set back what was changed: the leads of each value that stood there before. A tag that was put on those that
 * changed was on none of them, and one that was taken away was on all.
 */
export function groupByBefore(
  outcomes: readonly LeadOutcome[],
  change: BulkChange,
): { before: Record<string, unknown>; leads: SeenLead[] }[] {
  const groups = new Map<string, { before: Record<string, unknown>; leads: SeenLead[] }>();
  for (const { leadId, code, before, updatedAt } of outcomes) {
    if (code !== "changed" || !before) continue;
    const inverse = isTagChange(change) ? { add: change.remove ?? [], remove: change.add ?? [] } : before;
    const key = JSON.stringify(inverse);
    const group = groups.get(key) ?? { before: inverse, leads: [] };
    group.leads.push({ leadId, updatedAt: updatedAt ?? null });
    groups.set(key, group);
  }
  return [...groups.values()];
}
