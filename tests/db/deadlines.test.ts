import { describe, expect, test } from "vitest";

import type { Caller } from "#engine/db/database.ts";
import { openDatabaseForFile, testEngine } from "#tests/support/database.ts";
import { atDepth, isFull } from "#tests/support/depth.ts";

/** Source: promise R-15. */
const hostileCount = atDepth(1, 100);
/**
 * Judged where a full run has the machine, on the engine whose statements run side by side. The embedded engine counts
 * its own processor time.
 */
const isJudged = isFull && testEngine === "postgres";
const [longestMs, mostForOthersMs] = isJudged ? [2000, 500] : [Infinity, Infinity];

const anon: Caller = { role: "anon", claims: {} };

// a busy machine may need long to open the embedded engine again: its waiting callers are not the subject
const db = await openDatabaseForFile({ callerTimeoutMs: 300, serverTimeoutMs: 2500, waitForConnectionMs: 25_000 });

/** A statement that is cut costs the embedded engine a new start: `npm test` cuts there the one that never pauses. */
const isThrifty = testEngine === "embedded" && !isFull;
const pausing = [
  ["that sleeps", "select pg_sleep(3600)"],
  [
    "that backtracks",
    `select count(*) from generate_series(1, 5000000) n where repeat('a', 200) || n ~ '(a|aa)+(b|bb)+$'`,
  ],
];

describe("A caller's statement has a deadline", () => {
  test.each([
    ["that counts for ever", "select count(*) from generate_series(1, 3000000000) as n"],
    ...(isThrifty ? [] : pausing),
  ])("A statement %s is cut with 57014, and the next one is served", async (_, statement) => {
    const startedAt = performance.now();

    await expect(db.asCaller(anon, {}, (tx) => tx.query(statement))).rejects.toMatchObject({ code: "57014" });

    expect(performance.now() - startedAt).toBeLessThan(longestMs);
    expect((await db.asCaller(anon, {}, (tx) => tx.query("select current_user::text as role"))).rows).toEqual([
      { role: "anon" },
    ]);
  });

  test("Waiting callers are served meanwhile, in the right role", async () => {
    const slow = db.asCaller(anon, {}, (tx) => tx.query("select pg_sleep(3600)"));
    const waiting = Promise.all(
      Array.from({ length: 20 }, () => db.asCaller(anon, {}, (tx) => tx.query("select current_user::text as role"))),
    );

    await expect(slow).rejects.toMatchObject({ code: "57014" });
    expect((await waiting).map(({ rows }) => rows[0]?.role)).toEqual(Array.from({ length: 20 }, () => "anon"));
  });

  test.skipIf(isThrifty)("The server's own work has a longer one", async () => {
    await expect(db.asServer((tx) => tx.query("select pg_sleep(0.6)"))).resolves.toMatchObject({ rowCount: 1 });
    await expect(db.asServer((tx) => tx.query("select pg_sleep(3600)"))).rejects.toMatchObject({ code: "57014" });
  });

  test.skipIf(isThrifty)(
    `${hostileCount} hostile statements are cut, each in 2 s, and leave a database that answers`,
    { timeout: 90_000 + hostileCount * 5000 },
    async () => {
      const waits: number[] = [];
      let areOver = false;
      /** Another caller meanwhile, one call after the other. */
      const visit = async () => {
        while (!areOver) {
          const askedAt = performance.now();
          await db.asServer((tx) => tx.query("select 1"));
          waits.push(performance.now() - askedAt);
        }
      };
      const attack = async () => {
        const taken: number[] = [];
        for (let each = 0; each < hostileCount; each += 1) {
          const startedAt = performance.now();
          const slow = db.asCaller(anon, {}, (tx) => tx.query("select pg_sleep(3600)"));
          await expect(slow).rejects.toMatchObject({ code: "57014" });
          taken.push(performance.now() - startedAt);
        }
        areOver = true;
        return taken;
      };

      const [taken] = await Promise.all([attack().finally(() => (areOver = true)), visit()]);

      const p95 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.95)] ?? 0;
      console.log(
        `R-15: ${hostileCount} cut after ${Math.round(Math.max(...taken))} ms at most, others p95 ${Math.round(p95)} ms`,
      );
      expect(p95).toBeLessThan(mostForOthersMs);
      expect(Math.max(...taken)).toBeLessThan(longestMs);
      expect((await db.asServer((tx) => tx.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
    },
  );
});
