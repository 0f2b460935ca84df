import { setTimeout as wait } from "node:timers/promises";

import type { Logger } from "pino";

import type { Database } from "#engine/db/database.ts";

import {
  endOfJournal,
  type Position,
  readJournal,
  readMissed,
  readRecent,
  readPosition,
  type RowEvent,
  writePosition,
} from "./journal.ts";
import type { Journal } from "#engine/settings/journal.ts";

/** `others`: something beside the rows has changed. */
export type LiveEvent = RowEvent | "others";

/** What was read at once. Who has had all of it goes on at `after`, who has had a part of it at `before`. */
export type Batch = { events: LiveEvent[]; before: string; after: string };

export type Subscription = {
  /** Everything after it is still to be told. */
  position: () => string;
  stop: () => void;
};

export type RowChanges = {
  /** Tells each change of a row once it is committed, from whichever process; some twice, none never. */
  subscribe(tell: (batch: Batch) => void): Promise<Subscription>;
  /** What was missed since the position a subscriber last had; anything else than a position reads as too old. */
  readSince(position: string): Promise<Batch>;
  /** What happened in the last seconds. */
  readRecent(seconds: number): Promise<Batch>;
};

/** Looks are this far apart, so that a busy hour is read in lumps. */
const pauseMs = 100;
const retryMs = 1000;
/** Without any change, so that a position never gets too old to go on from. */
const lookAnywayMs = 5 * 60_000;

/** Follows a journal while there are subscribers: one reader for the whole process. */
export function createRowChanges(db: Database, log: Logger, journal: Journal): RowChanges {
  const tellers = new Set<(batch: Batch) => void>();
  let reader: Promise<Reader> | undefined;

  const tellAll = (batch: Batch) => {
    for (const tell of tellers) tell(batch);
  };

  return {
    async subscribe(tell) {
      tellers.add(tell);
      const stop = () => {
        if (!tellers.delete(tell) || tellers.size > 0) return;
        const idle = reader;
        reader = undefined;
        void idle?.then((each) => each.stop()).catch(() => undefined); // it never began
      };
      try {
        reader ??= startReader(db, log, journal, tellAll);
        const { position } = await reader;
        return { position, stop };
      } catch (error) {
        reader = undefined;
        tellers.delete(tell);
        throw error;
      }
    },

    async readSince(text) {
      const since = readPosition(text);
      const missed = since && (await db.asServer((tx) => readMissed(tx, journal, since)));
      const { lines, position } = missed ?? {
        ...(await db.asServer((tx) => readJournal(tx, journal, endOfJournal))),
        lines: [{ events: ["everything" as const] }],
      };
      const after = writePosition(position);
      return { events: lines.flatMap(({ events }) => events), before: missed ? text : after, after };
    },

    async readRecent(seconds) {
      const { lines, position } = await db.asServer((tx) => readRecent(tx, journal, seconds));
      const after = writePosition(position);
      return { events: lines.flatMap(({ events }) => events), before: after, after };
    },
  };
}

type Reader = { position: () => string; stop: () => Promise<void> };

async function startReader(db: Database, log: Logger, journal: Journal, tell: (batch: Batch) => void): Promise<Reader> {
  let position: Position | undefined;
  /** Of the last look: a look gives again what transactions beside those still open have written. */
  let told = new Set<number>();
  let areOthersDue = false;
  let isDue = false;
  let isStopped = false;
  let looking: Promise<void> | undefined;

  async function look(): Promise<void> {
    const read = await db.asServer((tx) => readJournal(tx, journal, position?.transaction ?? endOfJournal));
    const fresh = read.lines.filter(({ id }) => id === undefined || !told.has(id));
    const events: LiveEvent[] = fresh.flatMap((line) => line.events);
    if (areOthersDue) events.push("others");
    areOthersDue = false;
    told = new Set(read.lines.flatMap(({ id }) => id ?? []));
    const before = writePosition(position ?? read.position);
    position = read.position;
    if (events.length > 0 && !isStopped) tell({ events, before, after: writePosition(position) });
  }

  async function lookWhileDue(): Promise<void> {
    while (isDue && !isStopped) {
      isDue = false;
      try {
        await look();
        await wait(pauseMs, undefined, { ref: false });
      } catch (error) {
        log.warn({ err: error }, "the journal of changes was not read, trying again");
        isDue = true;
        await wait(retryMs, undefined, { ref: false });
      }
    }
    looking = undefined;
  }

  function lookSoon(): void {
    isDue = true;
    looking ??= lookWhileDue();
  }

  const stopListening = await db.listen(journal.channel, (payload) => {
    // Nothing is said after a lost connection: anything may have been missed.
    areOthersDue ||= payload !== journal.payload;
    lookSoon();
  });
  const lookingAnyway = setInterval(lookSoon, lookAnywayMs).unref();
  try {
    await look();
  } catch (error) {
    clearInterval(lookingAnyway);
    await stopListening();
    throw error;
  }
  return {
    position: () => (position ? writePosition(position) : ""),
    async stop() {
      isStopped = true;
      clearInterval(lookingAnyway);
      await looking;
      await stopListening();
    },
  };
}
