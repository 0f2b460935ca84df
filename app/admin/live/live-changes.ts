import type { Query, QueryClient } from "@tanstack/react-query";

import {
  deliveryKeys,
  isChangeKey,
  isFileKey,
  leadKeys,
  leadOfKey,
  paymentKeys,
  screenKeys,
} from "#app/admin/data/query-keys.ts";
import { stateLeftBy } from "#app/admin/data/own-changes.ts";
import { replaceRows } from "#app/admin/data/shown-leads.ts";
import { valueOf } from "#app/admin/ui/leads-error.ts";
import type { LiveMessage } from "#subjects/leads/calls/lead-events.ts";
import type { LeadPage, LeadsApi } from "#subjects/leads/calls/leads.ts";
import type { LeadRow } from "#subjects/leads/rules/lead-row.ts";

/** Screens ask for something again at most this often, however much happens. */
const rereadEveryMs = 1000;
/** What one click of a colleague changes arrives together. */
const gatherMs = 50;
const retryMs = 5000;
/** Rows that travel in one address. More at once, and the lists are read again as a whole. */
const mostRows = 100;
/** The answer to one's own change may be slower than the word that it happened. */
const echoMs = 3000;

type Options = {
  queryClient: QueryClient;
  leads: Pick<LeadsApi, "rows">;
  /** Leads that no list shows yet. */
  onNewLeads: (leads: LeadRow[]) => void;
  now: () => number;
};

export type LiveChanges = { hear(message: LiveMessage): void; stop(): void };

/**
 * Puts what others changed into the query cache: rows in place, one request for all of them, and what is counted again.
 * Rows do not move, and the administrator's unsaved or pending edits stay on top (`lead-changes.ts`).
 */
export function createLiveChanges({ queryClient, leads, onNewLeads, now }: Options): LiveChanges {
  let due = nothing();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let nextAtMs = -Infinity;
  let isReading = false;
  let isStopped = false;
  const echoes = expectEchoes(queryClient, now);

  function plan(): void {
    if (timer !== undefined || isReading || isStopped || !isDue(due)) return;
    timer = setTimeout(() => void apply(), Math.max(gatherMs, nextAtMs - now()));
  }

  async function apply(): Promise<void> {
    timer = undefined;
    const what = due;
    due = nothing();
    isReading = true;
    nextAtMs = now() + rereadEveryMs;
    try {
      await readAgain(what);
    } catch (error) {
      // A background read: its failure is not shown, and everything is read again later.
      console.warn("What others changed was not read.", error);
      due.isEverything = true;
      nextAtMs = now() + retryMs;
    }
    isReading = false;
    plan();
  }

  async function readAgain({ changed, created, areAlertsDue, isEverything }: Due): Promise<void> {
    if (areAlertsDue || isEverything) invalidateAlerts(queryClient);
    const leadIds = new Set([...changed, ...created]);
    if (leadIds.size === 0 && !isEverything) return;
    const isMuch = isEverything || leadIds.size > mostRows;
    void queryClient.invalidateQueries({
      predicate: (query) => (isMuch ? isReadAgainWhole(query) : isAbout(query, leadIds)),
    });

    const shown = shownLeads(queryClient);
    const worthReading = isMuch
      ? openFiles(queryClient)
      : [...leadIds].filter((id) => shown.has(id) || created.has(id));
    if (worthReading.length === 0) return;
    const read = await leads.rows(worthReading);
    const rows = valueOf(read);
    if (!isStopped) await showRows(worthReading, rows, shown);
  }

  async function showRows(asked: string[], rows: LeadRow[], shown: Set<string>): Promise<void> {
    const isShown = ({ leadId }: LeadRow) => leadId !== null && shown.has(leadId);
    await replaceRows(queryClient, rows.filter(isShown));
    const gone = asked.filter((id) => shown.has(id) && !rows.some(({ leadId }) => leadId === id));
    for (const id of gone) queryClient.setQueriesData({ queryKey: leadKeys.file(id) }, null);
    if (gone.length > 0) void queryClient.invalidateQueries({ queryKey: leadKeys.list });
    const news = rows.filter((row) => !isShown(row));
    if (news.length > 0) onNewLeads(news);
  }

  return {
    hear(message) {
      if (message.name === "everything") due.isEverything = true;
      if (message.name === "alerts") due.areAlertsDue = true;
      if (message.name === "lead" && !echoes.isOwn(message.data)) {
        const { lead_id: leadId, change } = message.data;
        (change === "created" ? due.created : due.changed).add(leadId);
      }
      plan();
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
      echoes.stop();
    },
  };
}

type Due = { changed: Set<string>; created: Set<string>; areAlertsDue: boolean; isEverything: boolean };

function nothing(): Due {
  return { changed: new Set(), created: new Set(), areAlertsDue: false, isEverything: false };
}

function isDue({ changed, created, areAlertsDue, isEverything }: Due): boolean {
  return changed.size + created.size > 0 || areAlertsDue || isEverything;
}

/** A file is read as a row: its own reading is an opening, and openings are recorded. */
function isReadAgainWhole({ queryKey }: Query): boolean {
  return !isFileKey(queryKey);
}

/** What follows all leads, such as their figures, and the parts of the files of these leads. */
function isAbout(query: Query, leadIds: Set<string>): boolean {
  if (query.meta?.followsLeads === true) return true;
  return isReadAgainWhole(query) && leadIds.has(leadOfKey(query.queryKey) ?? "");
}

function invalidateAlerts(queryClient: QueryClient): void {
  for (const queryKey of [
    screenKeys.alerts,
    screenKeys.notifications,
    deliveryKeys.all,
    paymentKeys.all,
    leadKeys.worklist,
  ]) {
    void queryClient.invalidateQueries({ queryKey });
  }
}

function openFiles(queryClient: QueryClient): string[] {
  return queryClient
    .getQueriesData<LeadRow | null>({ queryKey: leadKeys.files })
    .flatMap(([, lead]) => lead?.leadId ?? []);
}

function shownLeads(queryClient: QueryClient): Set<string> {
  const pages = queryClient.getQueriesData<LeadPage>({ queryKey: leadKeys.list });
  const listed = pages.flatMap(([, page]) => page?.rows ?? []).flatMap(({ leadId }) => leadId ?? []);
  return new Set([...listed, ...openFiles(queryClient)]);
}

/**
 * A change made on this screen is shown already, and comes back as one word of the stream. As many words as changes are
 * passed over: a colleague's change of the same lead at the same moment is one word more, and the row is read again.
 */
function expectEchoes(queryClient: QueryClient, now: () => number) {
  const expected: { leadId: string | undefined; untilMs: number; mutationId: number }[] = [];

  const stop = queryClient.getMutationCache().subscribe(({ mutation, type }) => {
    if (type !== "updated" || !isChangeKey(mutation.options.mutationKey)) return;
    const { mutationId, state } = mutation;
    const leadId = leadOfKey(mutation.options.mutationKey);
    const known = expected.findIndex((echo) => echo.mutationId === mutationId);
    if (state.status === "pending" && known < 0) {
      const isOver = expected.findIndex(({ untilMs }) => untilMs < now());
      if (isOver >= 0) expected.splice(isOver, 1);
      expected.push({ leadId, untilMs: Infinity, mutationId });
    }
    const echo = expected[known];
    if (!echo || state.status === "pending") return;
    // What left the row as it was has no echo.
    if (stateLeftBy(state) === undefined) expected.splice(known, 1);
    else echo.untilMs = now() + echoMs;
  });

  return {
    stop,
    isOwn({ lead_id: leadId, change }: { lead_id: string; change: string }): boolean {
      const index = expected.findIndex((echo) => echo.leadId === leadId && echo.untilMs > now());
      if (change !== "updated" || index < 0) return false;
      expected.splice(index, 1);
      return true;
    },
  };
}
