// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from "vitest";

import type { Following, LeadEventsApi } from "#subjects/leads/calls/lead-events.ts";

import type { Background } from "./background-lock.ts";
import { type ConnectionState, followLeads } from "./live-connection.ts";

type Ending = Awaited<ReturnType<LeadEventsApi["follow"]>>;

/** Streams that the test opens, feeds and cuts. */
function start() {
  const streams: (Following & { end: (ending: Ending) => void })[] = [];
  const states: ConnectionState[] = [];
  const waits: number[] = [];
  const wake: (() => void)[] = [];
  const onAccessEnded = vi.fn<() => void>();
  const background = { isOurs: false, hold: vi.fn<Background["hold"]>(() => () => undefined) };
  const stop = followLeads({
    events: {
      say: async () => undefined,
      follow: (following) =>
        new Promise((end) => {
          streams.push({ ...following, end });
          following.signal.addEventListener("abort", () => end("lost"));
        }),
    },
    tab: "tab",
    hear: () => {},
    onState: (state) => void states.push(state),
    onAccessEnded,
    background: { isOurs: () => background.isOurs, hold: background.hold },
    now: () => 0,
    wait: (ms, signal) =>
      new Promise((resolve) => {
        waits.push(ms);
        wake.push(resolve);
        signal.addEventListener("abort", () => resolve());
      }),
  });
  return { streams, states, waits, wake, background, onAccessEnded, stop };
}

function look(visibility: "visible" | "hidden") {
  vi.spyOn(document, "visibilityState", "get").mockReturnValue(visibility);
  document.dispatchEvent(new Event("visibilitychange"));
}

afterEach(() => void vi.restoreAllMocks());

test("A stream that is cut begins again where it ended, after longer and longer waits", async () => {
  const { streams, states, waits, wake, stop } = start();
  streams[0]?.hear({ name: "ready" }, "7.1");
  streams[0]?.hear({ name: "alerts" }, "8.2");
  streams[0]?.end("lost");
  for (let count = 1; count <= 8; count += 1) {
    await vi.waitFor(() => expect(waits).toHaveLength(count));
    wake[count - 1]?.();
    await vi.waitFor(() => expect(streams).toHaveLength(count + 1));
    streams[count]?.end("lost");
  }
  expect(streams.map(({ lastId }) => lastId)).toEqual([undefined, ...Array<string>(8).fill("8.2")]);
  expect(states.slice(0, 3)).toEqual(["connecting", "following", "lost"]);
  expect(waits[0]).toBeLessThanOrEqual(625);
  expect(waits[7]).toBeGreaterThan(10_000);
  expect(waits[7]).toBeLessThan(20_000);
  stop();
});

test("A network that is back ends the wait", async () => {
  const { streams, waits, stop } = start();
  streams[0]?.end("lost");
  await vi.waitFor(() => expect(waits).toHaveLength(1));
  dispatchEvent(new Event("online"));
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  stop();
});

test("A tab in the background holds no stream and has lost nothing; in front again it catches up", async () => {
  const { streams, states, stop } = start();
  streams[0]?.hear({ name: "ready" }, "7.1");
  look("hidden");
  await vi.waitFor(() => expect(states.at(-1)).toBe("paused"));
  expect(streams[0]?.signal.aborted).toBe(true);
  look("visible");
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  expect(streams[1]?.lastId).toBe("7.1");
  expect(states).not.toContain("lost");
  stop();
});

test("The tab that shows notifications keeps its stream in the background, and takes it up there", async () => {
  const { streams, states, background, stop } = start();
  streams[0]?.hear({ name: "ready" }, "7.1");
  look("hidden");
  await vi.waitFor(() => expect(states.at(-1)).toBe("paused"));
  background.isOurs = true;
  background.hold.mock.calls[0]?.[0]();
  await vi.waitFor(() => expect(streams).toHaveLength(2));
  streams[1]?.hear({ name: "ready" }, "8.1");
  for (const visibility of ["visible", "hidden"] as const) look(visibility);
  expect([streams[1]?.signal.aborted, states.at(-1)]).toEqual([false, "following"]);
  stop();
});

test("An access that ended is not asked for again", async () => {
  const { streams, onAccessEnded } = start();
  streams[0]?.end("access_ended");
  await vi.waitFor(() => expect(onAccessEnded).toHaveBeenCalledOnce());
  expect(streams).toHaveLength(1);
});

test("After a stop nothing is asked or told any more", async () => {
  const { streams, states, stop } = start();
  stop();
  expect(streams[0]?.signal.aborted).toBe(true);
  dispatchEvent(new Event("online"));
  expect(states).toEqual(["connecting"]);
  expect(streams).toHaveLength(1);
});
