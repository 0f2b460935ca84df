/**
 * A backup in a process of its own: reading a database, compressing and encrypting it is nothing that requests should
 * wait for, and its memory goes with it. The order comes on standard input, the record leaves on standard output.
 */
import { text } from "node:stream/consumers";

import type { Logger } from "pino";

import { openFolderCopy, openOwnerDatabase } from "#engine/db/owner-database.ts";

import { readBackupKey } from "./encryption.ts";
import { standBack } from "./stand-back.ts";
import { writeBackup } from "./write-backup.ts";

/** Where the rows are: a server, or a copy of a folder. */
export type BackupOrder = {
  source: { databaseUrl: string; databaseDirectUrl: string | undefined } | { folder: string };
  file: string;
  key: string | undefined;
  authSecret: string;
};

const nobodyReads = { warn() {}, info() {}, error() {} } as unknown as Logger;

standBack();
try {
  const { source, file, key, authSecret } = JSON.parse(await text(process.stdin)) as BackupOrder;
  const database =
    "folder" in source
      ? await openFolderCopy(source.folder, nobodyReads)
      : await openOwnerDatabase({ ...source, dataDir: "" }, nobodyReads);
  const record = await writeBackup(database, file, {
    key: key === undefined ? undefined : readBackupKey(key),
    authSecret,
  });
  await database.close();
  process.stdout.write(JSON.stringify(record), () => process.exit(0));
} catch (error) {
  process.stderr.write((error as Error).message, () => process.exit(1));
}
