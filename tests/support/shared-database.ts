import { DatabaseUnavailable } from "#engine/db/database-errors.ts";

import type { TestDatabase } from "./database.ts";

type Shared = { database: TestDatabase; fresh: string };

/** What the previous test file of this process gave back as it had found it. */
let free: Shared | undefined;

/**
 * Opening a database takes a second: the test files of a process share one, one after the other. A file that changed
 * more than rows of tables that were empty takes its database with it.
 */
export async function takeSharedDatabase(open: () => Promise<TestDatabase>): Promise<TestDatabase> {
  const shared = free ?? (await openShared(open));
  free = undefined;
  return lendUntilClosed(shared.database, async () => {
    if (free || !(await isAsFound(shared))) return shared.database.close();
    free = shared;
  });
}

async function openShared(open: () => Promise<TestDatabase>): Promise<Shared> {
  const database = await open();
  return { database, fresh: await describe(database) };
}

async function isAsFound({ database, fresh }: Shared): Promise<boolean> {
  try {
    await database.reset();
    return (await describe(database)) === fresh;
  } catch {
    return false; // it was broken on purpose
  }
}

/**
 * Every relation of ours and every catalogue, with its number of rows and its last change; not those of a whole server,
 * which other processes change meanwhile.
 */
async function describe(database: TestDatabase): Promise<string> {
  const { rows: relations } = await database.inspect<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name
     from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind in ('r', 'p') and nspname not in ('pg_toast', 'information_schema')
       and relname not in ('pg_statistic', 'pg_largeobject') and not relisshared order by 1`,
  );
  const stamps = relations.map(
    ({ name }) => `select '${name}', count(*), max(xmin::text::bigint) from ${name} having count(*) > 0`,
  );
  const { rows } = await database.inspect(stamps.join(" union all "));
  return JSON.stringify(rows);
}

/** The database until it is closed: what its borrower left running finds it closed, and nothing listens any more. */
function lendUntilClosed(database: TestDatabase, giveBack: () => Promise<void>): TestDatabase {
  const stops = new Set<() => Promise<void>>();
  let closing: Promise<void> | undefined;

  const opened = (): TestDatabase => {
    if (closing) throw new DatabaseUnavailable("closed", "The database is closed.");
    return database;
  };

  return {
    ...database,
    asCaller: async (caller, options, work) => opened().asCaller(caller, options, work),
    readAsCaller: async (caller, settings, statement) => opened().readAsCaller(caller, settings, statement),
    asServer: async (work) => opened().asServer(work),
    runAsServer: async (text, values) => opened().runAsServer(text, values),
    ifLeader: async (name, work) => opened().ifLeader(name, work),
    inspect: async (text, values) => opened().inspect(text, values),
    ping: async () => opened().ping(),
    findWriteObstacle: async () => opened().findWriteObstacle(),
    reset: async () => opened().reset(),
    async listen(channel, handler) {
      const stop = await opened().listen(channel, handler);
      stops.add(stop);
      return async () => {
        stops.delete(stop);
        await stop();
      };
    },
    close() {
      closing ??= Promise.all([...stops].map((stop) => stop())).then(giveBack);
      return closing;
    },
  };
}
