import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import pg from "pg";
import pino from "pino";
import { inject, onTestFinished } from "vitest";

import { columnTypes } from "#engine/db/column-types.ts";
import { type Database, type DbRow } from "#engine/db/database.ts";
import { openDatabase } from "#engine/db/open-database.ts";
import { openOwnerDatabase } from "#engine/db/owner-database.ts";
import { seedDemoLeads } from "#subjects/leads/server/seed.ts";
import type { Settings } from "#server/settings/settings.ts";
import type { BackupKey } from "#engine/backup/encryption.ts";
import { writeBackup } from "#engine/backup/write-backup.ts";
import { erasureSteps } from "#subjects/account/server/erase-again.ts";
import { restoreBackup, type Restored } from "#engine/restore/restore-backup.ts";
import { addReceivers, secretariat, send } from "#tests/leads/sending.ts";
import { admin, alice, arrangePeople } from "#tests/policies/accounts.ts";
import { fillDataFolder, makeDump } from "#tests/support/database-dump.ts";
import { createTestContext } from "#tests/support/context.ts";
import type { TestDatabase } from "#tests/support/database.ts";
import type { Engine } from "#tests/selection.ts";

export const quiet = pino({ level: process.env.TEST_LOG_LEVEL ?? "silent" });

/** A folder or a database of the test server, where a site could be. */
export type Place = {
  engine: Engine;
  settings: Settings;
  /** Past every grant and policy; in a folder, only while no process has it open. */
  inspect<R extends DbRow = DbRow>(text: string, values?: unknown[]): Promise<{ rows: R[]; rowCount: number }>;
};

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "backup-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A place where nothing is. */
export async function emptyPlace(engine: Engine): Promise<Place> {
  return engine === "embedded" ? inFolder(join(temporaryFolder(), "data")) : inNewDatabase("template0");
}

/** A place as the first start leaves it, migrated and without rows. */
export async function freshPlace(engine: Engine): Promise<Place> {
  if (engine === "postgres") return inNewDatabase(templateDatabase().database);
  const place = inFolder(join(temporaryFolder(), "data"));
  fillDataFolder(place.settings.dataDir, await makeDump());
  return place;
}

function inFolder(dataDir: string): Place {
  const settings = settingsWith({ databaseUrl: undefined, dataDir });
  return {
    engine: "embedded",
    settings,
    async inspect<R extends DbRow>(text: string, values: unknown[] = []) {
      const database = await openOwnerDatabase(settings, quiet);
      try {
        return await database.transaction((tx) => tx.query<R>(text, values));
      } finally {
        await database.close();
      }
    },
  };
}

async function inNewDatabase(template: string): Promise<Place> {
  const name = `place_${randomBytes(6).toString("hex")}`;
  const url = (database: string) => `postgres://postgres@127.0.0.1:${templateDatabase().port}/${database}`;
  await query(url("template1"), `create database ${name} template ${template}`);
  onTestFinished(async () => void (await query(url("template1"), `drop database ${name} with (force)`)));
  return {
    engine: "postgres",
    settings: settingsWith({ databaseUrl: url(name), dataDir: temporaryFolder() }),
    inspect: <R extends DbRow>(text: string, values?: unknown[]) => query<R>(url(name), text, values),
  };
}

function templateDatabase() {
  const template = inject("databaseTemplate");
  if (template.engine !== "postgres") throw new Error("These tests need the server: tests/selection.ts.");
  return template;
}

async function query<R extends DbRow>(connectionString: string, text: string, values: unknown[] = []) {
  const client = new pg.Client({ connectionString, types: columnTypes });
  await client.connect();
  try {
    const { rows, rowCount } = await client.query<R>(text, values);
    return { rows, rowCount: rowCount ?? 0 };
  } finally {
    await client.end();
  }
}

export function settingsWith(settings: Partial<Settings>): Settings {
  return createTestContext({ db: {} as Database, settings }).settings;
}

/** The site's database there, brought up to date, as the server opens it. */
export async function openSite(place: Place): Promise<Database> {
  const db = await openDatabase(place.settings, quiet);
  onTestFinished(() => db.close());
  return db;
}

/** A week of a small business: accounts, sessions, leads of every origin, what was sent twice, what waits to leave. */
export async function fillWithLife(place: Place): Promise<void> {
  const db = await openSite(place);
  await db.asServer((tx) => seedDemoLeads(tx, new Date()));
  const inspectable = { ...db, inspect: inspectThrough(place, db) } as TestDatabase;
  await arrangePeople(inspectable);
  await addReceivers(inspectable, "https://receiver.example/");
  await send(inspectable, secretariat);
  await send(inspectable, { ...secretariat, email_param: "odd@exemple.example", knowledge_base_text_param: oddText });
  await inspectable.inspect(
    `insert into private.rate_buckets (key, tokens) values ('odd', 0.1::float8 + 0.2::float8), ('none', '-Infinity')`,
  );
  await inspectable.inspect(
    `update auth.sessions set ip = '2001:db8::/32', idle_limit = interval '1 month 2 days 03:04:05.678',
       refresh_token_hmac_key = '\\x00ff5c0a22', not_after = '2026-03-29 02:30:00.123456+01'`,
  );
  await inspectable.inspect(
    `insert into private.site_versions
       (version, document, source, author, reason, effective_at, withdrawn_at, from_version)
     values (1, '{"contact": {"phone": "01 99 00 24 24"}}', 'file', null, '', '2026-01-05 08:00+01', null, null),
            (2, '{"legal": {"capitalEuros": 1e3}}', 'desk', $1, 'L’offre « de mars »', '2099-03-02', now(), null),
            (3, '{"contact": {"phone": "01 99 00 24 24"}}', 'return', $1, 'Trop tôt', '2099-03-03 08:00+01', null, 1)`,
    [admin.account],
  );
  await inspectable.inspect("insert into private.site_draft values (true, '{\"claims\": {}}', $1, now())", [
    alice.account,
  ]);
  await inspectable.inspect("select private.add_facet_changes(1000), private.add_up_lead_figures(1000)");
  await db.close();
}

/** What a format could stumble on. */
export const oddText = 'Fermé le « lundi » : "midi"\\n\\\\N\ttab,\r\nfin {"a":["\u2028💐"]}';

function inspectThrough(place: Place, db: Database): TestDatabase["inspect"] {
  if (place.engine === "postgres") return ((text, values) => place.inspect(text, values)) as TestDatabase["inspect"];
  const { asSuperuser } = db as unknown as { asSuperuser: TestDatabase["asServer"] };
  return ((text: string, values?: unknown[]) => asSuperuser((tx) => tx.query(text, values))) as TestDatabase["inspect"];
}

export async function backUp(place: Place, file: string, key?: BackupKey): Promise<void> {
  const database = await openOwnerDatabase(place.settings, quiet);
  try {
    await writeBackup(database, file, { key, authSecret: place.settings.authSecret });
  } finally {
    await database.close();
  }
}

type RestoreOptions = { key?: BackupKey; erasedFile?: string; acceptUnverified?: () => Promise<boolean> };

export function restore(place: Place, file: string, options: RestoreOptions = {}): Promise<Restored> {
  const { key, erasedFile, ...accept } = options;
  const steps = erasureSteps({ settings: place.settings, now: () => new Date() });
  return restoreBackup({ settings: place.settings, log: quiet, file, key, erasedFile, erasureSteps: steps, ...accept });
}

/** Schemas that are ours, whatever a backup believes. */
const ours = "nspname in ('public', 'private', 'auth')";

/**
 * Every row with its generated columns, every constraint, index, trigger, policy and sequence: what is there, asked in
 * another way than the backup asks.
 */
export async function describe(place: Place): Promise<Record<string, unknown>> {
  const { rows: tables } = await place.inspect<{ name: string }>(
    `select format('%I.%I', nspname, relname) as name from pg_class join pg_namespace on pg_namespace.oid = relnamespace
     where relkind = 'r' and ${ours} order by 1`,
  );
  const counts = tables.map(
    ({ name }) => `select '${name}' as name, count(*)::int as count,
      md5(coalesce(string_agg(line, chr(10) order by line collate "C"), '')) as md5
      from (select whole::text as line from ${name} as whole) as lines`,
  );
  const { rows } = await place.inspect<{ it: Record<string, unknown> }>(`
    select jsonb_build_object(
      'rows', (select jsonb_object_agg(name, count || ' ' || md5) from (${counts.join(" union all ")}) as counted),
      'constraints', (select jsonb_agg(conrelid::regclass::text || ' ' || conname || ' ' || convalidated || ' '
                       || pg_get_constraintdef(pg_constraint.oid) order by conrelid::regclass::text, conname)
        from pg_constraint join pg_namespace on pg_namespace.oid = connamespace where ${ours} and contype <> 'n'),
      'indexes', (select jsonb_agg(replace(indexdef, 'extensions.', '') order by indexdef) from pg_indexes
        where schemaname in ('public', 'private', 'auth')),
      'triggers', (select jsonb_agg(
          tgenabled::text || ' ' || pg_get_triggerdef(pg_trigger.oid) order by tgname, tgrelid::regclass::text)
        from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_namespace on pg_namespace.oid = relnamespace
        where ${ours} and not tgisinternal),
      'security', (select jsonb_agg(relname || ' ' || relrowsecurity || ' ' || relforcerowsecurity order by relname)
        from pg_class join pg_namespace on pg_namespace.oid = relnamespace where ${ours} and relkind = 'r'),
      'sequences', (select jsonb_agg(schemaname || '.' || sequencename || ' ' || coalesce(last_value::text, '')
                      order by schemaname, sequencename) from pg_sequences)
    ) as it`);
  return rows[0]?.it ?? {};
}
