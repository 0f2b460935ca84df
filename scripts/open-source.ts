import { rm } from "node:fs/promises";

import type { Logger } from "pino";

import { type BackupRecord, recordBackup } from "#engine/backup/backup-record.ts";
import { standBack } from "#engine/backup/stand-back.ts";
import { hasFolder, openFolderCopy, openOwnerDatabase, type OwnerDatabase } from "#engine/db/owner-database.ts";
import type { Settings } from "#server/settings/settings.ts";

import { askServer } from "./ask-server.ts";

export type Source = {
  database: OwnerDatabase;
  /** Leaves word of a finished backup where the site looks for it. */
  record(record: BackupRecord): Promise<void>;
  close(): Promise<void>;
};

/**
 * The site's database, to be read whole, after those who visit it: a snapshot of the server, a copy that the running
 * site makes of its folder, or the folder itself while no site runs.
 *
 * @throws in one sentence: nothing there, no room, in use by another process
 */
export async function openSource(settings: Settings, log: Logger): Promise<Source> {
  standBack();
  if (settings.databaseUrl) return ofDatabase(await openOwnerDatabase(settings, log));
  const copy = await askServer(settings, { method: "POST", path: "/operations/folder-copies" });
  if (copy) return ofCopy(settings, copy.ok, copy.body as CopyAnswer, log);
  if (!hasFolder(settings.dataDir))
    throw new Error(`There is no database in ${settings.dataDir}: nothing is backed up.`);
  return ofDatabase(await openOwnerDatabase(settings, log));
}

function ofDatabase(database: OwnerDatabase): Source {
  return {
    database,
    record: (record) =>
      database.transaction(async (tx) => {
        await tx.query("set local role site_server");
        await recordBackup(tx, record);
      }),
    close: () => database.close(),
  };
}

type CopyAnswer = { folder?: string; error?: string };

async function ofCopy(
  settings: Settings,
  isMade: boolean,
  { folder, error }: CopyAnswer,
  log: Logger,
): Promise<Source> {
  if (!isMade || folder === undefined) throw new Error(`The site makes no copy of its database: ${error}`);
  const remove = () => rm(folder, { recursive: true, force: true });
  const database = await openFolderCopy(folder, log).catch(async (problem: unknown) => {
    await remove();
    throw problem;
  });
  return {
    database,
    async record(record) {
      const answer = await askServer(settings, { method: "POST", path: "/operations/backups", body: record });
      if (!answer?.ok) throw new Error("The backup is written, but the site did not take note of it.");
    },
    async close() {
      await database.close();
      await remove();
    },
  };
}
