import { useMutation, useMutationState, useQuery, useQueryClient } from "@tanstack/react-query";

import { type AskedChange, queuedChange, undoInQueue } from "#app/admin/data/own-changes.ts";
import { followsLeads, isChangeKey, leadKeys, leadOfKey, screenKeys } from "#app/admin/data/query-keys.ts";
import { type AdminServices, useServices } from "#app/admin/data/services.ts";
import { sentenceOf } from "#subjects/leads/desk/file/file-queries.ts";
import { longInstant } from "#app/admin/ui/formats.ts";
import { LeadsError, valueOf } from "#app/admin/ui/leads-error.ts";
import { useUndo } from "#app/admin/ui/undo-provider.tsx";
import type { LeadsProblem } from "#subjects/leads/calls/leads.ts";
import { sendAsSeen } from "#subjects/leads/calls/as-seen.ts";
import { newUuid } from "#app/api/transport/uuid.ts";
import type { WorkItem } from "#subjects/leads/calls/worklist.ts";
import { fileCopy } from "#subjects/leads/words/admin-file.ts";
import { adminToday as copy } from "#subjects/leads/words/admin-today.ts";
import { admin } from "#content/shared/admin.ts";
import type { LeadStatus } from "#domain/kernel/lead.ts";
import { failed, ok, type Result } from "#kit/result.ts";
import { type LeadRow, nameOfLead } from "#subjects/leads/rules/lead-row.ts";

/** Call-backs fall due and waits grow with the clock, which sends no event. */
const readAgainMs = 60_000;

export function useWorklist(isMine: boolean) {
  const { readWorklist } = useServices();
  return useQuery({
    queryKey: leadKeys.worklistOf(isMine),
    queryFn: async ({ signal }) => valueOf(await readWorklist(isMine, signal)),
    refetchInterval: readAgainMs,
    meta: followsLeads,
  });
}

/**
 * `setup`: its service runs. `drop`: it is let go. `settle`: what the provider said is dealt with. `later`: an instant,
 * ISO 8601.
 */
export type Act =
  | { kind: "done" | "setup" | "drop" }
  | { kind: "settle"; eventId: string }
  | { kind: "later"; at: string };

/**
 * How to take it back, from the state that the lead was left in. What it made of the row, or a sentence when that does
 * not work.
 */
type TakeBack = (on: string | null) => Promise<Result<Partial<LeadRow>, string>>;
type Outcome = Result<{ changed: Partial<LeadRow>; takeBack: TakeBack }, string>;

/**
 * What is done about one line. The line is gone from the click on, and comes back with a sentence when what was done
 * was refused.
 */
export function useAct({ lead }: WorkItem) {
  const services = useServices();
  const queryClient = useQueryClient();
  const offerUndo = useUndo();
  const readAgain = () => {
    void queryClient.invalidateQueries({ queryKey: screenKeys.alerts });
    return queryClient.invalidateQueries({ queryKey: leadKeys.worklist });
  };
  const sending = queuedChange(queryClient, lead.leadId, "work", ({ change: act, seen }: AskedChange<Act>) =>
    perform(services, seen, act),
  );

  const { mutate } = useMutation({
    ...sending,
    async onSuccess(outcome, { change: act, seen }) {
      if (!outcome.ok) return readAgain();
      const { changed, takeBack } = outcome.value;
      offerUndo({
        sentence: describe(lead, act),
        undo: async () => {
          const asked = { change: takeBack, seen: { ...seen, ...changed } };
          return undoInQueue(queryClient, lead.leadId, asked, async ({ seen: { updatedAt } }) => {
            const undone = await takeBack(updatedAt);
            return undone.ok ? ok({ changed: undone.value }) : undone;
          });
        },
      });
      return readAgain();
    },
  });

  const last = useMutationState({
    filters: { mutationKey: sending.mutationKey, exact: true },
    select: ({ state: { status, data } }) => ({ status, outcome: data as Outcome | undefined }),
  }).at(-1);
  return { act: (act: Act) => mutate({ change: act, seen: lead }), problem: last && problemOf(last) };
}

function problemOf({ status, outcome }: { status: string; outcome: Outcome | undefined }): string | undefined {
  if (status === "error") return fileCopy.unavailable;
  return outcome?.ok === false ? outcome.problem : undefined;
}

/** The leads about whom something is on its way. */
export function useLeadsUnderWay(): Set<unknown> {
  const underWay = useMutationState({
    filters: { status: "pending", predicate: ({ options }) => isChangeKey(options.mutationKey, "work") },
    select: ({ options }) => leadOfKey(options.mutationKey),
  });
  return new Set(underWay);
}

function describe(lead: LeadRow, act: Act): string {
  const name = nameOfLead(lead) ?? admin.list.unnamed;
  const said = { done: copy.said.done, setup: copy.said.setup, drop: copy.said.dropped, settle: copy.said.settled };
  return act.kind === "later" ? copy.said.later(name, longInstant(act.at)) : said[act.kind](name);
}

async function settle({ payments }: AdminServices, eventId: string): Promise<Outcome> {
  const send = async (isSettled: boolean) => {
    const sent = await payments.settleBilling(eventId, isSettled);
    return sent.ok ? ok({}) : failed(sentenceOf(sent.problem));
  };
  const settled = await send(true);
  return settled.ok ? ok({ changed: {}, takeBack: () => send(false) }) : settled;
}

function perform(services: AdminServices, lead: LeadRow, act: Act): Promise<Outcome> {
  switch (act.kind) {
    case "done":
      return finish(services, lead);
    case "setup":
      return setSetup(services, lead, true);
    case "drop":
      return setStatus(services, lead, "inactive");
    case "settle":
      return settle(services, act.eventId);
    case "later":
      return setCallback(services, lead, act.at);
  }
}

/**
 * Marks a lead as spoken to: keeps the promised call-back, and sets a new lead to contacted. A lead that was contacted
 * before gets a note of the new talk.
 */
async function finish(services: AdminServices, lead: LeadRow): Promise<Outcome> {
  const { desk } = services;
  const leadId = lead.leadId ?? "";
  const isNew = lead.status === "to_contact";
  let row = lead;
  let changed: Partial<LeadRow> = {};
  const steps: TakeBack[] = [];

  if (lead.callbackAt !== null) {
    const cleared = await setCallback(services, lead, null);
    if (!cleared.ok) return cleared;
    changed = cleared.value.changed;
    row = { ...lead, ...changed };
    steps.push(cleared.value.takeBack);
  }
  if (isNew) {
    const contacted = await setStatus(services, row, "contacted");
    if (!contacted.ok) return contacted;
    changed = contacted.value.changed;
    steps.push(contacted.value.takeBack);
  }
  if (steps.length === 0) {
    const noteId = newUuid();
    const noted = await desk.addNote(leadId, { text: copy.said.note, noteId });
    if (!noted.ok) return failed(sentenceOf(noted.problem));
    steps.push(async () => {
      const undone = await desk.withdrawNote(leadId, noteId);
      return undone.ok ? ok({}) : failed(sentenceOf(undone.problem));
    });
  }
  return ok({ changed, takeBack: (on) => takeBackAll(steps, on) });
}

/** The last first, each on the state that the one before left; what was refused is told, and the rest stays. */
async function takeBackAll(steps: TakeBack[], on: string | null): ReturnType<TakeBack> {
  let changed: Partial<LeadRow> = {};
  for (const step of [...steps].reverse()) {
    const undone = await step(changed.updatedAt ?? on);
    if (!undone.ok) return undone;
    changed = { ...changed, ...undone.value };
  }
  return ok(changed);
}

async function setStatus({ leads }: AdminServices, lead: LeadRow, status: LeadStatus): Promise<Outcome> {
  const leadId = lead.leadId ?? "";
  const set = await leads.change(leadId, { lead_status: status }, lead);
  if (!set.ok) return failed(sentenceOfChange(set.problem));
  return ok({
    changed: set.value,
    takeBack: async (on) => {
      const before = { lead_status: lead.status ?? "to_contact" };
      const undone = await leads.change(leadId, before, { ...set.value, updatedAt: on });
      return undone.ok ? undone : failed(fileCopy.undo.failed);
    },
  });
}

async function setSetup({ desk }: AdminServices, { leadId }: LeadRow, isDone: boolean): Promise<Outcome> {
  const send = async (value: boolean) => {
    const set = await desk.setSetup(leadId ?? "", value);
    return set.ok ? ok({ updatedAt: set.value }) : failed(sentenceOf(set.problem));
  };
  const set = await send(isDone);
  return set.ok ? ok({ changed: set.value, takeBack: () => send(!isDone) }) : set;
}

async function setCallback({ desk }: AdminServices, lead: LeadRow, at: string | null): Promise<Outcome> {
  const leadId = lead.leadId ?? "";
  /** On the state that is shown: a colleague's other day stays. */
  const send = (from: string | null, to: string | null, seenAt: string | null) =>
    sendAsSeen({ column: "callback_at", value: from, seenAt }, (seen) => desk.setCallback(leadId, to, seen));

  const set = await send(lead.callbackAt, at, lead.updatedAt);
  if (!set.ok) return failed(sentenceOf(set.problem));
  const { before, callbackAt, updatedAt } = set.value;
  return ok({
    changed: { callbackAt, updatedAt },
    takeBack: async (on) => {
      const undone = await send(callbackAt, before, on);
      if (!undone.ok) return failed(sentenceOf(undone.problem));
      return ok({ callbackAt: undone.value.callbackAt, updatedAt: undone.value.updatedAt });
    },
  });
}

function sentenceOfChange(problem: LeadsProblem): string {
  if (problem.code === "access_ended") throw new LeadsError(problem);
  return problem.code === "not_saved" && problem.row ? fileCopy.undo.changedMeanwhile : fileCopy.unavailable;
}
