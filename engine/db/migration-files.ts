import { readdir, readFile } from "node:fs/promises";
import { basename, join } from "node:path";

export type SqlFolders = {
  /** Roles, and schema auth: what a Supabase project brings by itself. */
  bootstrap: string;
  /** The product's, in the format of the Supabase CLI. The files that led to its baseline are in `../upgrade`. */
  migrations: string;
};

export type Migration = {
  file: string;
  version: string;
  name: string;
  text: string;
  /** The whole schema in one file, as all older files together make it. */
  isBaseline: boolean;
  /** Of `upgrade/`. */
  isEarlier: boolean;
};

/** Migrations of one schema, oldest first, and a table that tells whether an older program has made it. */
export type Chain = { migrations: Migration[]; mark?: string };

/** Of schema auth, as long as a start made it again each time: nothing was recorded. */
const markOfAuth = "auth.users";

/** In the order in which they are applied: the product's tables refer to accounts. */
export type Chains = { auth: Chain; product: Chain };

export async function readChains({ bootstrap, migrations }: SqlFolders): Promise<Chains> {
  return {
    auth: { migrations: await readMigrations(join(bootstrap, "migrations")), mark: markOfAuth },
    product: { migrations: await readMigrations(migrations) },
  };
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const earlier = await readSqlFiles(join(folder, "../upgrade"), true).catch(emptyWhenAbsent);
  const all = [...earlier, ...(await readSqlFiles(folder, false))];
  return all.toSorted((one, other) => (one.version < other.version ? -1 : 1));
}

async function readSqlFiles(folder: string, isEarlier: boolean): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql"));
  return Promise.all(
    files.map(async (file) => ({
      ...readName(file),
      file,
      isEarlier,
      text: await readFile(join(folder, file), "utf8"),
    })),
  );
}

function emptyWhenAbsent(error: NodeJS.ErrnoException): Migration[] {
  if (error.code !== "ENOENT") throw error;
  return [];
}

function readName(file: string): Pick<Migration, "version" | "name" | "isBaseline"> {
  const parts = /^(\d{14})_(.+)\.sql$/.exec(basename(file));
  if (!parts?.[1] || !parts[2]) throw new Error(`${file} is not named like 20260914103000_create_books.sql.`);
  return { version: parts[1], name: parts[2], isBaseline: parts[2].endsWith("baseline") };
}

/** A migration to run; or only to record, when what came before it made the same. */
export type Step = { migration: Migration; isRun: boolean };

/**
 * What brings a schema up to the files. A new one begins with the newest baseline. One that older files made takes
 * those that it lacks up to the baseline, which is then recorded.
 *
 * @throws where a file is older than one that was applied
 */
export function planSteps({ migrations }: Chain, applied: ReadonlySet<string>, isNew: boolean): Step[] {
  if (isNew) {
    const newest = migrations.findLastIndex(({ isBaseline }) => isBaseline);
    return migrations.slice(Math.max(newest, 0)).map((migration) => ({ migration, isRun: true }));
  }
  const [late] = findLate({ migrations }, applied);
  if (late) throw new Error(`${late.file}: ${migrationProblems.late}.`);
  return sinceBaseline(migrations, applied)
    .filter(({ version }) => !applied.has(version))
    .map((migration) => ({ migration, isRun: !migration.isBaseline }));
}

/**
 * Files that were not applied although a newer one of ours was: run now, they would run in another order than on a
 * new database. What others recorded, as a project's own migrations, does not count; nor do files of `upgrade/`: some
 * came out of order before this was refused, and no two of those change the same thing.
 */
export function findLate({ migrations }: Chain, applied: ReadonlySet<string>): Migration[] {
  const relevant = sinceBaseline(migrations, applied);
  const newest = relevant.findLastIndex(({ version }) => applied.has(version));
  return relevant.filter(
    ({ version, isBaseline, isEarlier }, index) => index < newest && !isBaseline && !isEarlier && !applied.has(version),
  );
}

function sinceBaseline(migrations: Migration[], applied: ReadonlySet<string>): Migration[] {
  const baseline = migrations.findLastIndex(({ isBaseline, version }) => isBaseline && applied.has(version));
  return migrations.slice(Math.max(baseline, 0));
}

/**
 * What makes the schema as it was after some of the migrations. Of a schema that was not recorded then, it is the
 * oldest one that is.
 */
export function planSchemaAt({ migrations, mark }: Chain, wanted: ReadonlySet<string>): Step[] {
  const recorded = migrations.filter(({ version }) => wanted.has(version));
  if (recorded.length === 0 && mark) {
    return migrations
      .filter(({ isBaseline }) => isBaseline)
      .slice(0, 1)
      .map((migration) => ({ migration, isRun: true }));
  }
  const newest = recorded.findLastIndex(({ isBaseline }) => isBaseline);
  return recorded.map((migration, index) => ({ migration, isRun: index >= newest }));
}

/**
 * A migration that was applied and whose file says something else now, or is no longer there; one that is later than
 * every file, as after the way back to an older version; or one that was not applied and is older than the newest that
 * was.
 */
export type MigrationDrift = { file: string; problem: "edited" | "gone" | "newer" | "late" };

/** For the operator of the machine, after the name of the file. */
export const migrationProblems: Record<Exclude<MigrationDrift["problem"], "newer">, string> = {
  edited:
    "this migration was edited after the database had applied it, so the change is not in the database: put the file " +
    "back as it was, and write the change as a new migration",
  gone:
    "this migration was applied to the database, and its file is gone: put it back, or run the version it came " +
    "with",
  late:
    "this migration was not applied, and a newer one was: rename it so that it sorts after the newest one of " +
    "supabase/migrations",
};
