import { beforeEach, expect, test } from "vitest";

import type { Database } from "#engine/db/database.ts";
import { createRateLimiter, joinToCount, type Limit } from "#engine/limits/rate-limits.ts";
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

test("A clock set back by an hour prolongs no refusal", async () => {
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

const home = (network: number) => `2001:db8:1:${network.toString(16)}::1`;

test("Visitors of one IPv6 network of 48 bits have eight times what one of them has", async () => {
  const limiter = limiterAt();
  const answers = [];
  for (let network = 0; network < 20; network += 1) {
    answers.push((await limiter.limits.consume(limit, home(network))).isAllowed);
  }
  expect(answers).toEqual([...Array<boolean>(16).fill(true), ...Array<boolean>(4).fill(false)]);
  expect((await limiter.limits.consume(limit, "2001:db8:2::1")).isAllowed).toBe(true);
});

test("A refused network is refused from memory, whichever of its visitors asks", async () => {
  const limiter = limiterAt();
  for (let network = 0; network < 17; network += 1) await limiter.limits.consume(limit, home(network));
  const asked = limiter.seen.questions;
  expect(await limiter.limits.consume(limit, home(99))).toEqual({ isAllowed: false, retryAfterSeconds: 8 });
  expect(limiter.limits.refusalOf(limit, home(98))).toEqual({ isAllowed: false, retryAfterSeconds: 8 });
  const joined = { text: joinToCount("answer as (select 1 as n from counted where is_allowed)"), values: [] };
  expect(await limiter.limits.consumeWith(limit, home(97), joined)).toMatchObject({ isAllowed: false, rows: [] });
  expect(await limiter.limits.consumeAll([[limit, home(96)]])).toMatchObject({ isAllowed: false });
  expect(limiter.seen.questions).toBe(asked);
});

test("One visitor who floods leaves the others of the network their turn", async () => {
  const limiter = limiterAt();
  for (let call = 0; call < 100; call += 1) await limiter.limits.consume(limit, home(1));
  for (let network = 2; network < 8; network += 1) {
    expect((await limiter.limits.consume(limit, home(network))).isAllowed).toBe(true);
  }
});

test("What a statement is joined to counts against both, and a token given back goes to both", async () => {
  const limiter = limiterAt();
  const joined = { text: joinToCount("answer as (select $4::int as n from counted where is_allowed)"), values: [7] };
  const consume = (network: number) => limiter.limits.consumeWith<{ n: number }>(limit, home(network), joined);
  for (let network = 0; network < 16; network += 1) expect((await consume(network)).rows).toMatchObject([{ n: 7 }]);
  expect(await consume(16)).toMatchObject({ isAllowed: false, retryAfterSeconds: 8, rows: [] });
  await limiter.limits.refund(limit, home(3));
  expect(await consume(17)).toMatchObject({ isAllowed: true, retryAfterSeconds: 0, rows: [{ n: 7 }] });
  expect((await consume(18)).isAllowed).toBe(false);
});
