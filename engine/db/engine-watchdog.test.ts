import { expect, test } from "vitest";

import { hasOverrun } from "./engine-watchdog.ts";

/** Bounds below are lower ones where they depend on the clock: the machine may be busy. */
const deadlineMs = 80;

/** An engine that gets this share of a processor, and answers questions about it. */
function engineWith(share: number): () => Promise<number> {
  const startedAt = performance.now();
  return async () => (performance.now() - startedAt) * share;
}

async function endedAfter(readCpuMs: () => Promise<number>): Promise<number> {
  const startedAt = performance.now();
  expect(await hasOverrun({ readCpuMs, deadlineMs }, new AbortController().signal)).toBe(true);
  return performance.now() - startedAt;
}

test("With a processor of its own a statement is ended at its deadline", async () => {
  expect(await endedAfter(engineWith(1))).toBeGreaterThan(deadlineMs * 0.9);
});

test("On a starved machine it is ended once it has used as much, not when the clock says so", async () => {
  expect(await endedAfter(engineWith(0.1))).toBeGreaterThan(deadlineMs * 7);
});

test("An engine that does nothing, or does not answer, hangs and is ended", async () => {
  expect(await endedAfter(async () => 5000)).toBeGreaterThan(deadlineMs * 0.9);
  expect(await endedAfter(() => new Promise<number>(() => undefined))).toBeGreaterThan(deadlineMs * 0.9);
});

test("What is over before its deadline is not ended", async () => {
  const stopping = new AbortController();
  const watched = hasOverrun({ readCpuMs: engineWith(0.1), deadlineMs }, stopping.signal);
  setTimeout(() => stopping.abort(), deadlineMs * 2);
  expect(await watched).toBe(false);
});
