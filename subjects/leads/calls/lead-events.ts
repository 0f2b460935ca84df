import * as z from "zod/mini";

import { readEventStream } from "#app/api/transport/event-stream.ts";
import { type AccessToken, callPath, call, callProblemOf } from "#app/api/transport/call.ts";
import { type ApiSettings, apiAddress, refusalIn } from "#app/api/transport/rest-client.ts";
import { liveTimings } from "#kit/live-timings.ts";

import { leadEventsCall, leadPresenceCall } from "#subjects/leads/contract/live.ts";

import { callingAs } from "#app/api/admin/admin-rest.ts";
import { backgroundHeaders } from "#app/api/admin/attendance.ts";

const messageShape = z.discriminatedUnion("name", [
  z.object({ name: z.literal("ready") }),
  z.object({
    name: z.literal("lead"),
    data: z.object({ lead_id: z.string(), change: z.enum(["created", "updated", "deleted"]) }),
  }),
  z.object({ name: z.literal("alerts") }),
  z.object({ name: z.literal("everything") }),
  z.object({
    name: z.literal("presence"),
    data: z.object({ lead_id: z.string(), people: z.array(z.object({ email: z.string() })) }),
  }),
]);

/** What the stream says: see `subjects/leads/server/lead-events.ts`. */
export type LiveMessage = z.infer<typeof messageShape>;

export type Following = {
  /** Made up by the tab. */
  tab: string;
  /** Where the stream before this one ended; undefined for the first. */
  lastId: string | undefined;
  /** Without a place to go on from: what happened since so long ago is told too. */
  lookBackMs: number;
  signal: AbortSignal;
  hear: (message: LiveMessage, id: string) => void;
};

/** `lost`: cut, or no answer. `access_ended`: no live session of an administrator any more. */
type Ending = "lost" | "access_ended";

export type LeadEventsApi = {
  /** Resolves when the stream is over. */
  follow(following: Following): Promise<Ending>;
  /** Which lead the tab shows; the others see it. */
  say(place: { tab: string; lead_id: string | null; is_new: boolean }): Promise<void>;
};

/** Without a sign of life for so long, the connection is lost though nothing says so. */
const silenceMs = 2.5 * liveTimings.pauseEveryMs;

/** @param accessToken the administrator's; undefined once their session is over */
export function createLeadEventsApi(api: ApiSettings, accessToken: AccessToken): LeadEventsApi {
  async function read({ tab, lastId, lookBackMs, hear }: Following, watch: Watchdog): Promise<Ending> {
    const token = await accessToken();
    if (token === undefined) return "access_ended";
    const since = Math.ceil(Math.min(lookBackMs, liveTimings.longestLookBackMs) / 1000);
    const asked = new URLSearchParams({ tab, ...(lastId === undefined && { since: String(since) }) });
    const address = apiAddress(api, `${callPath(leadEventsCall)}?${asked.toString()}`);
    const answer = await fetch(address, {
      headers: {
        ...backgroundHeaders(address),
        apikey: api.publishableKey,
        authorization: `Bearer ${token}`,
        ...(lastId !== undefined && { "last-event-id": lastId }),
      },
      cache: "no-store",
      signal: watch.signal,
    });
    if (!answer.ok) return callProblemOf(await refusalIn(answer)).code === "access_ended" ? "access_ended" : "lost";
    if (!answer.body) return "lost";
    for await (const event of readEventStream(answer.body)) {
      watch.feed();
      if (event === "sign of life") continue;
      const message = messageShape.safeParse(event);
      if (message.success) hear(message.data, event.id);
    }
    return "lost";
  }

  return {
    async follow(following) {
      const watch = watchSilence(following.signal);
      try {
        return await read(following, watch);
      } catch {
        // What fetch throws: no network, cut, silent for too long, or no longer wanted.
        return "lost";
      } finally {
        watch.stop();
      }
    },

    async say(place) {
      const said = await call(callingAs(api, accessToken), leadPresenceCall, place);
      if (!said.ok) console.warn("The others were not told which lead is open.", said.problem);
    },
  };
}

type Watchdog = { signal: AbortSignal; feed(): void; stop(): void };

function watchSilence(unwanted: AbortSignal): Watchdog {
  const ending = new AbortController();
  const end = () => ending.abort();
  if (unwanted.aborted) end();
  unwanted.addEventListener("abort", end, { once: true, signal: ending.signal });
  const start = () => setTimeout(end, silenceMs);
  let timer = start();
  const stop = () => clearTimeout(timer);
  return {
    signal: ending.signal,
    stop,
    feed() {
      stop();
      timer = start();
    },
  };
}
