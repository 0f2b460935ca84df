import { expect } from "vitest";

import { type LiveEvent, createRowChanges } from "#engine/live/row-changes.ts";
import { testEngine } from "#tests/support/database.ts";

import { liveTest } from "./live-test.ts";

const test = liveTest.skipIf(testEngine !== "postgres");

test("No follower misses what a slow transaction wrote first and committed last", async ({
  context,
  db,
  addLead,
  onTestFinished,
}) => {
  const slowLead = await addLead();
  const quickLead = await addLead();
  const changes = createRowChanges(db, context.log, context.settings.journal);
  const told: string[] = [];
  const { stop } = await changes.subscribe(({ events }) => {
    for (const event of updatesOf(events)) told.push(event.id);
  });
  const { after: begin } = await changes.readSince("");

  const mayCommit = Promise.withResolvers<void>();
  // Whatever is found before: nothing closes while a transaction is open.
  onTestFinished(() => mayCommit.resolve());
  const hasWritten = Promise.withResolvers<void>();
  const pay = "update public.leads set payment_status = true where id = $1";
  const slow = db.asServer(async (tx) => {
    await tx.query(pay, [slowLead]);
    hasWritten.resolve();
    await mayCommit.promise;
  });
  await hasWritten.promise;
  await db.asServer((tx) => tx.query(pay, [quickLead]));
  await expect.poll(() => told).toContain(quickLead);

  // A client that disconnects here has the younger line, and comes back for the older one.
  const left = await changes.readSince(begin);
  expect(updatesOf(left.events)).toEqual([{ id: quickLead, change: "updated" }]);
  mayCommit.resolve();
  await slow;
  expect((await changes.readSince(left.after)).events).toContainEqual({ id: slowLead, change: "updated" });

  await expect.poll(() => told).toContain(slowLead);
  expect(told.filter((id) => id === quickLead)).toHaveLength(1);
  stop();
});

/** That they were created may be told too: a transaction elsewhere on the server keeps it back. */
function updatesOf(events: LiveEvent[]) {
  return events.filter((event) => typeof event === "object").filter(({ change }) => change === "updated");
}

test("A listener that lost its connection catches up with what happened meanwhile", async ({
  context,
  db,
  addLead,
}) => {
  const changes = createRowChanges(db, context.log, context.settings.journal);
  const told: string[] = [];
  const { stop } = await changes.subscribe(({ events }) => {
    for (const event of events) told.push(typeof event === "object" ? event.id : event);
  });
  await db.inspect(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and query ilike 'listen%'`,
  );
  const id = await addLead();
  await expect.poll(() => told.toSorted()).toEqual([id, "others"].toSorted());
  stop();
});
