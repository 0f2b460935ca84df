import pg from "pg";
import pino from "pino";
import { expect, test } from "vitest";

import { openDatabase } from "#engine/db/open-database.ts";
import { testEngine } from "#tests/support/database.ts";
import { createEmptyDatabase } from "#tests/support/empty-database.ts";

const lockEachTable = `
  do $$
  declare
    relation regclass;
  begin
    for relation in
      select oid from pg_class
      where relkind = 'r' and relnamespace::regnamespace::text not in ('pg_catalog', 'information_schema')
    loop
      execute format('lock table %s in row exclusive mode', relation);
    end loop;
  end
  $$`;

// The embedded engine has one session.
test.skipIf(testEngine === "embedded")("A start of what is up to date waits for no reader and no writer", async () => {
  const { databaseUrl } = await createEmptyDatabase();
  const settings = { databaseUrl, dataDir: "", authSecret: "a secret of no use" };
  const log = pino({ level: "silent" });
  await (await openDatabase(settings, log)).close();

  // Stronger than a reader's: what waits for neither changes no table, index, trigger or policy.
  const holder = new pg.Client({ connectionString: databaseUrl });
  await holder.connect();
  await holder.query("begin");
  await holder.query(lockEachTable);
  const { rows } = await holder.query(
    `select count(distinct relation)::int as tables from pg_locks
     where pid = pg_backend_pid() and mode = 'RowExclusiveLock'`,
  );
  expect(rows[0].tables).toBeGreaterThan(50);

  const db = await openDatabase(settings, log);
  await db.close();
  await holder.query("commit");
  await holder.end();
});
