import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

import { afterEach, expect, test } from "vitest";

import { terms } from "#server/jobs/terms.ts";
import type { Settings } from "#server/settings/settings.ts";
import { createTestContext } from "#tests/support/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";
import { shortLivedFlags } from "#tests/support/short-lived.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { countOver, examples, now, prepare } from "./expiring-rows.ts";

const cleanUps: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const sizes = { past: atDepth(200, 10_000), inTime: atDepth(20, 1000), kills: atDepth(2, 20) };
/** Several batches, also in a sample. */
const pastOf = (name: string) => (name === "purge_rate_buckets" ? Math.max(2500, sizes.past) : sizes.past);

function startJobs(settings: Settings) {
  const child = spawn(process.execPath, [...shortLivedFlags, "tests/outbox/killed-jobs.ts"], {
    env: { ...process.env, WORK: JSON.stringify({ settings, now }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  cleanUps.push(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await exited;
  });
  const begun = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => line === "begun" && resolve());
  });
  return { child, begun, exited };
}

/** Statements in one go: the embedded engine is opened for each question. */
async function inspect<R extends Record<string, unknown>>(instance: TestInstance, text: string): Promise<R[]> {
  return instance.inspect<R>(text);
}

async function countsOf(instance: TestInstance, queries: Record<string, string>): Promise<Record<string, number>> {
  const text = Object.entries(queries)
    .map(([name, query]) => `select '${name}' as name, (${query.replaceAll("$1", `'${now}'::timestamptz`)}) as count`)
    .join(" union all ");
  const rows = await inspect<{ name: string; count: number }>(instance, text);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

test("Every term has an example", () => {
  expect(Object.keys(examples).toSorted()).toEqual(terms.map(({ name }) => name).toSorted());
});

test(
  "Killed again and again, the jobs end all that is past its term and nothing else, and count each row once",
  { timeout: atDepth(90_000, 900_000) },
  async () => {
    const instance = await createTestInstance();
    cleanUps.push(() => instance.remove());
    await fill(instance);
    const over = Object.fromEntries(terms.map(({ name }) => [name, countOver(name)]));
    const due = await countsOf(instance, over);
    const tables = [...new Set(terms.filter(({ set }) => set === undefined).map(({ table }) => table.split(" ")[0]!))];
    const sizesOf = () =>
      countsOf(instance, Object.fromEntries(tables.map((table) => [table, `select count(*)::int from ${table}`])));
    const before = await sizesOf();
    for (const { name } of terms) expect([name, due[name]]).toEqual([name, pastOf(name)]);

    const { settings } = createTestContext({ db: undefined as unknown as TestDatabase });
    const theirs = { ...settings, ...instance.settings, authSecret: "the secret of every test database" };
    for (let kill = 0; kill < sizes.kills; kill += 1) {
      const jobs = startJobs(theirs);
      await Promise.race([jobs.begun, jobs.exited]);
      await wait((kill * 150) / sizes.kills);
      jobs.child.kill("SIGKILL");
      await jobs.exited;
    }
    const [code] = (await startJobs(theirs).exited) as [number];
    expect(code).toBe(0);

    const left = await countsOf(instance, over);
    expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([]);
    const after = await sizesOf();
    const removed = (table: string) =>
      terms
        .filter(({ table: each, set }) => set === undefined && each.split(" ")[0] === table)
        .reduce((sum, { name }) => sum + pastOf(name), 0);
    expect(after).toEqual(Object.fromEntries(tables.map((table) => [table, before[table]! - removed(table)])));
    const reports = await inspect<{ job: string; rows: number; is_done: boolean }>(
      instance,
      "select job, rows_in_all as rows, succeeded_at is not null and failures = 0 as is_done from private.job_reports",
    );
    expect(new Map(reports.map(({ job, rows, is_done }) => [job, [rows, is_done]]))).toEqual(
      new Map(terms.map(({ name }) => [name, [pastOf(name), true]])),
    );
    const total = Object.values(due).reduce((sum, count) => sum + count, 0);
    console.info(`P-03: ${total} rows of ${terms.length} terms, ${sizes.kills} kills`);
  },
);

/** Rows a minute (a day, where days are counted) past each term, and as many fewer that are not. */
async function fill(instance: TestInstance): Promise<void> {
  const statements = prepare.slice();
  for (const { name } of terms) {
    const { lasts = "interval '0'", boundary = `('${now}'::timestamptz - ${lasts})`, insert } = examples[name]!;
    const margin = /::date/.test(insert) ? "interval '2 days'" : "interval '1 minute'";
    for (const [count, instant] of [
      [pastOf(name), `(${boundary} - ${margin})`],
      [sizes.inTime, `(${boundary} + ${margin})`],
    ] as const) {
      statements.push(insert.replaceAll("$1", String(count)).replaceAll("$2", instant));
    }
  }
  await inspect(instance, `do $fill$ begin ${statements.map((each) => `${each};`).join("\n")} end $fill$`);
}
