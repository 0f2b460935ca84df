import type { Context } from "hono";
import * as z from "zod";

import { liveTimings } from "#kit/live-timings.ts";
import * as wire from "#subjects/leads/contract/live.ts";
import { administratorStream } from "#server/functions/door/stream-endpoint.ts";
import type { ServerEvent } from "#engine/http/event-stream.ts";
import type { Batch, LiveEvent, RowChanges } from "#engine/live/row-changes.ts";

/**
 * `GET /lead-events?tab=<uuid>&since=<seconds>`: what changes, as it changes.
 *
 * - `ready`: from here on nothing is missed
 * - `lead`: `{"lead_id", "change": "created|updated|deleted"}`
 * - `alerts`: `count_admin_alerts` gives other figures
 * - `everything`: too much or too long ago to tell; the client reads all leads that it shows again
 * - `presence`: `{"lead_id", "people": [{"user_id", "email"}]}`: who else looks at the lead of this tab
 *
 * A browser that comes back with `Last-Event-ID` gets what it missed, some of it twice; one that begins may ask for
 * what happened while it was loading. Without `tab` there is no presence.
 */
export const leadEvents = administratorStream(wire.leadEventsCall, {
  async feed({ context: { live }, c, caller, say }) {
    const stops: (() => void)[] = [];
    const stop = () => {
      for (const each of stops.splice(0)) each();
    };
    try {
      // First the stream, then what was missed: what happens between them is told twice, and not never.
      const waiting: Batch[] = [];
      let tell = (batch: Batch): void => void waiting.push(batch);
      const subscription = await live.changes.subscribe((batch) => tell(batch));
      stops.push(() => subscription.stop());
      const begin = subscription.position();
      const missed = await readMissed(live.changes, c);

      say([{ name: "ready", data: {}, id: missed?.before ?? begin }]);
      tell = (batch) => say(eventsOf(batch));
      for (const batch of missed ? [missed, ...waiting] : waiting) tell(batch);

      const tab = z.guid().safeParse(c.req.query("tab"));
      if (tab.success) {
        const here = { tab: tab.data, user_id: caller.userId };
        stops.push(
          await live.presence.watch(here, ({ row_id, people }) =>
            say([{ name: "presence", data: { lead_id: row_id, people } }]),
          ),
        );
      }
      return { position: subscription.position, stop };
    } catch (error) {
      stop();
      throw error;
    }
  },
});

const secondsShape = z.coerce
  .number()
  .int()
  .min(1)
  .max(liveTimings.longestLookBackMs / 1000);

async function readMissed(changes: RowChanges, c: Context): Promise<Batch | undefined> {
  const lastId = c.req.header("last-event-id");
  if (lastId !== undefined) return changes.readSince(lastId);
  const since = secondsShape.safeParse(c.req.query("since"));
  return since.success ? changes.readRecent(since.data) : undefined;
}

/** More at once is more than a stream holds for a slow reader, who would lose it and come back to the same. */
const mostByName = 250;

/** The last one says that all were told: a stream that is cut before it tells them again. */
function eventsOf({ events: told, before, after }: Batch): ServerEvent[] {
  const events: LiveEvent[] = told.length > mostByName ? ["everything", "others"] : told;
  return events.map((event, index) => ({ ...describe(event), id: index === events.length - 1 ? after : before }));
}

function describe(event: LiveEvent): Omit<ServerEvent, "id"> {
  if (event === "everything") return { name: "everything", data: {} };
  // Beside leads, the journal announces what waits for a decision.
  if (event === "others") return { name: "alerts", data: {} };
  return { name: "lead", data: { lead_id: event.id, change: event.change } };
}
