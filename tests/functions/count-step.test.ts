import { afterEach, describe, expect, test } from "vitest";

import { runScheduledJob, scheduledJobs } from "#server/jobs/scheduled-jobs.ts";
import { mountFunctions } from "#tests/fixtures/accounts.ts";
import { createTestContext } from "#tests/support/context.ts";
import { openDatabaseForFile } from "#tests/support/database.ts";

const db = await openDatabaseForFile();
afterEach(() => db.reset());

type Counted = { step: number; event: string; field: string; source: string; device: string; count: number };

async function count(body: unknown, headers: Record<string, string> = {}, now?: Date): Promise<Response> {
  const context = createTestContext({ db });
  return mountFunctions(now ? { ...context, now: () => now } : context).request("/functions/v1/count-step", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
}

async function counted(): Promise<Counted[]> {
  const { rows } = await db.inspect<Counted>(
    `select step, event, field, source, device, sum(count)::int as count from private.step_counts
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  );
  return rows;
}

const seen = { funnel: "secretariat", step: 1, event: "seen" };

test("A step is counted by class alone: nothing of the visitor is answered, set or kept", async () => {
  const phone = { "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X)", cookie: "a=b" };
  const answer = await count({ ...seen, source: "recherche" }, phone);
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(answer.headers.get("set-cookie")).toBeNull();
  await count({ ...seen, source: "recherche" }, phone);
  expect(await counted()).toEqual([
    { step: 1, event: "seen", field: "", source: "recherche", device: "telephone", count: 2 },
  ]);
});

test("A refusal names its field; a field only counts with a refusal", async () => {
  await count({ ...seen, event: "refused", field: "email" });
  await count({ ...seen, event: "done", field: "email" });
  expect((await counted()).map(({ event, field }) => [event, field])).toEqual([
    ["done", ""],
    ["refused", "email"],
  ]);
});

test("A visitor who objects is not counted, and gets the same answer", async () => {
  const answer = await count(seen, { "sec-gpc": "1" });
  expect([answer.status, await answer.text()]).toEqual([204, ""]);
  expect(await counted()).toEqual([]);
});

test("No row grows without bound: what none of our forms and pages says is one word", async () => {
  for (let number = 0; number < 60; number += 1) {
    const answer = await count({ ...seen, event: "refused", field: `champ-${number}`, source: `site-${number}` });
    expect(answer.status).toBe(204);
  }
  expect(await counted()).toEqual([
    { step: 1, event: "refused", field: "autre", source: "autre", device: "ordinateur", count: 60 },
  ]);
  const { rows } = await db.inspect("select from private.step_counts");
  expect(rows.length).toBeLessThanOrEqual(8);
});

test("Visitors of one moment are all counted", async () => {
  await Promise.all(Array.from({ length: 40 }, () => count(seen)));
  expect((await counted())[0]?.count).toBe(40);
});

test("One address that floods is told to wait, and counts no more", async () => {
  const context = createTestContext({ db });
  const api = mountFunctions(context);
  const send = () =>
    api.request("/functions/v1/count-step", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(seen),
    });
  const answers: number[] = [];
  for (let call = 0; call < 130; call += 1) answers.push((await send()).status);
  expect(answers.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  expect((await counted())[0]?.count).toBe(answers.filter((status) => status === 204).length);
});

test("Once a day is over its rows are added up, and after 25 months they are gone", async () => {
  const day = new Date("2026-11-20T12:00:00Z");
  for (let call = 0; call < 30; call += 1) await count(seen, {}, day);
  const run = async (name: string, now: Date) => {
    const job = scheduledJobs.find((each) => each.name === name);
    if (!job) throw new Error(`There is no job ${name}.`);
    await runScheduledJob({ ...createTestContext({ db }), now: () => now }, job);
  };

  await run("add_up_step_counts", day);
  expect((await db.inspect("select from private.step_counts")).rows.length).toBeGreaterThan(1);
  await run("add_up_step_counts", new Date("2026-11-21T12:00:00Z"));
  await run("add_up_step_counts", new Date("2026-11-21T13:00:00Z"));
  expect((await db.inspect("select shard, count::int from private.step_counts")).rows).toEqual([
    { shard: 0, count: 30 },
  ]);

  await run("purge_step_counts", new Date("2028-12-19T12:00:00Z"));
  expect(await counted()).toHaveLength(1);
  await run("purge_step_counts", new Date("2028-12-22T12:00:00Z"));
  expect(await counted()).toEqual([]);
});

describe("Nothing is counted for a request with", () => {
  test.for<[string, unknown]>([
    ["nothing", {}],
    ["a funnel that is none", { ...seen, funnel: "closing" }],
    ["a step that is none", { ...seen, step: 6 }],
    ["half a step", { ...seen, step: 1.5 }],
    ["a step as text", { ...seen, step: "1" }],
    ["an event that is none", { ...seen, event: "clicked" }],
    ["a field that is no text", { ...seen, event: "refused", field: { $ne: "" } }],
    ["a list", [seen]],
  ])("%s", async ([, body]) => {
    expect((await count(body)).status).toBe(400);
    expect(await counted()).toEqual([]);
  });
});
