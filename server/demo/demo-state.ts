import type {
  DemoPayment,
  DemoSwitches,
  ReceivedMail,
  ReceivedWebhook,
  TrackedVisit,
} from "#domain/contracts/demo-page.ts";

/** The most a stand-in remembers; older entries fall out. */
const maxEntries = 2000;

/** What the stand-ins received since the start, newest first, and how they are to behave. In memory: a demonstration. */
export type DemoState = {
  switches: DemoSwitches;
  mails: Journal<ReceivedMail>;
  webhooks: Journal<ReceivedWebhook>;
  payments: Journal<DemoPayment>;
  visits: Journal<TrackedVisit>;
};

export type Journal<Entry> = { add(entry: Entry): void; list(): Entry[]; clear(): void };

export function createDemoState(): DemoState {
  return {
    switches: { webhooks: "ok", mail: "ok", identity: "ok", payments: "ok", api: "ok" },
    mails: createJournal(),
    webhooks: createJournal(),
    payments: createJournal(),
    visits: createJournal(),
  };
}

function createJournal<Entry>(): Journal<Entry> {
  let entries: Entry[] = [];
  return {
    add: (entry) => void (entries = [entry, ...entries].slice(0, maxEntries)),
    list: () => entries,
    clear: () => void (entries = []),
  };
}
