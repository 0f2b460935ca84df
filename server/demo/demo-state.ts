import type {
  DemoInvoice,
  DemoPayment,
  DemoSwitches,
  ReceivedMail,
  ReceivedText,
  ReceivedWebhook,
  TrackedVisit,
} from "#domain/site/demo-page.ts";

/** The most a stand-in remembers, in entries and in characters of their JSON; older ones fall out. */
const maxEntries = 2000;
const maxCharacters = 1_000_000;

/**
 * What the stand-ins received since the start, newest first, and how they are to behave. In memory: a demonstration.
 */
export type DemoState = {
  switches: DemoSwitches;
  mails: DemoLog<ReceivedMail>;
  texts: DemoLog<ReceivedText>;
  webhooks: DemoLog<ReceivedWebhook>;
  payments: DemoLog<DemoPayment>;
  invoices: DemoLog<DemoInvoice>;
  visits: DemoLog<TrackedVisit>;
};

export type DemoLog<Entry> = { add(entry: Entry): void; list(): Entry[]; clear(): void };

export function createDemoState(): DemoState {
  return {
    switches: { webhooks: "ok", mail: "ok", sms: "ok", identity: "ok", payments: "ok", register: "ok", api: "ok" },
    mails: createJournal(),
    texts: createJournal(),
    webhooks: createJournal(),
    payments: createJournal(),
    invoices: createJournal(),
    visits: createJournal(),
  };
}

function createJournal<Entry>(): DemoLog<Entry> {
  /** Oldest first: what is new is added at the end, and what falls out leaves from the start. */
  let kept: { entry: Entry; characters: number }[] = [];
  let characters = 0;
  return {
    add(entry) {
      const added = { entry, characters: JSON.stringify(entry).length };
      kept.push(added);
      characters += added.characters;
      while (kept.length > maxEntries || (characters > maxCharacters && kept.length > 1)) {
        characters -= kept.shift()?.characters ?? 0;
      }
    },
    list: () => kept.map(({ entry }) => entry).toReversed(),
    clear() {
      kept = [];
      characters = 0;
    },
  };
}
