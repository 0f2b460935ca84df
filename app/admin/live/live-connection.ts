import { backOffMs } from "#app/api/transport/back-off.ts";
import type { Background } from "./background-lock.ts";
import type { Following, LeadEventsApi, LiveMessage } from "#subjects/leads/calls/lead-events.ts";

/** `following`: what is shown is current. `paused`: the tab is hidden. */
export type ConnectionState = "connecting" | "following" | "lost" | "paused";

type Connection = {
  events: LeadEventsApi;
  tab: string;
  hear: (message: LiveMessage) => void;
  /** Also with the same state, when it begins to follow again. */
  onState: (state: ConnectionState) => void;
  onAccessEnded: () => void;
  background: Background;
  now: () => number;
  wait: (ms: number, signal: AbortSignal) => Promise<void>;
};

const firstRetryMs = 500;
const lastRetryMs = 15_000;
/** A lead may have changed between the loading of its row and the first stream. */
const marginMs = 60_000;

/**
 * One stream while the tab is in front, begun again where it ended: with a longer wait after each failure, at once when
 * the network is back. Of the tabs in the background one at most holds one: browsers keep few connections to one
 * address.
 *
 * @returns how to stop
 */
export function followLeads({
  events,
  tab,
  hear,
  onState,
  onAccessEnded,
  background,
  now,
  wait,
}: Connection): () => void {
  const stopping = new AbortController();
  const startedAtMs = now();
  let lastId: string | undefined;
  let failures = 0;
  let interruption = new AbortController();

  const isPaused = () => document.visibilityState === "hidden" && !background.isOurs();
  const interrupt = () => interruption.abort();
  const onVisibility = () => !background.isOurs() && interrupt();
  document.addEventListener("visibilitychange", onVisibility);
  // A wait ends early, and a stream over a network that is gone is given up.
  for (const change of ["online", "offline"]) addEventListener(change, interrupt);
  const giveBackground = background.hold(() => {
    if (document.visibilityState === "hidden") interrupt();
  });

  const hearAndNote: Following["hear"] = (message, id) => {
    if (stopping.signal.aborted) return;
    lastId = id;
    if (message.name === "ready") {
      failures = 0;
      onState("following");
    }
    hear(message);
  };

  async function run(): Promise<void> {
    while (!stopping.signal.aborted) {
      interruption = new AbortController();
      const { signal } = interruption;
      if (isPaused()) {
        onState("paused");
        await aborted(signal);
        continue;
      }
      const lookBackMs = now() - startedAtMs + marginMs;
      const ending = await events.follow({ tab, lastId, lookBackMs, signal, hear: hearAndNote });
      if (stopping.signal.aborted) return;
      if (ending === "access_ended") return onAccessEnded();
      if (isPaused()) continue;
      onState("lost");
      const delayMs = backOffMs(failures, { firstMs: firstRetryMs, longestMs: lastRetryMs });
      failures += 1;
      interruption = new AbortController();
      await wait(delayMs, interruption.signal);
    }
  }

  onState("connecting");
  void run();
  return () => {
    stopping.abort();
    interruption.abort();
    document.removeEventListener("visibilitychange", onVisibility);
    for (const change of ["online", "offline"]) removeEventListener(change, interrupt);
    giveBackground();
  };
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}

/** Ends early, and well, when it is not wanted any more. */
export function waitUnless(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout>;
  const enough = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return Promise.race([aborted(signal), enough]).finally(() => clearTimeout(timer));
}
