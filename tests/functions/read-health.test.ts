import { describe, expect } from "vitest";

import { type FindingId, findingIds, subjectOf } from "#subjects/operations/rules/doctor-finding.ts";
import { createHealth } from "#server/doctor/read-health.ts";
import { runScheduledJob } from "#server/jobs/scheduled-jobs.ts";

import { testOf } from "./function-test.ts";
import { listStrangers } from "./strangers.ts";

type Finding = { id: FindingId; sentence: string; french?: string };

const test = testOf("read-health").extend("health", ({ post }) => async () => {
  const { status, body } = await post({});
  if (status !== 200) throw new Error(`The examination was answered ${status}.`);
  return body as Record<string, unknown> & { findings: Finding[]; liveLagMs: number | null };
});

describe("The examination of the site", () => {
  test("is for administrators with a live session", async ({ context, db, post }) => {
    for (const { who, status, headers } of await listStrangers(context, db)) {
      expect([who, (await post({}, headers)).status]).toEqual([who, status]);
    }
  });

  test("says how queue, database, live screens and backups are doing", async ({ db, health }) => {
    const { rows } = await db.inspect("select current_setting('server_version') as version");
    const read = await health();
    expect(read).toMatchObject({
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
      commit: expect.stringMatching(/^[0-9a-f]{12}$|^$/),
      startedAt: expect.stringMatching(/Z$/),
      database: { engine: db.engine, version: rows[0]?.version, sizeBytes: expect.any(Number) },
      queue: { waiting: 0, dead: 0, oldestAt: null },
      lastBackupAt: null,
      purges: { lastAt: null, failing: 0 },
    });
    expect((read.database as { sizeBytes: number }).sizeBytes).toBeGreaterThan(1_000_000);
    expect(read.liveLagMs).toBeGreaterThanOrEqual(0);
  });

  test("counts what waits and what gave up, and says since when", async ({ db, health }) => {
    await db.inspect(
      `insert into private.deliveries (kind, event, body, status, created_at) values
         ('mail', 'mail.recovery', '{"to": "a@b.example"}', 'waiting', '2026-11-20T10:00:00Z'),
         ('mail', 'mail.recovery', '{"to": "a@b.example"}', 'waiting', '2026-11-21T10:00:00Z'),
         ('mail', 'mail.recovery', '{"to": "a@b.example"}', 'dead', '2026-11-19T10:00:00Z')`,
    );
    const { queue, findings } = await health();
    expect(queue).toEqual({ waiting: 2, dead: 1, oldestAt: "2026-11-20T10:00:00.000Z" });
    expect(findings).toContainEqual({
      id: "lost-delivery",
      about: "mail.recovery",
      sentence: "1 × mail.recovery gave up.",
      french: "E-mail de mot de passe oublié\u00a0: un envoi abandonné.",
    });
  });

  test("goes by the day that the pages go by: the preview's in a demonstration, the clock's without one", async ({
    context,
  }) => {
    const { settings } = context;
    const now = () => new Date("2026-11-20T10:00:00Z");
    const datesOf = async (previewDate: typeof settings.previewDate) => {
      const { findings } = await createHealth({ ...context, settings: { ...settings, previewDate }, now })();
      return findings.filter((finding) => subjectOf(finding) === "Dates");
    };
    expect(await datesOf("2025-10-15" as typeof settings.previewDate)).toEqual([]);
    expect(await datesOf(undefined)).toHaveLength(3);
  });

  test("says when the last backup ended, where one left a record", async ({ db, health }) => {
    await db.inspect(
      `insert into private.settings (key, value) values ('last_backup', '{"at": "2026-11-22T02:00:00Z"}')`,
    );
    expect((await health()).lastBackupAt).toBe("2026-11-22T02:00:00Z");
  });

  test("says when data last ended by itself, and which job cannot", async ({ context, health }) => {
    const job = { name: "purge_delivered", pattern: "* * * * *", run: () => Promise.resolve(0) };
    const now = () => new Date("2026-11-20T10:00:00Z");
    await runScheduledJob({ ...context, now }, job);
    const failing = { ...job, run: () => Promise.reject(new Error("broken")) };
    await runScheduledJob(context, failing);
    await runScheduledJob(context, failing);
    const { purges, findings } = await health();
    expect(purges).toEqual({ lastAt: "2026-11-20T10:00:00.000Z", failing: 1 });
    expect(findings).toContainEqual({
      id: "failing-job",
      about: "purge_delivered",
      sentence: "The job purge_delivered fails: 2 in a row, last success on 2026-11-20.",
      french:
        "La tâche purge_delivered échoue (2 fois de suite, réussie pour la dernière fois le 20\u00a0novembre 2026).",
    });
  });

  test("finds what the doctor finds, each in French too", async ({ admin, health }) => {
    const { findings } = await health();
    expect(findings).toContainEqual(
      expect.objectContaining({
        id: "without-second-factor",
        sentence: `${admin.email} is an administrator without a second factor.`,
      }),
    );
    expect(new Set(findings.map(subjectOf))).toEqual(
      new Set(["Backups", "Prices", "Claims", "Left out", "Invoices", "Payment links", "Site", "Accounts"]),
    );
    expect(findings.filter(({ id }) => !findingIds.includes(id))).toEqual([]);
    expect(findings.filter(({ french }) => french === undefined || / (is|the|of) /.test(french))).toEqual([]);
  });

  test("tells no secret", async ({ context, health }) => {
    const { settings } = context;
    const secrets = [
      settings.authSecret,
      settings.secretKey,
      settings.stripeWebhookSecret,
      ...settings.webhooks.secrets,
      settings.databaseUrl,
    ];
    const said = JSON.stringify(await health());
    expect(secrets.filter((secret) => secret && said.includes(secret))).toEqual([]);
  });

  test("is kept for five seconds, and read once for all who ask meanwhile", async ({ context }) => {
    let now = new Date("2026-11-20T10:00:00Z");
    const health = createHealth({ ...context, now: () => now });
    const [first, second] = await Promise.all([health(), health()]);
    expect(second).toBe(first);
    now = new Date("2026-11-20T10:00:04.999Z");
    expect(await health()).toBe(first);
    now = new Date("2026-11-20T10:00:05Z");
    expect(await health()).toMatchObject({ startedAt: first.startedAt, checkedAt: "2026-11-20T10:00:05.000Z" });
  });

  test("that failed is made again at once", async ({ context }) => {
    const { db } = context;
    const now = () => new Date("2026-11-20T10:00:00Z");
    let isAway = true;
    const sometimesAway: typeof db = {
      ...db,
      asServer: async (work) => {
        if (isAway) throw new Error("away");
        return db.asServer(work);
      },
    };
    const health = createHealth({ ...context, db: sometimesAway, now });
    await expect(health()).rejects.toThrow("away");
    isAway = false;
    expect(await health()).toMatchObject({ queue: { waiting: 0 } });
  });
});
