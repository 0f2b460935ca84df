import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pino from "pino";
import { expect, onTestFinished, test } from "vitest";

import { defaultTimeouts } from "#engine/db/open-database.ts";
import { openEmbedded } from "#engine/db/open-embedded.ts";
import { makeDump } from "#tests/support/database-dump.ts";

const log = pino({ level: "silent" });
/** To make a database takes five seconds of processor, to copy one takes one. */
const copy = { dumpFile: await makeDump() };

test("An engine that was opened again is warm before it serves, and is counted", async () => {
  const warmUp = "select set_config('test.is_warm', 'yes', false)";
  const db = await openEmbedded(copy, {
    ...defaultTimeouts,
    waitForConnectionMs: 30_000,
    callerTimeoutMs: 200,
    log,
    warmUp,
  });
  onTestFinished(() => db.close());
  const isWarm = async () => {
    const { rows } = await db.asSuperuser((tx) => tx.query("select current_setting('test.is_warm', true) as it"));
    return rows[0]?.it;
  };
  expect(await isWarm()).toBe("yes");
  expect(db.restarts?.()).toBe(0);

  const endless = db.asCaller({ role: "anon", claims: {} }, {}, (tx) => tx.query("select pg_sleep(600)"));
  await expect(endless).rejects.toMatchObject({ code: "57014" });
  expect(await isWarm()).toBe("yes");
  expect(db.restarts?.()).toBe(1);
});

test("A warm-up that fails leaves a database that serves", async () => {
  const db = await openEmbedded(copy, { ...defaultTimeouts, log, warmUp: "begin; select nonsense" });
  onTestFinished(() => db.close());
  await expect(db.asSuperuser((tx) => tx.query("select 1 as one"))).resolves.toMatchObject({ rows: [{ one: 1 }] });
});

test("A folder that cannot be opened is named, with the reason and what to do", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-broken-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  mkdirSync(join(folder, "global"));
  writeFileSync(join(folder, "PG_VERSION"), "not a database\n");
  const opening = openEmbedded({ folder }, { ...defaultTimeouts, log });
  await expect(opening).rejects.toThrow(
    new RegExp(`^The embedded database in ${folder} could not be opened: .+ Look for free room and memory`),
  );
});
