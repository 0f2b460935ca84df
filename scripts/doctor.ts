// npm run doctor
// Lists what the owner has to decide before (and after) the site is on line. Changes nothing, refuses nothing.
import { dayInParis } from "#domain/civil-date.ts";

import { checkDatabase } from "#server/doctor/check-database.ts";
import { checkSite } from "#server/doctor/check-site.ts";
import { type Finding, writeReport } from "#server/doctor/findings.ts";
import { loadSettings, loadSiteConfig } from "#server/load-settings.ts";
import { openOwnDatabase } from "#server/open-own-database.ts";
import { createLog } from "#server/log.ts";
import { type Settings, SettingsError } from "#server/settings.ts";

try {
  const config = await loadSiteConfig(process.cwd());
  const settings = await loadSettings(process.cwd());
  const site = checkSite({ config, payments: settings.site.payments, today: dayInParis(new Date()) });
  const database = (await askServer(settings)) ?? (await checkDirectly(settings));
  console.log(writeReport([...site, ...database]));
  process.exit(0);
} catch (error) {
  console.error(error instanceof SettingsError ? error.problems.join("\n") : (error as Error).message);
  process.exit(1);
}

/** @returns undefined when no server runs, or the database is one that two processes may open */
async function askServer({ port, host, secretKey, databaseUrl }: Settings): Promise<Finding[] | undefined> {
  if (databaseUrl) return undefined;
  const target = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host;
  const answer = await fetch(`http://${target}:${port}/operations/findings`, {
    headers: { authorization: `Bearer ${secretKey}` },
  }).catch(() => undefined);
  if (!answer || answer.status === 404) return undefined;
  const body = (await answer.json()) as { findings?: Finding[]; error?: string };
  if (!body.findings) throw new Error(`The server does not say: ${body.error}`);
  return body.findings;
}

async function checkDirectly(settings: Settings): Promise<Finding[]> {
  const db = await openOwnDatabase(settings, createLog("warn"));
  const findings = await checkDatabase(db);
  await db.close();
  return findings;
}
