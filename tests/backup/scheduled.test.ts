import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { readBackupKey } from "#engine/backup/encryption.ts";
import { summariseBackup } from "#engine/backup/read-backup.ts";
import { runScheduledBackup } from "#engine/backup/scheduled-backups.ts";
import { createTestContext } from "#tests/support/context.ts";

import { freshPlace, openSite, temporaryFolder } from "./places.ts";

test.each(["postgres", "embedded"] as const)(
  "A backup by the clock on %s is whole, recorded, and as many stay as were asked for",
  async (engine) => {
    const place = await freshPlace(engine);
    const db = await openSite(place);
    const dir = join(temporaryFolder(), "backups");
    let day = 20;
    const context = createTestContext({
      db,
      settings: { ...place.settings, backup: { dir, at: "0 3 * * *", keep: 2, key: undefined } },
      now: () => new Date(`2026-11-${day}T02:00:00Z`),
    });
    for (; day <= 22; day += 1) {
      await runScheduledBackup(context);
      writeFileSync(join(dir, "ariane-20261101T020000Z.backup.part"), "of a killed one");
    }

    expect(readdirSync(dir).filter((name) => !name.endsWith(".part"))).toEqual([
      "ariane-20261121T020000Z.backup",
      "ariane-20261122T020000Z.backup",
    ]);
    await runScheduledBackup(context);
    expect(readdirSync(dir).filter((name) => name.endsWith(".part"))).toEqual([]);
    const { header, end, isAuthentic } = await summariseBackup(
      join(dir, "ariane-20261122T020000Z.backup"),
      undefined,
      place.settings.authSecret,
    );
    expect(header.engine).toBe(engine);
    expect(isAuthentic).toBe(true);
    const { rows } = await db.asServer((tx) =>
      tx.query<{ value: unknown }>("select value from private.settings where key = 'last_backup'"),
    );
    expect(rows[0]?.value).toMatchObject({ isEncrypted: false, rows: expect.any(Number) });
    expect(end.rows).toBeGreaterThan(0);
  },
  90_000,
);

test("One that fails leaves the earlier ones, no half, and no record", async () => {
  const place = await freshPlace("postgres");
  const db = await openSite(place);
  const dir = temporaryFolder();
  writeFileSync(join(dir, "ariane-20261101T020000Z.backup"), "earlier");
  const backup = { dir, at: "0 3 * * *", keep: 1, key: "age1notakey" };
  expect(readBackupKey(backup.key).kind).toBe("recipient");
  await runScheduledBackup(createTestContext({ db, settings: { ...place.settings, backup } }));

  expect(readdirSync(dir)).toEqual(["ariane-20261101T020000Z.backup"]);
  const { rowCount } = await db.asServer((tx) => tx.query("select from private.settings where key = 'last_backup'"));
  expect(rowCount).toBe(0);
}, 30_000);
