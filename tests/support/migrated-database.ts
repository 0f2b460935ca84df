import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import pino from "pino";

import type { SqlFolders } from "#engine/db/migration-files.ts";
import { defaultTimeouts, openDatabase } from "#engine/db/open-database.ts";
import { openEmbedded } from "#engine/db/open-embedded.ts";

import { createEmptyDatabase } from "./empty-database.ts";
import type { Inspect } from "./schema-catalogue.ts";

const log = pino({ level: "silent" });

/** One database, brought up to one set of files after the other, then looked at as a superuser. */
export async function inspectAfter<T>(versions: SqlFolders[], look: (inspect: Inspect) => Promise<T>): Promise<T> {
  const { databaseUrl } = await createEmptyDatabase();
  return databaseUrl === undefined ? inspectFolder(versions, look) : inspectServer(databaseUrl, versions, look);
}

async function inspectServer<T>(
  databaseUrl: string,
  versions: SqlFolders[],
  look: (inspect: Inspect) => Promise<T>,
): Promise<T> {
  for (const folders of versions) {
    const settings = { databaseUrl, dataDir: "", authSecret: "a secret of no use" };
    await (await openDatabase(settings, log, { folders })).close();
  }
  const superuser = new pg.Client({ connectionString: databaseUrl });
  await superuser.connect();
  try {
    return await look((text) => superuser.query(text));
  } finally {
    await superuser.end();
  }
}

async function inspectFolder<T>(versions: SqlFolders[], look: (inspect: Inspect) => Promise<T>): Promise<T> {
  const files = { folder: mkdtempSync(join(tmpdir(), "site-migrated-")) };
  for (const folders of versions.slice(0, -1)) {
    await (await openEmbedded(files, { ...defaultTimeouts, folders, log })).close();
  }
  const db = await openEmbedded(files, { ...defaultTimeouts, folders: versions.at(-1), log });
  try {
    return await look((text) => db.asSuperuser((tx) => tx.query(text)));
  } finally {
    await db.close();
    rmSync(files.folder, { recursive: true, force: true });
  }
}
