import { describe, expect, test, vi } from "vitest";

import { openDatabaseForFile, testEngine } from "#tests/support/database.ts";
import { startLeading } from "#tests/support/leader.ts";

const db = await openDatabaseForFile({ callerTimeoutMs: 300, waitForConnectionMs: 25_000 });

describe("Notifications", () => {
  test("A listener hears its channel, in order, after the commit only", async () => {
    const heard: string[] = [];
    const stop = await db.listen("deliveries", (payload) => heard.push(payload));

    await db.asServer(async (tx) => {
      await tx.query("select pg_notify('deliveries', 'one'), pg_notify('elsewhere', 'no')");
      await tx.query("select pg_notify('deliveries', 'two')");
      expect(heard).toEqual([]);
    });
    await expect(notify("dropped", true)).rejects.toThrow("dropped");
    await notify("three");

    await vi.waitFor(() => expect(heard).toEqual(["one", "two", "three"]));
    await stop();
  });

  test("Two listeners of one channel both hear; the one that stops hears no more", async () => {
    const [first, second] = [vi.fn<(payload: string) => void>(), vi.fn<(payload: string) => void>()];
    const stopFirst = await db.listen("deliveries", first);
    const stopSecond = await db.listen("deliveries", second);

    await notify("both");
    await vi.waitFor(() => expect(second).toHaveBeenLastCalledWith("both"));
    await stopFirst();
    await notify("second only");
    await vi.waitFor(() => expect(second).toHaveBeenLastCalledWith("second only"));

    expect(first.mock.calls).toEqual([["both"]]);
    await stopSecond();
  });

  test("A listener may use the database, and one that throws does not keep the others from hearing", async () => {
    const roles: unknown[] = [];
    const stopThrowing = await db.listen("deliveries", () => {
      throw new Error("not my day");
    });
    const stop = await db.listen("deliveries", () => {
      void db
        .asServer((tx) => tx.query("select current_user::text as role"))
        .then(({ rows }) => roles.push(rows[0]?.role));
    });

    await notify("go");

    await vi.waitFor(() => expect(roles).toEqual(["site_server"]));
    await Promise.all([stop(), stopThrowing()]);
  });

  test("After its connection broke, a listener is called once and hears again", async () => {
    const heard: string[] = [];
    const stop = await db.listen("deliveries", (payload) => heard.push(payload));

    await breakConnections();

    await vi.waitFor(() => expect(heard).toEqual([""]));
    await notify("again");
    await vi.waitFor(() => expect(heard).toEqual(["", "again"]));
    await stop();
  });
});

describe("Leadership", () => {
  test("Of many who want to do one thing at the same time, one does it", async () => {
    const { leading: first, finish } = await startLeading(db);

    expect(await db.ifLeader("purge", () => Promise.resolve("second"))).toBeUndefined();
    expect(await db.ifLeader("something else", () => Promise.resolve("done"))).toBe("done");
    finish("first");
    expect(await first).toBe("first");
    expect(await db.ifLeader("purge", () => Promise.resolve("third"))).toBe("third");
  });

  test("Leadership ends with work that fails", async () => {
    await expect(db.ifLeader("purge", () => Promise.reject(new Error("failed")))).rejects.toThrow("failed");

    expect(await db.ifLeader("purge", () => Promise.resolve("next"))).toBe("next");
  });

  test("A leader's work may use the database", async () => {
    const done = await db.ifLeader("purge", () => db.asServer((tx) => tx.query("select 1 as one")));

    expect(done?.rows).toEqual([{ one: 1 }]);
  });
});

async function notify(payload: string, isDropped = false): Promise<void> {
  await db.asServer(async (tx) => {
    await tx.query("select pg_notify('deliveries', $1)", [payload]);
    if (isDropped) throw new Error("dropped");
  });
}

/** PostgreSQL: every session but the one that asks. Embedded: a statement past its deadline ends the engine. */
async function breakConnections(): Promise<void> {
  if (testEngine === "embedded") {
    await db.asCaller({ role: "anon", claims: {} }, {}, (tx) => tx.query("select pg_sleep(20)")).catch(() => undefined);
    return;
  }
  await db.inspect(`select pg_terminate_backend(pid) from pg_stat_activity
                    where datname = current_database() and usename like 'site\\_server\\_%'`);
}
