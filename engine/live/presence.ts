import type { Logger } from "pino";
import * as z from "zod";

import { liveTimings } from "#kit/live-timings.ts";
import type { Database, Tx } from "#engine/db/database.ts";

/** An account whose tab shows a row. */
export type Onlooker = { user_id: string; email: string };

const placeShape = z.object({
  /** Made up by the tab; with the account it names one. */
  tab: z.guid(),
  user_id: z.guid(),
  email: z.string(),
  /** Null once the tab shows none. */
  row_id: z.nullable(z.guid()),
  /** The others have not heard of it: they say where they are. */
  is_new: z.boolean(),
});
export type Place = z.infer<typeof placeShape>;

type Watched = Pick<Place, "tab" | "user_id">;
type Look = { row_id: string; people: Onlooker[] };

export type Presence = {
  /** Tells every process where a tab is. Tabs say it again every 10 s, or they are taken for lost. */
  say(tx: Tx, place: Place): Promise<void>;
  /**
   * Reports who else has the row of this tab open, at each change. Other tabs of the same user are not counted.
   *
   * @returns how to stop, which also reports to the others that the tab is gone
   */
  watch(tab: Watched, tell: (look: Look) => void): Promise<() => void>;
};

const purgeEveryMs = 4_000;
/** Missed twice and a little more: with the next purge, a lost tab is gone within 30 s. */
const forgetAfterMs = 2 * liveTimings.sayPlaceEveryMs + 4_000;
/** More tabs than a team has. */
const mostTabs = 2000;

const channel = "presence";

type Watcher = Watched & { tell: (look: Look) => void; last: Look | undefined };

/**
 * Presence, by messages between processes: nothing is stored. Each process keeps what it heard while it has watchers.
 * The tabs of a process answer a newcomer on their row, so that a process that has just started learns of them.
 */
export function createPresence(db: Database, log: Logger, now: () => Date): Presence {
  const places = new Map<string, Place & { untilMs: number }>();
  const watchers = new Set<Watcher>();
  let following: Promise<() => Promise<void>> | undefined;

  function hear(payload: string): void {
    const place = readPlace(payload);
    if (!place) return;
    const key = keyOf(place);
    if (place.row_id === null) places.delete(key);
    else if (places.has(key) || places.size < mostTabs) {
      places.set(key, { ...place, untilMs: now().getTime() + forgetAfterMs });
    }
    if (place.is_new) void answer(place).catch(logFailure);
    tellWatchers();
  }

  /** The tabs of this process that look at the same row. */
  async function answer(newcomer: Place): Promise<void> {
    const here = [...watchers]
      .filter((watcher) => keyOf(watcher) !== keyOf(newcomer))
      .flatMap((watcher) => places.get(keyOf(watcher)) ?? [])
      .filter(({ row_id }) => row_id === newcomer.row_id);
    if (here.length === 0) return;
    await db.asServer(async (tx) => {
      for (const { untilMs: _, ...place } of here) await say(tx, { ...place, is_new: false });
    });
  }

  function tellWatchers(): void {
    for (const watcher of watchers) {
      const rowId = places.get(keyOf(watcher))?.row_id;
      if (!rowId) continue;
      const look = { row_id: rowId, people: onlookersOf(rowId, watcher.user_id) };
      const known = watcher.last?.row_id === rowId ? watcher.last : { row_id: rowId, people: [] };
      watcher.last = look;
      if (JSON.stringify(look) !== JSON.stringify(known)) watcher.tell(look);
    }
  }

  function onlookersOf(rowId: string, but: string): Onlooker[] {
    const others = [...places.values()].filter((place) => place.row_id === rowId && place.user_id !== but);
    const people = new Map(others.map(({ user_id, email }) => [user_id, { user_id, email }]));
    return [...people.values()].toSorted((a, b) => a.email.localeCompare(b.email));
  }

  function purgeLost(): void {
    const nowMs = now().getTime();
    for (const [key, { untilMs }] of places) if (untilMs < nowMs) places.delete(key);
    tellWatchers();
  }

  async function follow(): Promise<() => Promise<void>> {
    const stopListening = await db.listen(channel, hear);
    const purging = setInterval(purgeLost, purgeEveryMs).unref();
    return async () => {
      clearInterval(purging);
      places.clear();
      await stopListening();
    };
  }

  async function say(tx: Tx, place: Place): Promise<void> {
    await tx.query("select pg_notify($1, $2)", [channel, JSON.stringify(place)]);
  }

  const logFailure = (error: unknown) => log.warn({ err: error }, "the others were not told who looks at a row");

  return {
    say,

    async watch({ tab, user_id }, tell) {
      const watcher: Watcher = { tab, user_id, tell, last: undefined };
      watchers.add(watcher);
      following ??= follow();
      try {
        await following;
      } catch (error) {
        watchers.delete(watcher);
        following = undefined;
        throw error;
      }
      return () => {
        if (!watchers.delete(watcher)) return;
        const place = places.get(keyOf(watcher));
        const isElsewhere = [...watchers].some((other) => keyOf(other) === keyOf(watcher));
        if (place && !isElsewhere) {
          const gone = { ...place, row_id: null, is_new: false };
          void db.asServer((tx) => say(tx, gone)).catch(logFailure);
        }
        if (watchers.size > 0) return;
        const idle = following;
        following = undefined;
        void idle?.then((stop) => stop()).catch(logFailure);
      };
    },
  };
}

function keyOf({ tab, user_id }: Watched): string {
  return `${user_id} ${tab}`;
}

function readPlace(payload: string): Place | undefined {
  if (payload === "") return undefined; // a lost connection: tabs say it again soon
  const place = placeShape.safeParse(JSON.parse(payload));
  return place.success ? place.data : undefined;
}
