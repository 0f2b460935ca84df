import { Cron } from "croner";
import { afterEach, expect, test } from "vitest";

import {
  jobsOf,
  runScheduledJob,
  scheduledJobs,
  startScheduledJobs,
  type ScheduledJob,
} from "#server/jobs/scheduled-jobs.ts";
import { registerReceivers } from "#engine/outbox/receivers.ts";
import { replayDeliveries } from "#engine/outbox/replay-deliveries.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

import { outboxContext, readDeliveries } from "./outbox-support.ts";

const db = await openDatabaseForFile();

afterEach(() => db.reset());

const daysLater = (days: number) => () => new Date(Date.now() + days * 24 * 3600 * 1000);

async function runAll(now: () => Date): Promise<void> {
  for (const job of scheduledJobs) await runScheduledJob(outboxContext(db, { now }), job);
}

async function addDelivery(status: string): Promise<void> {
  await db.inspect(
    `insert into private.deliveries (kind, event, body, status, delivered_at)
     values ('mail', 'mail.recovery', '{"to": "claire@exemple.fr"}', $1, case $1 when 'delivered' then now() end)`,
    [status],
  );
}

const bodies = async () => (await readDeliveries(db)).map(({ body }) => body);
const full = { to: "claire@exemple.fr" };

test("What was delivered loses its body after 7 days, and its line stays", async () => {
  await addDelivery("delivered");
  await runAll(daysLater(6.9));
  expect(await bodies()).toEqual([full]);
  await runAll(daysLater(7.1));
  expect(await bodies()).toEqual([{}]);
});

test("What was given up loses its body after 30 days, and cannot be sent again then", async () => {
  await addDelivery("dead");
  await runAll(daysLater(29.9));
  expect(await bodies()).toEqual([full]);
  await runAll(daysLater(30.1));
  expect(await bodies()).toEqual([{}]);
  const [delivery] = await readDeliveries(db);
  expect(await replay(delivery!.id)).toEqual({ ok: false, problem: "emptied" });
});

function replay(delivery: string) {
  return db.asServer((tx) => replayDeliveries(tx, { delivery }, { now: new Date(), actor: null }));
}

test("What waits keeps its body", async () => {
  await addDelivery("waiting");
  await runAll(daysLater(400));
  expect(await bodies()).toEqual([full]);
});

test("Rate buckets unused for a day are deleted, the others stay", async () => {
  const { limits } = outboxContext(db);
  await limits.consume({ purpose: "test", capacity: 5, perHour: 5 }, "someone");
  await runAll(daysLater(0.9));
  expect((await db.inspect("select 1 from private.rate_buckets")).rowCount).toBe(1);
  await runAll(daysLater(1.1));
  expect((await db.inspect("select 1 from private.rate_buckets")).rowCount).toBe(0);
});

test("Links, flows and sessions go once they can no longer be used", async () => {
  await db.inspect(
    "insert into auth.users (id, email) values ('5f0d7c1e-0000-4000-8000-000000000001', 'a@exemple.fr')",
  );
  await db.inspect(
    `insert into auth.one_time_tokens (user_id, token_type, token_hash, code_hash, relates_to, expires_at)
     select id, 'recovery_token', 'a', 'b', email, now() + interval '1 h' from auth.users`,
  );
  await db.inspect(
    "insert into auth.flow_state (provider_type, authentication_method, redirect_to) values ('google', 'oauth', '/')",
  );
  await db.inspect(
    `insert into auth.sessions (user_id, refresh_token_hmac_key, not_after, ends_at)
     select id, '\\x00', now() + interval '1 h', now() + interval '1 h' from auth.users`,
  );
  const left = async () => {
    const { rows } = await db.inspect(
      `select (select count(*)::int from auth.one_time_tokens) as tokens, (select count(*)::int from auth.flow_state) as flows,
              (select count(*)::int from auth.sessions) as sessions, (select count(*)::int from auth.users) as users`,
    );
    return rows[0];
  };
  await runAll(daysLater(0.02));
  expect(await left()).toEqual({ tokens: 1, flows: 1, sessions: 1, users: 1 });
  await runAll(daysLater(1.2));
  expect(await left()).toEqual({ tokens: 0, flows: 0, sessions: 0, users: 1 });
});

test("A job that runs in one process is not started by another, and one that fails stops nothing", async () => {
  const context = outboxContext(db);
  let runs = 0;
  const { promise: release, resolve } = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const held = db.ifLeader("counted", async () => {
    started.resolve();
    await release;
  });
  await started.promise;
  const counted: ScheduledJob = { name: "counted", pattern: "* * * * *", run: async () => ++runs };
  await runScheduledJob(context, counted);
  expect(runs).toBe(0);
  resolve();
  await held;
  await runScheduledJob(context, counted);
  expect(runs).toBe(1);

  const failing: ScheduledJob = { ...counted, name: "failing", run: () => Promise.reject(new Error("broken")) };
  await expect(runScheduledJob(context, failing)).resolves.toBeUndefined();
});

test("Every job has an hour of its own kind, and stopping ends them all", async () => {
  expect(scheduledJobs.map(({ pattern }) => new Cron(pattern, { paused: true }).nextRun())).not.toContain(null);
  const jobs = startScheduledJobs(outboxContext(db));
  await expect(jobs.stop()).resolves.toBeUndefined();
});

test("The embedded database sees to its tables each night, one at a time; a server does so by itself", async () => {
  const names = (databaseUrl: string | undefined) =>
    jobsOf({ supabaseUrl: undefined, databaseUrl }).map(({ name }) => name);
  expect(names(undefined)).toContain("tidy_tables");
  expect(names("postgres://db.example/site")).not.toContain("tidy_tables");
  if (!db.tidyTable) return;

  await db.inspect("select pg_stat_reset()"); // of other tests
  for (let number = 0; number < 30; number += 1) await addDelivery("waiting");
  await db.inspect("delete from private.deliveries where id in (select id from private.deliveries limit 10)");
  const [job] = scheduledJobs.filter(({ name }) => name === "tidy_tables");
  await runScheduledJob(outboxContext(db), job!);
  const { rows } = await db.inspect(
    `select reltuples::integer as known, n_dead_tup::integer as dead, relname, last_vacuum is not null as "isTidy"
     from pg_class join pg_stat_all_tables using (relname)
     where relname in ('deliveries', 'pg_class') order by relname`,
  );
  expect(rows).toEqual([
    { relname: "deliveries", known: 20, dead: 0, isTidy: true },
    { relname: "pg_class", known: expect.any(Number), dead: expect.any(Number), isTidy: true },
  ]);
  // None twice in a night.
  expect(await db.tidyTable()).toBe(false);
});

test("A replay asks a receiver that had said it is gone, but not one that is no longer configured", async () => {
  const context = outboxContext(db, { leadUrls: ["https://gone.example/"] });
  await registerReceivers(db, context.settings, new Date());
  await db.inspect(
    `insert into private.deliveries (kind, receiver_id, event, body, status)
     select 'webhook', id, 'questionnaire.submitted', '{"a": 1}', 'dead' from private.receivers`,
  );
  const [delivery] = await readDeliveries(db);
  const reasonAfterReplay = async (reason: string) => {
    await db.inspect("update private.receivers set disabled_at = now(), disabled_reason = $1", [reason]);
    await db.inspect("update private.deliveries set status = 'dead'");
    await replay(delivery!.id);
    const { rows } = await db.inspect<{ disabled_reason: string | null }>(
      "select disabled_reason from private.receivers",
    );
    return rows[0]?.disabled_reason;
  };
  expect(await reasonAfterReplay("gone")).toBeNull();
  expect(await reasonAfterReplay("not_configured")).toBe("not_configured");
});
