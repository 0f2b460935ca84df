import { expect, test } from "vitest";

import { withMinimumDuration } from "./minimum-duration.ts";

const leastMs = 12;

/** Keeps the thread, so that it ends at a fraction of a millisecond of our choice. */
async function workFor(durationMs: number): Promise<string> {
  const endsAt = performance.now() + durationMs;
  while (performance.now() < endsAt);
  return "done";
}

test("No work ends sooner than the least time, whatever fraction of a millisecond it took", async () => {
  for (let durationMs = 0; durationMs < 5; durationMs += 0.13) {
    const startedAt = performance.now();
    expect(await withMinimumDuration(leastMs, () => workFor(durationMs))).toBe("done");
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(leastMs);
  }
});

test("Work that takes longer ends at the next multiple, so that a busy machine does not tell either", async () => {
  for (const durationMs of [leastMs + 0.1, leastMs + 3, 2 * leastMs - 3]) {
    const startedAt = performance.now();
    await withMinimumDuration(leastMs, () => workFor(durationMs));
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(2 * leastMs);
  }
});

test("Work that fails is held back as well", async () => {
  const startedAt = performance.now();
  await expect(withMinimumDuration(leastMs, () => Promise.reject(new Error("refused")))).rejects.toThrow("refused");
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(leastMs);
});
