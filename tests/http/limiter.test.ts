import { beforeEach, expect, test } from "vitest";

import type { Database } from "#server/db/database.ts";
import { createRateLimiter, type Limit } from "#server/limits/rate-limits.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();

beforeEach(() => db.reset());

const limit: Limit = { purpose: "test", capacity: 2, perHour: 60 };
const visitor = "192.0.2.1";

/** A limiter whose questions to the database are counted and whose clock stands still until it is moved. */
function limiterAt(elapsedMs = 0) {
  const seen = { elapsedMs, questions: 0 };
  const counted: Database = {
    ...db,
    asServer(work) {
      seen.questions += 1;
      return db.asServer(work);
    },
    runAsServer(text, values) {
      seen.questions += 1;
      return db.runAsServer(text, values);
    },
  };
  return { seen, limits: createRateLimiter(counted, () => seen.elapsedMs) };
}

async function drain({ limits }: ReturnType<typeof limiterAt>, from = visitor) {
  for (let taken = 0; taken <= limit.capacity; taken += 1) await limits.consume(limit, from);
}

/** What the machine's clock set back does: all that was written lies in the future. */
const setClockBack = (hours: number) =>
  db.inspect("update private.rate_buckets set updated_at = updated_at + $1 * interval '1 hour'", [hours]);

test("Who was refused is refused from memory until the time that was said; then the database is asked", async () => {
  const limiter = limiterAt();
  await drain(limiter);
  const asked = limiter.seen.questions;

  limiter.seen.elapsedMs = 58_000;
  expect(await limiter.limits.consume(limit, visitor)).toEqual({ isAllowed: false, retryAfterSeconds: 2 });
  expect(limiter.seen.questions).toBe(asked);
  expect((await limiter.limits.consume(limit, "192.0.2.2")).isAllowed).toBe(true);

  limiter.seen.elapsedMs = 60_000;
  await db.inspect("update private.rate_buckets set updated_at = updated_at - interval '1 minute'");
  expect(await limiter.limits.consume(limit, visitor)).toEqual({ isAllowed: true, retryAfterSeconds: 0 });
});

test("A token that is given back ends the refusal at once", async () => {
  const limiter = limiterAt();
  await drain(limiter);
  expect((await limiter.limits.consume(limit, visitor)).isAllowed).toBe(false);
  await limiter.limits.refund(limit, visitor);
  expect((await limiter.limits.consume(limit, visitor)).isAllowed).toBe(true);
});

test("A refusal said again from memory lasts no longer than it was said first", async () => {
  const limiter = limiterAt();
  await drain(limiter);
  for (const elapsedMs of [20_300, 40_700, 59_999]) {
    limiter.seen.elapsedMs = elapsedMs;
    expect((await limiter.limits.consumeAll([[limit, visitor]])).isAllowed).toBe(false);
  }
  limiter.seen.elapsedMs = 60_000;
  const asked = limiter.seen.questions;
  await limiter.limits.consume(limit, visitor);
  expect(limiter.seen.questions).toBe(asked + 1);
});

test("A clock set back by an hour keeps nobody waiting longer than a refusal of today", async () => {
  await drain(limiterAt());
  await setClockBack(1);
  const restarted = limiterAt();
  expect((await restarted.limits.consume(limit, visitor)).isAllowed).toBe(true);
  const next = await restarted.limits.consume(limit, visitor);
  expect(next.isAllowed).toBe(false);
  expect(next.retryAfterSeconds).toBeLessThanOrEqual(60);
});

test("A clock set back gives an empty bucket one token, not a full one", async () => {
  const large: Limit = { purpose: "large", capacity: 50, perHour: 50 };
  const limiter = limiterAt();
  for (let taken = 0; taken < large.capacity; taken += 1) await limiter.limits.consume(large, visitor);
  await setClockBack(24);
  const answers = [];
  for (let asked = 0; asked < 3; asked += 1) answers.push((await limiter.limits.consume(large, visitor)).isAllowed);
  expect(answers).toEqual([true, false, false]);
});
