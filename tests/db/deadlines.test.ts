import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { Caller } from "#server/db/database.ts";
import { openTestDatabase, type TestDatabase } from "#tests/support/database.ts";

const anon: Caller = { role: "anon", claims: {} };

let db: TestDatabase;
beforeAll(async () => {
  // a busy machine may need long to open the embedded engine again: whoever waits for it is not the subject
  db = await openTestDatabase({ callerTimeoutMs: 300, serverTimeoutMs: 2500, waitForConnectionMs: 25_000 });
});
afterAll(() => db.close());

describe("A caller's statement has a deadline", () => {
  test.each([
    ["that sleeps", "select pg_sleep(20)"],
    ["that counts for ever", "select count(*) from generate_series(1, 3000000000) as n"],
    [
      "that backtracks",
      `select count(*) from generate_series(1, 5000000) n where repeat('a', 200) || n ~ '(a|aa)+(b|bb)+$'`,
    ],
  ])("A statement %s is cut with 57014, and the next one is served", async (_, statement) => {
    const startedAt = performance.now();

    await expect(db.asCaller(anon, {}, (tx) => tx.query(statement))).rejects.toMatchObject({ code: "57014" });

    expect(performance.now() - startedAt).toBeLessThan(2000);
    expect((await db.asCaller(anon, {}, (tx) => tx.query("select current_user::text as role"))).rows).toEqual([
      { role: "anon" },
    ]);
  });

  test("Whoever waits meanwhile is served, in the right role", async () => {
    const slow = db.asCaller(anon, {}, (tx) => tx.query("select pg_sleep(20)"));
    const waiting = Promise.all(
      Array.from({ length: 20 }, () => db.asCaller(anon, {}, (tx) => tx.query("select current_user::text as role"))),
    );

    await expect(slow).rejects.toMatchObject({ code: "57014" });
    expect((await waiting).map(({ rows }) => rows[0]?.role)).toEqual(Array.from({ length: 20 }, () => "anon"));
  });

  test("The server's own work has a longer one", async () => {
    await expect(db.asServer((tx) => tx.query("select pg_sleep(0.6)"))).resolves.toMatchObject({ rowCount: 1 });
    await expect(db.asServer((tx) => tx.query("select pg_sleep(20)"))).rejects.toMatchObject({ code: "57014" });
  });

  test("Three hostile statements one after the other leave a database that answers", async () => {
    for (let each = 0; each < 3; each += 1) {
      await expect(db.asCaller(anon, {}, (tx) => tx.query("select pg_sleep(20)"))).rejects.toMatchObject({
        code: "57014",
      });
    }

    expect((await db.asServer((tx) => tx.query("select 1 as one"))).rows).toEqual([{ one: 1 }]);
  });
});
