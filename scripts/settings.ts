// npm run settings -- export FILE
// npm run settings -- import FILE [--dry-run]
// What the owner says of the site, as the site shows it: to a JSON file, or from a file of the form of SITE_CONFIG.
import { writeFileSync } from "node:fs";

import { readSiteDocument, type SiteDocument } from "#domain/site/site-config.ts";
import type { ComparedSite } from "#domain/site/page-renderer.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { compareApart } from "#server/site/compare-apart.ts";
import { checkDocument } from "#subjects/site-settings/server/check-document.ts";
import type { Database } from "#engine/db/database.ts";
import type { DatabaseOptions } from "#engine/db/open-database.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { createLog } from "#server/log.ts";
import { loadSettings, readSiteFile } from "#server/settings/load-settings.ts";
import { type Settings, SettingsError } from "#server/settings/settings.ts";
import { sayMistake } from "#server/settings/site-mistakes.ts";
import { type Imported, importDocument } from "#server/site-versions/import-document.ts";
import { readApplying } from "#server/site-versions/stored-versions.ts";

import { askServer } from "./ask-server.ts";
import { fail, failOn } from "./fail.ts";

const usage = `Usage: npm run settings -- export FILE
       npm run settings -- import FILE [--dry-run]`;

const [verb, file, option, ...more] = process.argv.slice(2);
const isTried = option === "--dry-run";
const isKnown = verb === "export" ? option === undefined : verb === "import" && (option === undefined || isTried);
if (!isKnown || file === undefined || more.length > 0) fail(usage);

try {
  const settings = await loadSettings(process.cwd());
  console.log(verb === "export" ? await exportTo(file, settings) : await importFrom(file, settings));
  process.exit(0);
} catch (error) {
  failOn(error);
}

async function exportTo(target: string, settings: Settings): Promise<string> {
  const answer = await askServer(settings, { path: "/operations/site-settings" });
  const document = answer
    ? (answer.body as { document: SiteDocument }).document
    : await useDatabase(settings, { looksOnly: true }, async (db) => {
        return (await db.asServer((tx) => readApplying(tx))).applying?.document;
      });
  if (!document) throw new Error("The database has no version of the site yet: start the site once.");
  writeFileSync(target, `${JSON.stringify(document, null, 2)}\n`, { flag: "wx", mode: 0o600 });
  return `What the site says is in ${target}.`;
}

async function importFrom(source: string, settings: Settings): Promise<string> {
  const read = readSiteDocument(await readSiteFile(source, source));
  if (!read.ok) throw new SettingsError(read.problem.map((mistake) => sayMistake(source, mistake)));
  const { isSame, version } = await send(read.value, settings);
  if (isSame) return "The site says so already: nothing is to be done.";
  return version === undefined
    ? "It can be imported. Nothing was written."
    : `Version ${version} of the site says what ${source} says, from now on.`;
}

async function send(document: SiteDocument, settings: Settings): Promise<Imported> {
  const body = { document, isTried };
  const answer = await askServer(settings, { method: "POST", path: "/operations/site-settings", body });
  if (answer?.ok) return answer.body as Imported;
  if (answer) throw new Error((answer.body as { error: string }).error);
  const options = isTried ? { looksOnly: true } : { keepsVersion: true };
  const now = () => new Date();
  const liveSite = { compare: (compared: ComparedSite) => compareApart(process.cwd(), compared) };
  const compare = (compared: SiteDocument) => checkDocument({ settings, now, liveSite }, compared);
  const importing = { isTried, today: dayOfSite(settings, now()), compare };
  return useDatabase(settings, options, (db) => importDocument({ db, settings }, document, importing));
}

async function useDatabase<T>(
  settings: Settings,
  options: DatabaseOptions,
  work: (db: Database) => Promise<T>,
): Promise<T> {
  const db = await openOwnDatabase(settings, createLog("warn"), options);
  try {
    return await work(db);
  } finally {
    await db.close();
  }
}
