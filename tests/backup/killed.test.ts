import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { expect, test, vi } from "vitest";

import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { atDepth } from "#tests/support/depth.ts";

import {
  backUp,
  describe,
  emptyPlace,
  fillWithLife,
  freshPlace,
  quiet,
  restore,
  type Place,
  temporaryFolder,
} from "./places.ts";

const killCount = atDepth(2, 20);

/** `npm run restore`, as an operator gives it. */
function startRestore({ settings }: Place, file: string) {
  return spawn(process.execPath, ["scripts/restore.ts", file], {
    env: { PATH: process.env.PATH, DATABASE_URL: settings.databaseUrl, AUTH_SECRET: settings.authSecret },
    stdio: "ignore",
  });
}

/** Whether the transaction that loads is under way. */
async function isLoading(place: Place): Promise<boolean> {
  const { rowCount } = await place.inspect(
    `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
       and xact_start is not null and state <> 'disabled'`,
  );
  return rowCount > 0;
}

async function waitUntilAlone(place: Place): Promise<void> {
  await vi.waitFor(async () => expect(await isLoading(place)).toBe(false), { interval: 50 });
}

test(`A restore killed ${killCount} times leaves nothing, or what the same command finishes`, async () => {
  const source = await freshPlace("postgres");
  await fillWithLife(source);
  const file = join(temporaryFolder(), "a.backup");
  await backUp(source, file);
  const finished: Awaited<ReturnType<typeof describe>>[] = [];
  let place = await emptyPlace("postgres");
  let kills = 0;
  while (kills < killCount) {
    const process = startRestore(place, file);
    const gone = once(process, "exit");
    const hasBegun = async () => process.exitCode !== null || (await isLoading(place));
    await vi.waitFor(async () => expect(await hasBegun()).toBe(true), { interval: 10 });
    await wait(Math.random() * 1500); // somewhere in the load: where is up to chance, what is left must not be
    process.kill("SIGKILL");
    await gone;
    await waitUntilAlone(place);
    if (process.signalCode === "SIGKILL") {
      kills += 1;
    } else {
      // Faster than the kill, or the one before came too late: it is finished, and the next begins elsewhere.
      finished.push(await describe(place));
      place = await emptyPlace("postgres");
    }
  }
  // The last kill may have come too late: then it is finished, and says so.
  const last = await restore(place, file).then(
    () => "restored",
    (error: Error) => error.message,
  );
  expect(last).toMatch(/^restored$|is not empty/);
  finished.push(await describe(place));
  const whole = await describe(source);
  expect(finished).toEqual(finished.map(() => whole));
}, 240_000);

test("Until migrations and erasures are done too, the site does not start, and only the same backup goes on", async () => {
  const source = await freshPlace("postgres");
  const [file, other] = [join(temporaryFolder(), "a.backup"), join(temporaryFolder(), "b.backup")];
  await backUp(source, file);
  await backUp(source, other);
  const place = await emptyPlace("postgres");
  const { header } = await restore(place, file);
  await place.inspect(
    "insert into private.settings (key, value) values ('restore_under_way', jsonb_build_object('backup', $1::text))",
    [header.id],
  );

  await expect(openOwnDatabase(place.settings, quiet)).rejects.toThrow(/not finished: give the same .* again/);
  await expect(restore(place, other)).rejects.toThrow(/half a restore of another backup/);
  await restore(place, file);
  await (await openOwnDatabase(place.settings, quiet)).close();
}, 60_000);
