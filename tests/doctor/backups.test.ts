import { beforeEach, expect, test } from "vitest";

import { checkBackups } from "#server/doctor/check-backups.ts";
import type { BackupSettings } from "#engine/settings/engine-settings.ts";
import { serveTests } from "#tests/support/http-server.ts";

const { db, server } = await serveTests();
const now = new Date("2026-11-23T12:00:00Z");
const nightly = { dir: "/backups", at: "17 3 * * *", keep: 14, key: undefined };

beforeEach(() => db.reset());

async function say(at: string | undefined, isEncrypted = true, backup: BackupSettings = nightly) {
  const record = JSON.stringify({ at, isEncrypted, bytes: 1, rows: 1 });
  await db.inspect("delete from private.settings where key = 'last_backup'");
  if (at) await db.inspect("insert into private.settings (key, value) values ('last_backup', $1::jsonb)", [record]);
  const found = await checkBackups(db, { backup, supabaseUrl: undefined }, now);
  return found.map(({ sentence }) => sentence);
}

test("No backup, one that missed two nights, and one that is not encrypted are each named", async () => {
  expect(await say(undefined)).toEqual(["No backup was made yet: the first is due by BACKUP_AT (17 3 * * *)."]);
  expect(await say("2026-11-22T02:20:00.000Z")).toEqual([]);
  expect(await say("2026-11-21T02:20:00.000Z")).toEqual([expect.stringContaining("is of 2026-11-21")]);
  expect(await say("2026-11-23T02:20:00.000Z", false)).toEqual([expect.stringContaining("not encrypted")]);
  const byHand = { ...nightly, dir: undefined };
  expect(await say(undefined, true, byHand)).toEqual(["No backup was ever made."]);
  expect(await say("2026-11-16T02:20:00.000Z", true, byHand)).toEqual([]);
  expect(await say("2026-11-14T02:20:00.000Z", true, byHand)).toHaveLength(1);
});

test("A hosted project makes its own: nothing is asked of it", async () => {
  expect(await checkBackups(db, { backup: nightly, supabaseUrl: "https://project.example" }, now)).toEqual([]);
});

test("The measures say when the last good one ended", async () => {
  const measure = async () => {
    const text = await (await fetch(`http://127.0.0.1:${server.port}/metrics`)).text();
    return /^site_last_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1];
  };
  expect(await measure()).toBe("0");
  await say("2026-11-23T02:20:00.000Z");
  expect(Number(await measure())).toBe(Date.parse("2026-11-23T02:20:00.000Z") / 1000);
});
