import { expect, test } from "vitest";

import { createClockWatch } from "./clock-watch.ts";

function watchAt(start: { now: number; elapsed: number }) {
  const time = { ...start };
  return {
    time,
    watch: createClockWatch(
      () => new Date(time.now),
      () => time.elapsed,
    ),
  };
}

test("A clock set back by an hour is noticed once", () => {
  const { time, watch } = watchAt({ now: 10_000_000, elapsed: 0 });
  Object.assign(time, { now: 10_005_000 - 3_600_000, elapsed: 5000 });
  expect(watch.wentBack()).toBe(true);
  Object.assign(time, { now: 10_010_000 - 3_600_000, elapsed: 10_000 });
  expect(watch.wentBack()).toBe(false);
});

test.each([
  ["goes on", 5000],
  ["is corrected by a second", 4000],
  ["jumps forward", 3_600_000],
])("A clock that %s was not set back", (_title, shift) => {
  const { time, watch } = watchAt({ now: 10_000_000, elapsed: 0 });
  Object.assign(time, { now: 10_000_000 + shift, elapsed: 5000 });
  expect(watch.wentBack()).toBe(false);
});
