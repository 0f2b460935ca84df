import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { generateBackupKey } from "#engine/backup/encryption.ts";
import { openFolderCopy, openOwnerDatabase } from "#engine/db/owner-database.ts";
import { writeBackup } from "#engine/backup/write-backup.ts";
import type { Database } from "#engine/db/database.ts";
import { secretariat, send } from "#tests/leads/sending.ts";
import type { Engine } from "#tests/selection.ts";
import { atDepth } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";
import type { TestDatabase } from "#tests/support/database.ts";

import {
  backUp,
  describe,
  emptyPlace,
  fillWithLife,
  freshPlace,
  openSite,
  type Place,
  quiet,
  restore,
  temporaryFolder,
} from "./places.ts";

const ways = atDepth<Engine[]>(["postgres", "embedded"], ["postgres", "postgres", "embedded", "embedded", "postgres"]);

test(`What goes ${ways.join(" → ")} is what it was: rows, constraints, indexes, triggers, sequences`, async () => {
  const [first = "postgres", ...next] = ways;
  let place = await freshPlace(first);
  await fillWithLife(place);
  const before = await describe(place);
  expect(Object.values(before.rows as object).filter((each) => !String(each).startsWith("0 ")).length).toBeGreaterThan(
    15,
  );

  const key = await generateBackupKey();
  for (const [step, engine] of next.entries()) {
    const file = join(temporaryFolder(), `${step}.backup.age`);
    await backUp(place, file, key);
    expect(readFileSync(file).includes("Ravel")).toBe(false);
    place = await emptyPlace(engine);
    const { obstacle } = await restore(place, file, { key });
    expect(obstacle).toBeUndefined();
  }
  expect(await describe(place)).toEqual(before);
  // and the site goes on from there
  const db = await openSite(place);
  const { rows: versions } = await db.asServer((tx) =>
    tx.query("select version, withdrawn_at is not null as was_withdrawn from private.site_version_lines()"),
  );
  expect(versions).toEqual([
    { version: 3, was_withdrawn: false },
    { version: 2, was_withdrawn: true },
    { version: 1, was_withdrawn: false },
  ]);
  await expect(db.asServer((tx) => tx.query("delete from private.site_versions"))).rejects.toThrow("kept as they are");
  await send(db as TestDatabase, { ...secretariat, email_param: "apres@exemple.example" });
}, 120_000);

fullTest(
  "10,000 leads are restored in 30 s",
  async () => {
    const place = await freshPlace("postgres");
    const db = await openSite(place);
    await Promise.all(
      Array.from({ length: 8 }, async (_, lane) => {
        for (let number = lane; number < 10_000; number += 8) {
          await send(db as TestDatabase, { ...secretariat, email_param: `pendant-${number}@exemple.example` });
        }
      }),
    );
    const file = join(temporaryFolder(), "a.backup");
    await backUp(place, file);

    for (const engine of ["postgres", "embedded"] as const) {
      const copy = await emptyPlace(engine);
      const startedAt = performance.now();
      await restore(copy, file);
      const tookMs = performance.now() - startedAt;
      console.log(`R-16: 10000 leads restored in ${(tookMs / 1000).toFixed(1)} s (${engine})`);
      expect(tookMs).toBeLessThan(30_000);
      expect((await copy.inspect(halves)).rows).toEqual([{ leads: 10_000, unsent: 0, lost: 0 }]);
    }
  },
  300_000,
);

/**
 * Contacts that come one after the other until told to stop: each is a profile, a lead, a submission and a
 * delivery.
 */
function keepSubmitting(db: Database) {
  let isOver = false;
  let count = 0;
  const done = (async () => {
    while (!isOver) {
      await send(db as TestDatabase, { ...secretariat, email_param: `pendant-${count}@exemple.example` });
      count += 1;
    }
  })();
  return {
    count: () => count,
    async stop() {
      isOver = true;
      await done;
    },
  };
}

/** Of what is written in one transaction, no half is there. Tables are read in the order of their names. */
const halves = `
  select count(*)::int as leads,
    (count(*) filter (where not exists (select from private.submissions where lead_id = leads.id)))::int as unsent,
    (select count(*)::int from private.submissions where email like 'pendant-%'
       and not exists (select from public.leads where id = lead_id)) as lost
  from public.leads where email like 'pendant-%'`;

async function waitFor(reached: () => boolean): Promise<void> {
  while (!reached()) await new Promise((resolve) => setImmediate(resolve));
}

fullTest("A backup of the server while leads come in is one moment of it", async () => {
  const place = await freshPlace("postgres");
  const db = await openSite(place);
  const submitting = keepSubmitting(db);
  await waitFor(() => submitting.count() >= 20);
  const file = join(temporaryFolder(), "a.backup");
  const database = await openOwnerDatabase(place.settings, quiet);
  await writeBackup(database, file, { key: undefined, authSecret: place.settings.authSecret });
  await database.close();
  const countAtEnd = submitting.count();
  await submitting.stop();

  const copy = await emptyPlace("postgres");
  await restore(copy, file);
  const { rows } = await copy.inspect<{ leads: number }>(halves);
  expect(rows).toEqual([{ leads: expect.any(Number), unsent: 0, lost: 0 }]);
  expect(rows[0]?.leads).toBeGreaterThanOrEqual(20);
  expect(countAtEnd).toBeGreaterThan(rows[0]?.leads ?? 0);
});

fullTest(
  "A copy of the folder while leads come in is one moment of it, and holds all that was acknowledged",
  async () => {
    const place: Place = await freshPlace("embedded");
    const db = await openSite(place);
    const submitting = keepSubmitting(db);
    await waitFor(() => submitting.count() >= 5);
    const before = submitting.count();
    const folder = join(temporaryFolder(), "copy");
    await db.copyFolder?.(folder);
    const after = submitting.count();
    await submitting.stop();

    const copy = await openFolderCopy(folder, quiet);
    const { rows } = await copy.transaction((tx) => tx.query<{ leads: number }>(halves));
    await copy.close();
    expect(rows).toEqual([{ leads: expect.any(Number), unsent: 0, lost: 0 }]);
    expect(rows[0]?.leads).toBeGreaterThanOrEqual(before);
    expect(rows[0]?.leads).toBeLessThanOrEqual(after + 1);
  },
  60_000,
);
