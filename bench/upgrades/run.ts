// Databases and backups that older versions of this repository made are brought to today's schema, with all their rows:
// node bench/upgrades/run.ts embedded|postgres. Each older version is taken from git and run with today's packages.
import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import pg from "pg";
import pino from "pino";

import { defaultTimeouts, openDatabase } from "#engine/db/open-database.ts";
import { openEmbedded } from "#engine/db/open-embedded.ts";
import { startPostgresServer } from "#tests/support/postgres-server.ts";
import { type Inspect, readSchemaCatalogue, type SchemaCatalogue } from "#tests/support/schema-catalogue.ts";

/** The first that wrote today's backups; one between; the last before the baseline. */
const versions = ["2520ad34", "62751fd9", "7e577153"];
const authSecret = "the secret of every version, 40 characters";
const log = pino({ level: "warn" });
const folder = mkdtempSync(join(tmpdir(), "site-upgrades-"));

/** Where a site could be: nothing is there yet. */
type Place = { dataDir: string; databaseUrl?: string };

type Engine = {
  makePlace(name: string): Promise<Place>;
  inspect<T>(place: Place, look: (inspect: Inspect) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const embedded: Engine = {
  makePlace: async (name) => ({ dataDir: join(folder, name) }),
  async inspect({ dataDir }, look) {
    const db = await openEmbedded({ folder: join(dataDir, "database") }, { ...defaultTimeouts, log });
    try {
      return await look((text) => db.asSuperuser((tx) => tx.query(text)));
    } finally {
      await db.close();
    }
  },
  close: async () => {},
};

async function startPostgres(): Promise<Engine> {
  const server = await startPostgresServer();
  const ask = async <T>(url: string, look: (inspect: Inspect) => Promise<T>) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return await look((text) => client.query(text));
    } finally {
      await client.end();
    }
  };
  return {
    async makePlace(name) {
      await ask(server.url(), (inspect) => inspect(`create database "${name}"`));
      return { dataDir: join(folder, name), databaseUrl: server.url(name) };
    },
    inspect: ({ databaseUrl = "" }, look) => ask(databaseUrl, look),
    close: () => server.remove(),
  };
}

function checkOut(version: string): string {
  const tree = join(folder, version);
  mkdirSync(tree);
  const archive = execFileSync("git", ["archive", version], { maxBuffer: 1 << 30 });
  execFileSync("tar", ["-x", "-C", tree], { input: archive });
  symlinkSync(resolve("node_modules"), join(tree, "node_modules"));
  cpSync("bench/upgrades/fill.ts", join(tree, "fill.ts"));
  return tree;
}

/** A command of a version, as its operator gives it. */
function run(tree: string, place: Place, words: string[], input = ""): void {
  const { dataDir, databaseUrl } = place;
  const env = {
    PATH: process.env.PATH,
    AUTH_SECRET: authSecret,
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
  };
  execFileSync(process.execPath, words, { cwd: tree, env, input, stdio: ["pipe", "ignore", "inherit"] });
}

const countRows = async (inspect: Inspect) => {
  const { rows } = await inspect(`
    select (select count(*) from public.leads) as leads, (select count(*) from private.submissions) as submissions,
      (select count(*) from public.user_profiles) as profiles, (select count(*) from auth.users) as accounts,
      (select md5(string_agg(lead.email || lead.funnel_origin || coalesce(lead.phone_e164, ''), ','
           order by lead.email, lead.funnel_origin))
         from public.leads as lead) as content`);
  return JSON.stringify(rows[0]);
};

async function readSchema(inspect: Inspect): Promise<SchemaCatalogue> {
  const catalogue = await readSchemaCatalogue(inspect);
  return Object.fromEntries(Object.entries(catalogue).filter(([name]) => !/^rows (?!private\.questions)/.test(name)));
}

function refuseDifferences(what: string, found: SchemaCatalogue, wanted: SchemaCatalogue): void {
  const names = new Set([...Object.keys(found), ...Object.keys(wanted)]);
  const different = [...names].filter((name) => found[name] !== wanted[name]);
  if (different.length === 0) return;
  const shown = different.slice(0, 5).map((name) => `${name}\n  has   ${found[name]}\n  wants ${wanted[name]}`);
  throw new Error(`${what}: ${different.length} objects differ.\n${shown.join("\n")}`);
}

const name = process.argv[2];
const engine = name === "postgres" ? await startPostgres() : embedded;
try {
  const open = async (place: Place) => {
    const startedAt = performance.now();
    await (await openDatabase({ databaseUrl: undefined, ...place, authSecret }, log)).close();
    return Math.round(performance.now() - startedAt);
  };
  const fresh = await engine.makePlace("fresh");
  const freshMs = await open(fresh);
  const wanted = await engine.inspect(fresh, readSchema);
  const upgradeMs: number[] = [];
  for (const version of versions) {
    const tree = checkOut(version);
    const place = await engine.makePlace(`of_${version}`);
    const backup = join(folder, `${version}.backup`);
    run(tree, place, ["fill.ts"]);
    run(tree, place, ["scripts/backup.ts", backup]);
    const before = await engine.inspect(place, countRows);

    upgradeMs.push(await open(place));
    refuseDifferences(`The database of ${version}`, await engine.inspect(place, readSchema), wanted);
    const restored = await engine.makePlace(`restored_${version}`);
    run(process.cwd(), restored, ["scripts/restore.ts", backup, "--unverified"], `${version}.backup\n`);
    refuseDifferences(`The backup of ${version}`, await engine.inspect(restored, readSchema), wanted);
    for (const after of [place, restored]) {
      const found = await engine.inspect(after, countRows);
      if (found !== before) throw new Error(`${version}: there is ${found}, and was ${before}.`);
    }
  }
  const objects = Object.keys(wanted).length;
  console.log(
    `upgrades: ${versions.length} databases and backups, each of the ${objects} objects as on an empty one ` +
      `(made in ${freshMs} ms; upgrades in ${upgradeMs.join(", ")} ms), no row lost`,
  );
} finally {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(0);
