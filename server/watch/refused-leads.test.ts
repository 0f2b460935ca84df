import pino from "pino";
import { Registry } from "prom-client";
import { expect, test } from "vitest";

import type { Database } from "#engine/db/database.ts";

import { createLeadRefusals } from "./refused-leads.ts";

const path = "/rest/v1/rpc/create_lead_without_auth";

function watch() {
  const lines: { status: number; unsaid: number; level: number }[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  let elapsedMs = 0;
  const refusals = createLeadRefusals(log, () => elapsedMs);
  return { lines, refusals, wait: (ms: number) => void (elapsedMs += ms) };
}

/** @param stored what the database was told */
function databaseOf(stored: unknown[], isAway = () => false): Database {
  const runAsServer = (_: string, values: unknown[]) => {
    if (isAway()) return Promise.reject(new Error("away"));
    stored.push(JSON.parse(String(values[0])));
    return Promise.resolve({ rows: [], rowCount: 1 });
  };
  return { runAsServer } as unknown as Database;
}

test("Each status leaves a line, and a flood of one status one in ten seconds with how many were not said", () => {
  const { lines, refusals, wait } = watch();

  for (let sent = 0; sent < 50; sent += 1) refusals.note({ path, status: 429 });
  refusals.note({ path, status: 400, code: "22P02" });
  wait(10_000);
  refusals.note({ path, status: 429 });

  expect(lines).toMatchObject([
    { status: 429, unsaid: 0, level: 40 },
    { status: 400, unsaid: 49, level: 40 },
    { status: 429, unsaid: 0, level: 40 },
  ]);
});

test("What the site refuses for its own reasons is kept, whatever its status; what was typed wrong not", async () => {
  const { refusals } = watch();
  const stored: unknown[] = [];
  const at = new Date("2026-11-20T10:00:00Z");

  refusals.note({ path, status: 400, code: "22P02" });
  refusals.note({ path, status: 429 });
  await refusals.keep(databaseOf(stored), at);
  expect(stored).toEqual([]);

  refusals.note({ path, status: 503 });
  refusals.note({ path, status: 400, code: "57014" });
  await refusals.keep(databaseOf(stored), at);
  await refusals.keep(databaseOf(stored), at);
  expect(stored).toEqual([{ at: at.toISOString(), status: 400, count: 2 }]);
});

test("While the database is away they wait in the process", async () => {
  const { refusals } = watch();
  const stored: unknown[] = [];
  let isAway = true;
  const db = databaseOf(stored, () => isAway);
  refusals.note({ path, status: 503 });

  await expect(refusals.keep(db, new Date())).rejects.toThrow("away");
  refusals.note({ path, status: 503 });
  isAway = false;
  await refusals.keep(db, new Date());

  expect(stored).toMatchObject([{ status: 503, count: 2 }]);
});

test("They are counted by status and by whose fault they are", async () => {
  const { refusals } = watch();
  const registry = new Registry();
  refusals.register(registry);

  refusals.note({ path, status: 400, code: "57014" });
  refusals.note({ path, status: 400 });

  const text = await registry.metrics();
  expect(text).toContain('site_lead_refusals_total{status="400",fault="ours"} 1');
  expect(text).toContain('site_lead_refusals_total{status="400",fault="sender"} 1');
});
