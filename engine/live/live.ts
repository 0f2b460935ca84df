import type { Logger } from "pino";

import type { Database } from "#engine/db/database.ts";

import { createLeadChanges, type LeadChanges } from "./lead-changes.ts";
import { createOpenStreams, type OpenStreams } from "./open-streams.ts";
import { createPresence, type Presence } from "./presence.ts";

/** Events of a process for open screens. It listens to the database only while it has subscribers. */
export type Live = { leads: LeadChanges; presence: Presence; streams: OpenStreams };

export function createLive({ db, log, now }: { db: Database; log: Logger; now: () => Date }): Live {
  return {
    leads: createLeadChanges(db, log),
    presence: createPresence(db, log, now),
    streams: createOpenStreams(),
  };
}
