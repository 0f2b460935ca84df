import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";
import * as z from "zod";

import { alertIds, findingKinds } from "#subjects/operations/rules/doctor-finding.ts";
import { atDepth } from "#tests/support/depth.ts";
import { createTestContext } from "#tests/support/context.ts";

import { createMetrics } from "./metrics.ts";

const folder = "deploy/monitoring";
const read = (name: string) => readFileSync(join(folder, name), "utf8");
const runbook = readFileSync("docs/runbook.md", "utf8");

/** Every name that /metrics can print, with its kind, as a process without its database says it. */
async function readMetrics(): Promise<string> {
  const away = () => Promise.reject(new Error("away"));
  const db = { usage: () => [], asServer: away, findWriteObstacle: away, runAsServer: away, listen: away };
  return createMetrics(createTestContext({ db: db as never })).read();
}

const text = await readMetrics();
const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name, type]) => [name!, type!]));

/** Names of metrics in queries: what a histogram prints ends in `_bucket`, `_sum` or `_count`. */
function unknownIn(queries: string): string[] {
  const names = queries.match(/\b(?:site|nodejs|process)_[a-z0-9_]+/g) ?? [];
  const isKnown = (name: string) =>
    types.has(name) || types.get(name.replace(/_(?:bucket|sum|count)$/, "")) === "histogram";
  return names.filter((name) => !isKnown(name));
}

test("Names follow Prometheus: counters, and they alone, end in _total; units are whole words", () => {
  const ours = [...types].filter(([name]) => name.startsWith("site_"));
  expect(ours.length).toBeGreaterThan(25);
  expect([...types].filter(([name, type]) => name.endsWith("_total") !== (type === "counter"))).toEqual([]);
  expect(ours.map(([name]) => name).filter((name) => /_(ms|secs|mb|kb)(_|$)/.test(name))).toEqual([]);
  // What Prometheus calls the target itself.
  expect(read("rules.yml")).not.toMatch(/exported_/);
});

test("Every alert asks for metrics that exist, and has a line in the runbook and a test", () => {
  const rules = read("rules.yml");
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name!);
  expect(unknownIn(rules)).toEqual([]);
  expect(alerts.length).toBeGreaterThan(12);
  expect(alerts.filter((name) => !runbook.includes(`| \`${name}\` |`))).toEqual([]);
  // `exp_alerts` is what fires: an alert that is only expected to be quiet is not tried.
  const fires =
    read("rules.test.yml")
      .match(/alertname: (\w+)\n\s+exp_alerts:/g)
      ?.join("\n") ?? "";
  expect(alerts.filter((name) => !fires.includes(`${name}\n`))).toEqual([]);
  expect(unknownIn(read("rules.test.yml"))).toEqual([]);
});

test("What the site tells by itself, Prometheus tells too", () => {
  const rules = read("rules.yml");
  const told = alertIds.map((id) => findingKinds[id].alert);
  expect(told.length).toBeGreaterThan(10);
  expect(told.filter((name) => !rules.includes(`alert: ${name}\n`))).toEqual([]);
});

const panelShape = z.object({
  id: z.int(),
  type: z.enum(["timeseries", "stat"]),
  title: z.string().min(1),
  gridPos: z.object({ x: z.int().min(0), y: z.int().min(0), w: z.int().max(24), h: z.int() }),
  targets: z.array(z.object({ refId: z.string(), expr: z.string().min(1) })).min(1),
});
const dashboardShape = z.object({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.int().min(36),
  templating: z.object({ list: z.array(z.object({ name: z.literal("source"), type: z.literal("datasource") })) }),
  panels: z.array(panelShape).min(1),
});

test("Every panel of the dashboard asks for metrics that exist, and stands beside the others", () => {
  const { panels } = dashboardShape.parse(JSON.parse(read("dashboard.json")));
  expect(unknownIn(panels.flatMap(({ targets }) => targets.map(({ expr }) => expr)).join("\n"))).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
  const covers = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, cell) => `${x + (cell % w)},${y + Math.floor(cell / w)}`),
  );
  expect(new Set(covers).size, "no panel covers another").toBe(covers.length);
});

test("Of our metrics, each that can go wrong is in a rule or on the dashboard", () => {
  const shown = read("rules.yml") + read("dashboard.json");
  expect([...types.keys()].filter((name) => name.startsWith("site_") && !shown.includes(name))).toEqual([]);
});

/** Only in `npm run prove`: the tool is on few machines. */
test.runIf(atDepth(false, true))("promtool takes the metrics, the rules and their tests", () => {
  const run = (input: string, ...parameters: string[]) => {
    const { error, status, stdout, stderr } = spawnSync("promtool", parameters, {
      cwd: folder,
      encoding: "utf8",
      input,
    });
    if (error) throw new Error("promtool is missing: install Prometheus' tools (Debian: apt install prometheus).");
    return [status, stdout + stderr];
  };
  expect(run(text, "check", "metrics")).toEqual([0, ""]);
  expect(run("", "check", "rules", "rules.yml")).toEqual([0, expect.stringContaining("SUCCESS")]);
  expect(run("", "test", "rules", "rules.test.yml")).toEqual([0, expect.stringContaining("SUCCESS")]);
});
