import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";

import { expect, onTestFinished, test } from "vitest";

import { retentionTerms } from "#server/jobs/terms.ts";
import type { Settings } from "#server/settings/settings.ts";
import { createTestContext } from "#tests/support/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import { atDepth } from "#tests/support/depth.ts";
import { shortLivedFlags } from "#tests/support/short-lived.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { countOver, examples, now, prepare } from "./expiring-rows.ts";

const sizes = { past: atDepth(200, 10_000), inTime: atDepth(20, 1000), kills: atDepth(1, 20) };
/** Several batches, also in a sample. */
const pastOf = (name: string) => (name === "purge_rate_buckets" ? Math.max(2500, sizes.past) : sizes.past);

function startJobs(instance: TestInstance, jobs: string[]) {
  const settings = settingsOf(instance);
  const child = spawn(process.execPath, [...shortLivedFlags, "tests/outbox/killed-jobs.ts"], {
    env: { ...process.env, WORK: JSON.stringify({ settings, now, jobs }) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) child.kill("SIGKILL");
    await exited;
  });
  const begun = new Promise<void>((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => line === "begun" && resolve());
  });
  return { child, begun, exited };
}

function settingsOf(instance: TestInstance): Settings {
  const { settings } = createTestContext({ db: undefined as unknown as TestDatabase });
  return { ...settings, ...instance.settings, authSecret: "the secret of every test database" };
}

/** Killed after a moment, each time a little later, and left to end at last. */
async function runKilled(instance: TestInstance, names: string[]): Promise<void> {
  for (let kill = 0; kill < sizes.kills; kill += 1) {
    const jobs = startJobs(instance, names);
    await Promise.race([jobs.begun, jobs.exited]);
    await wait(((kill + 1) * 150) / (sizes.kills + 1));
    jobs.child.kill("SIGKILL");
    await jobs.exited;
  }
  const [code] = (await startJobs(instance, names).exited) as [number];
  expect(code).toBe(0);
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
  expect(Object.keys(examples).toSorted()).toEqual(retentionTerms.map(({ name }) => name).toSorted());
});

test(
  "Killed again and again, the jobs end all that is past its term and nothing else, and count each row once",
  { timeout: atDepth(180_000, 900_000) },
  async () => {
    const instance = await createTestInstance();
    onTestFinished(() => instance.remove());
    await fill(instance);
    const over = Object.fromEntries(retentionTerms.map(({ name }) => [name, countOver(name)]));
    const due = await countsOf(instance, over);
    const alone = retentionTerms.filter(({ name }) => examples[name]?.only === undefined);
    const tables = [...new Set(alone.filter(({ set }) => set === undefined).map(({ table }) => table.split(" ")[0]!))];
    const sizesOf = () =>
      countsOf(instance, Object.fromEntries(tables.map((table) => [table, `select count(*)::int from ${table}`])));
    const before = await sizesOf();
    for (const { name } of retentionTerms) expect([name, due[name]]).toEqual([name, pastOf(name)]);

    await runKilled(
      instance,
      retentionTerms.map(({ name }) => name),
    );

    const left = await countsOf(instance, over);
    expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([]);
    const after = await sizesOf();
    const removed = (table: string) =>
      retentionTerms
        .filter(({ table: each, set }) => set === undefined && each.split(" ")[0] === table)
        .reduce((sum, { name }) => sum + pastOf(name), 0);
    expect(after).toEqual(Object.fromEntries(tables.map((table) => [table, before[table]! - removed(table)])));
    const reports = await inspect<{ job: string; rows: number; is_done: boolean }>(
      instance,
      "select job, rows_in_all as rows, succeeded_at is not null and failures = 0 as is_done from private.job_reports",
    );
    expect(reports.filter(({ is_done }) => !is_done)).toEqual([]);
    const counted = new Map(reports.map(({ job, rows }) => [job, rows]));
    expect(alone.map(({ name }) => [name, counted.get(name)])).toEqual(alone.map(({ name }) => [name, pastOf(name)]));
    const total = Object.values(due).reduce((sum, count) => sum + count, 0);
    console.info(`P-03: ${total} rows of ${retentionTerms.length} retentionTerms, ${sizes.kills} kills`);
  },
);

test(
  "Killed again and again, the erasure of leads ends those of six months and no other, and counts each once",
  { timeout: atDepth(180_000, 1_800_000) },
  async () => {
    const instance = await createTestInstance();
    onTestFinished(() => instance.remove());
    const others = atDepth(10, 1000);
    const leads = { past: atDepth(110, 10_000), inTime: others, clients: others, paid: others };
    await inspect(instance, fillLeads(leads));
    await runKilled(instance, ["erase_expired_leads"]);

    const left = await inspect<{ kind: string; leads: number; profiles: number }>(
      instance,
      `select split_part(email, '-', 1) as kind, count(*)::int as leads,
              count(distinct user_profile_id)::int as profiles
       from public.leads group by 1 order by 1`,
    );
    expect(left).toEqual([
      { kind: "client", leads: leads.clients, profiles: leads.clients },
      { kind: "intime", leads: leads.inTime, profiles: leads.inTime },
      { kind: "paid", leads: leads.paid, profiles: leads.paid },
    ]);
    const [counts] = await inspect<Record<string, number>>(
      instance,
      `select (select count(*)::int from public.user_profiles) as profiles,
              (select sum((detail ->> 'leads')::int)::int from private.audit_log
               where action = 'retention.ran') as audited,
              (select rows_in_all::int from private.job_reports where job = 'erase_expired_leads') as reported`,
    );
    expect(counts).toEqual({ profiles: others * 3, audited: leads.past, reported: leads.past });
  },
);

/** A minute past their six months, a minute before, and those that have no such term; as triggers leave them. */
function fillLeads({ past, inTime, clients, paid }: Record<"past" | "inTime" | "clients" | "paid", number>): string {
  return `do $fill$ begin
    create temporary table wanted on commit drop as
      select kind || '-' || n || '@exemple.example' as email, status, is_paid,
             '${now}'::timestamptz - interval '6 months' + margin as last_contact_at
      from (values
        ('past', ${past}, 'to_contact', false, interval '-1 minute'),
        ('intime', ${inTime}, 'to_contact', false, interval '1 minute'),
        ('client', ${clients}, 'client', false, interval '-1 year'),
        ('paid', ${paid}, 'to_contact', true, interval '-1 year')
      ) as kinds (kind, count, status, is_paid, margin), generate_series(1, count) as n;
    insert into public.user_profiles (email) select email from wanted;
    insert into public.leads (user_profile_id, funnel_origin, email, lead_status, payment_status)
      select profile.id, 'secretariat', email, status, is_paid
      from wanted join public.user_profiles as profile using (email);
    perform set_config('session_replication_role', 'replica', true); -- no trigger dates the contact
    update public.leads as lead set last_contact_at = wanted.last_contact_at
      from wanted where wanted.email = lead.email;
  end $fill$`;
}

/** Rows a minute (a day, where days are counted) past each term, and as many fewer that are not. */
async function fill(instance: TestInstance): Promise<void> {
  const statements = prepare.slice();
  for (const { name } of retentionTerms) {
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
