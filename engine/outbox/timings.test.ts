import { expect, test } from "vitest";

import { outboxTimings, probeDelayMs, retryAfterMs, retryDelayMs } from "./timings.ts";

const secondsMs = 1000;
const hoursMs = 3600 * secondsMs;
const average = () => 0.5;

test("A refused delivery has 10 tries, all within the three days after which it is given up", () => {
  const waits = Array.from({ length: 10 }, (_, index) => retryDelayMs(index + 1, outboxTimings, average));
  expect(waits.filter((wait) => wait !== undefined)).toHaveLength(9);
  expect(waits[9]).toBeUndefined();
  const longest = outboxTimings.retryDelaysMs.map((_, index) => retryDelayMs(index + 1, outboxTimings, () => 0.999)!);
  expect(longest.reduce((sum, wait) => sum + wait, 0)).toBeLessThan(outboxTimings.giveUpAfterMs);
});

test("Two deliveries refused together do not come back together", () => {
  const [least, most] = [retryDelayMs(3, outboxTimings, () => 0)!, retryDelayMs(3, outboxTimings, () => 0.999)!];
  expect(most - least).toBeGreaterThan(outboxTimings.retryDelaysMs[2]! * 0.3);
});

test.each([1, 2, 3, 5, 10, 100, 100_000])("A target that failed %i times is asked again within 30 s", (failures) => {
  const wait = probeDelayMs(failures, outboxTimings, () => 0.999);
  expect(wait).toBeGreaterThan(0.5 * secondsMs);
  expect(wait).toBeLessThanOrEqual(30 * secondsMs);
});

test("The promised limits: 15 s for an answer, work of a dead process taken up within a minute, three days in all", () => {
  const { leaseMs, pollMs, answerTimeoutMs, giveUpAfterMs } = outboxTimings;
  expect(answerTimeoutMs).toBe(15 * secondsMs);
  expect(leaseMs + pollMs).toBeLessThan(60 * secondsMs);
  expect(giveUpAfterMs).toBe(72 * hoursMs);
});

test.each([
  ["120", 120 * secondsMs],
  [" 5 ", 5 * secondsMs],
  ["Thu, 20 Nov 2026 10:01:00 GMT", 60 * secondsMs],
  ["99999999", 24 * hoursMs],
  ["0", undefined],
  ["-5", undefined],
  ["1.5", undefined],
  ["soon", undefined],
  ["Thu, 20 Nov 2026 09:00:00 GMT", undefined],
  [undefined, undefined],
])("Retry-After %j asks for %j ms", (header, wait) => {
  expect(retryAfterMs(header, new Date("2026-11-20T10:00:00Z"))).toBe(wait);
});
