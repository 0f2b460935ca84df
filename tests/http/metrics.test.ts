import { describe, expect, test } from "vitest";

import type { Database } from "#engine/db/database.ts";
import { DatabaseUnavailable } from "#engine/db/database-errors.ts";
import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { createMetrics } from "#server/operations/metrics.ts";
import { createTestContext } from "#tests/support/context.ts";
import { serveTests } from "#tests/support/http-server.ts";
import { send } from "#tests/support/http-client.ts";

const { db, server } = await serveTests();

/** The figures of one scrape, by name and labels as they are printed. */
async function scrape(): Promise<Record<string, number>> {
  const { status, text } = await send(server.port, "GET", "/metrics");
  expect(status).toBe(200);
  return readFigures(text);
}

function readFigures(text: string): Record<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

async function addDelivery(status: string, ageSeconds: number): Promise<void> {
  await db.inspect(
    `insert into private.deliveries (kind, event, body, status, created_at)
     values ('mail', 'mail.recovery', '{"to": "claire@exemple.fr"}', $1, now() - $2 * interval '1 s')`,
    [status, ageSeconds],
  );
}

describe("What is measured", () => {
  test("of the queue is its age, what gave up, and who is not served", async () => {
    const before = await scrape();
    expect(before['site_delivery_oldest_waiting_seconds{kind="mail"}']).toBe(0);
    await addDelivery("waiting", 600);
    await addDelivery("waiting", 60);
    await addDelivery("dead", 6);
    await db.inspect(
      `insert into private.receivers (topic, url, disabled_at, disabled_reason) values
         ('lead', 'https://a.example', now(), 'gone'), ('lead', 'https://b.example', now(), 'not_configured')`,
    );
    const figures = await scrape();
    expect(figures['site_delivery_oldest_waiting_seconds{kind="mail"}']).toBeGreaterThanOrEqual(600);
    expect(figures['site_delivery_oldest_waiting_seconds{kind="mail"}']).toBeLessThan(700);
    expect(figures['site_delivery_oldest_waiting_seconds{kind="webhook"}']).toBe(0);
    expect(figures['site_deliveries{status="waiting"}']).toBe(2);
    expect(figures['site_deliveries{status="dead"}']).toBe(1);
    expect(figures['site_receivers{state="gone"}']).toBe(1);
  });

  test("of jobs is the last success, what fails, and how much each removed, whichever process did it", async () => {
    const elsewhere = createTestContext({ db, now: () => new Date("2026-11-20T10:00:00Z") });
    const job = { name: "purge_delivered", pattern: "* * * * *", run: () => Promise.resolve(3) };
    await runScheduledJob(elsewhere, job);
    await runScheduledJob(elsewhere, {
      ...job,
      name: "purge_sessions",
      run: () => Promise.reject(new Error("broken")),
    });
    const figures = await scrape();
    expect(figures['site_job_last_success_timestamp_seconds{scheduled_job="purge_delivered"}']).toBe(
      Date.parse("2026-11-20T10:00:00Z") / 1000,
    );
    expect(figures['site_job_rows_total{scheduled_job="purge_delivered"}']).toBe(3);
    expect(figures['site_job_failures{scheduled_job="purge_sessions"}']).toBe(1);
    expect(figures['site_job_failures{scheduled_job="purge_delivered"}']).toBe(0);
    expect(figures['site_job_interval_seconds{scheduled_job="purge_delivered"}']).toBe(3600);
    // Never run yet: as if it had been when this process began, or a new site would be an alarm.
    expect(figures['site_job_last_success_timestamp_seconds{scheduled_job="purge_refusals"}']).toBeCloseTo(
      Date.now() / 1000,
      -3,
    );
  });

  test("of terms is what should be gone for two hours", async () => {
    await db.inspect(
      `insert into private.rate_buckets (key, tokens, updated_at) values
         ('a', 1, now() - interval '25 hours'), ('b', 1, now() - interval '27 hours')`,
    );
    // A context of its own: the server's counts are kept for ten minutes.
    const figures = readFigures(await createMetrics(createTestContext({ db })).read());
    expect(figures['site_term_overdue_rows{term="purge_rate_buckets"}']).toBe(1);
    expect(Object.keys(figures).filter((name) => name.startsWith("site_term_overdue_rows"))).toHaveLength(
      scheduledJobs.filter(({ name }) => /^(empty|purge|revoke)_/.test(name)).length - 1,
    );
  });

  test("of live screens is the lag, of backups the last one, of the database its pools and writes", async () => {
    expect((await scrape())["site_last_backup_timestamp_seconds"]).toBe(0);
    await db.inspect(
      "insert into private.settings (key, value) values ('last_backup', '{\"at\": \"2026-11-22T02:00:00Z\"}')",
    );
    const figures = await scrape();
    expect(figures["site_last_backup_timestamp_seconds"]).toBe(Date.parse("2026-11-22T02:00:00Z") / 1000);
    expect(figures["site_live_events_lag_seconds"]).toBeLessThan(2);
    expect(figures["site_database_up"]).toBe(1);
    expect(figures["site_database_writable"]).toBe(1);
    expect(figures["site_database_size_bytes"]).toBeGreaterThan(1_000_000);
    for (const { pool, most } of db.usage()) {
      expect(figures[`site_database_pool_connections_limit{pool="${pool}"}`]).toBe(most);
      expect(figures[`site_database_pool_waiting{pool="${pool}"}`]).toBe(0);
    }
  });

  test("of requests are their answers, and the refused ones by reason", async () => {
    const before = await scrape();
    const headers = { apikey: server.context.settings.publishableKey };
    await send(server.port, "GET", "/rest/v1/nothing-of-ours", { headers });
    for (let call = 0; call < 40; call += 1) {
      const body = { email: "personne@exemple.example", password: "un-mauvais-mot-de-passe" };
      await send(server.port, "POST", "/auth/v1/token?grant_type=password", { headers, body, from: "127.0.0.77" });
    }
    const figures = await scrape();
    const refused = 'site_http_refusals_total{reason="rate_limit"}';
    expect(figures[refused]).toBeGreaterThan(before[refused]!);
    expect(figures['site_http_responses_total{service="/rest/v1",status="404"}']).toBe(1);
    expect(figures['site_http_request_duration_seconds_count{service="/auth/v1"}']).toBe(40);
  });

  test("says that the database is away, and no old figure of it", async () => {
    let isAway = false;
    const orAway = <Answer>(ask: () => Promise<Answer>) =>
      isAway ? Promise.reject(new DatabaseUnavailable("unreachable", "away")) : ask();
    const sometimes: Database = {
      ...db,
      asServer: (work) => orAway(() => db.asServer(work)),
      findWriteObstacle: () => orAway(() => db.findWriteObstacle()),
    };
    const metrics = createMetrics(createTestContext({ db: sometimes }));
    expect(readFigures(await metrics.read()).site_database_up).toBe(1);
    isAway = true;
    const figures = readFigures(await metrics.read());
    expect(figures["site_database_up"]).toBe(0);
    const stored =
      /^site_(deliver|receivers|last_backup|live_events|database_writable|database_size|job_(last|failures))/;
    expect(Object.keys(figures).filter((name) => stored.test(name))).toEqual([]);
    expect(figures["process_start_time_seconds"]).toBeGreaterThan(0);
  });
});

test("No label or figure names a person, an address or a requested path", async () => {
  await send(server.port, "GET", "/rest/v1/leads?email=eq.claire@exemple.fr", {
    headers: { apikey: server.context.settings.publishableKey },
  });
  const { text } = await send(server.port, "GET", "/metrics");
  expect(text).not.toMatch(/claire|@|127\.0\.0|https?:/);
});
