import type { Logger } from "pino";

import type { Database } from "#engine/db/database.ts";

import type { Journal } from "#engine/settings/journal.ts";
import { createOpenStreams, type OpenStreams } from "./open-streams.ts";
import { createPresence, type Presence } from "./presence.ts";
import { createRowChanges, type RowChanges } from "./row-changes.ts";

/** Events of a process for open screens. It listens to the database only while it has subscribers. */
export type Live = { changes: RowChanges; presence: Presence; streams: OpenStreams };

type Given = { db: Database; log: Logger; now: () => Date; journal: Journal };

export function createLive({ db, log, now, journal }: Given): Live {
  return {
    changes: createRowChanges(db, log, journal),
    presence: createPresence(db, log, now),
    streams: createOpenStreams(),
  };
}
