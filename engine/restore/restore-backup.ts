import type { Logger } from "pino";

import type { Header } from "#engine/backup/archive.ts";
import type { BackupKey } from "#engine/backup/encryption.ts";
import { restoreMarker } from "#engine/backup/restore-marker.ts";
import { type BackupSummary, readBackup, summariseBackup } from "#engine/backup/read-backup.ts";
import type { Tx } from "#engine/db/database.ts";
import { listMigrations, prepareRoles } from "#engine/db/migrations.ts";
import { openDatabase, sqlFolders } from "#engine/db/open-database.ts";
import { openOwnerDatabase, type OwnerDatabase } from "#engine/db/owner-database.ts";
import { refuseOtherSecret } from "#engine/identity/signing-keys.ts";
import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import { applyErasures, type Erasure, type ErasureStep, readErasures } from "./apply-erasures.ts";
import { loadBackup } from "./load-backup.ts";

export type Restored = {
  header: Header;
  rows: number;
  /** What was erased since, and went again. */
  erased: number;
  /** Instant of the last line of the list of erasures, ISO 8601; undefined when there is none. */
  erasedUntil: string | undefined;
  /** Why the site will not start on it; undefined when it will. */
  obstacle: string | undefined;
};

export type Restore = {
  settings: EngineSettings;
  log: Logger;
  file: string;
  key: BackupKey | undefined;
  /** The list of erasures; none when there is no such list. */
  erasedFile: string | undefined;
  /** What such a list may name, and how it is erased again. */
  erasureSteps: ErasureStep[];
  /** Asked for a backup that no site with this `AUTH_SECRET` wrote, or an older program: whether it is restored. */
  acceptUnverified?: (header: Header) => Promise<boolean>;
};

/**
 * Restores a backup into the database of the settings, which must be empty. All of it is read before anything is
 * touched, and all rows are in one transaction: a restore that is killed is simply done again. What comes after, later
 * migrations and erasures, is taken up where it stopped.
 *
 * @throws in one sentence, with nothing touched
 */
export async function restoreBackup(restore: Restore): Promise<Restored> {
  const { settings, log, file, key, erasedFile, erasureSteps } = restore;
  const { header, end, isAuthentic } = await summariseBackup(file, key, settings.authSecret);
  await refuseNewer(file, header);
  if (!isAuthentic) await refuseUnverified(restore, header);
  const erasures = await readErasures(erasedFile, erasureSteps);

  const place = await openOwnerDatabase(settings, log);
  try {
    const state = await place.transaction(readState);
    refuseUsed(place, state, header);
    if (state.kind === "empty") await load(place, { header, end }, file, key);
  } finally {
    await place.close();
  }
  const finished = await finish(restore, erasures);
  return { header, rows: end.rows, erasedUntil: erasures.at(-1)?.at, ...finished };
}

async function refuseUnverified({ file, acceptUnverified }: Restore, header: Header): Promise<void> {
  if (!acceptUnverified) {
    throw new Error(
      `${file} does not prove that this site made it: it comes from an older version or from elsewhere, or ` +
        "AUTH_SECRET is not the one it was made with. Set that AUTH_SECRET, or restore it with --unverified if you " +
        "know where it comes from.",
    );
  }
  if (!(await acceptUnverified(header))) throw new Error("The name was not typed as it is: nothing was restored.");
}

async function refuseNewer(file: string, { migrations }: Header): Promise<void> {
  const known = new Set(await listMigrations(sqlFolders));
  const newer = migrations.find((version) => !known.has(version));
  if (newer) {
    throw new Error(
      `${file} was made by a newer version of this program (migration ${newer}): install that one first.`,
    );
  }
}

/** @throws in one sentence unless a restore could begin there now */
export async function refuseUsedPlace(settings: EngineSettings, log: Logger): Promise<void> {
  const place = await openOwnerDatabase(settings, log);
  try {
    refuseUsed(place, await place.transaction(readState));
  } finally {
    await place.close();
  }
}

type State = { kind: "empty" } | { kind: "used" } | { kind: "half"; backup: string };

async function readState(tx: Tx): Promise<State> {
  const { rows: tables } = await tx.query<{ name: string }>(`
    select relname as name from pg_catalog.pg_class join pg_catalog.pg_namespace on pg_namespace.oid = relnamespace
    where relkind in ('r', 'p') and nspname in ('public', 'private', 'auth', 'supabase_migrations')
      and not exists (select from pg_catalog.pg_depend where objid = pg_class.oid and deptype = 'e')`);
  if (tables.length === 0) return { kind: "empty" };
  const { rows: known } = await tx.query("select where to_regclass('private.settings') is not null");
  if (known.length === 0) return { kind: "used" };
  await tx.query("set local role site_server");
  const { rows } = await tx.query<{ backup: string }>(
    "select value ->> 'backup' as backup from private.settings where key = $1",
    [restoreMarker],
  );
  return rows[0] ? { kind: "half", backup: rows[0].backup } : { kind: "used" };
}

/** @param header of the backup that may have been begun there */
function refuseUsed({ place, engine }: OwnerDatabase, state: State, header?: Header): void {
  if (state.kind === "empty" || (state.kind === "half" && state.backup === header?.id)) return;
  const what = state.kind === "half" ? "holds half a restore of another backup" : "is not empty";
  const way = engine === "embedded" ? "name another folder in DATA_DIR" : "name an empty one in DATABASE_URL";
  throw new Error(`The database ${place} ${what}, and nothing is overwritten: ${way}.`);
}

async function load(
  place: OwnerDatabase,
  summary: Pick<BackupSummary, "header" | "end">,
  file: string,
  key: BackupKey | undefined,
): Promise<void> {
  await prepareRoles((work) => place.transaction(work), sqlFolders);
  await place.transaction((tx) =>
    readBackup(file, key, async (parts) => {
      await loadBackup(tx, summary, parts, sqlFolders);
      await tx.query("insert into private.settings (key, value) values ($1, jsonb_build_object('backup', $2::text))", [
        restoreMarker,
        summary.header.id,
      ]);
    }),
  );
}

async function finish({ settings, log, erasureSteps }: Restore, erasures: Erasure[]) {
  let obstacle: string | undefined;
  const db = await openDatabase(settings, log, {
    checkBeforeUse: async (client) => {
      obstacle = await refuseOtherSecret(client, settings.authSecret).then(
        () => undefined,
        (error: Error) => error.message,
      );
    },
  });
  try {
    const erased = await applyErasures(db, erasureSteps, erasures);
    await db.asServer((tx) => tx.query("delete from private.settings where key = $1", [restoreMarker]));
    return { erased, obstacle };
  } finally {
    await db.close();
  }
}
