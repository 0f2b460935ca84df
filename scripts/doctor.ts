// npm run doctor [-- --json]
// Lists what the owner has to decide before (and after) the site is on line. Reads only.
// Exit code: 0 without an error, 1 with one, 2 when it could not look.
import { dayOfSite } from "#kit/civil-date.ts";
import { checkAccounts } from "#server/doctor/check-accounts.ts";
import { checkBackups } from "#server/doctor/check-backups.ts";
import { checkDatabase } from "#server/doctor/check-database.ts";
import { checkProject } from "#server/doctor/check-project.ts";
import { checkSettings } from "#server/doctor/check-settings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import { hasError, listReport, writeReport } from "#server/doctor/findings.ts";
import { createLog } from "#server/log.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import type { Settings } from "#server/settings/settings.ts";

import { askServer } from "./ask-server.ts";
import { failOn } from "./fail.ts";

try {
  const settings = await loadSettings(process.cwd());
  const database = (await checkByServer(settings)) ?? (await checkDirectly(settings));
  const project = await checkProject(settings);
  const findings = [...checkSettings(settings, dayOfSite(settings, new Date())), ...project, ...database];
  const isForMachines = process.argv.includes("--json");
  console.log(isForMachines ? JSON.stringify(listReport(findings), null, 2) : writeReport(findings));
  process.exit(hasError(findings) ? 1 : 0);
} catch (error) {
  failOn(error, 2);
}

async function checkByServer(settings: Settings): Promise<Finding[] | undefined> {
  const answer = await askServer(settings, { path: "/operations/findings" });
  if (!answer) return undefined;
  const { findings, error } = answer.body as { findings?: Finding[]; error?: string };
  if (!findings) throw new Error(`The server does not say: ${error}`);
  return findings;
}

async function checkDirectly(settings: Settings): Promise<Finding[]> {
  const db = await openOwnDatabase(settings, createLog("warn"), { looksOnly: true });
  const findings = [
    ...(await checkDatabase(db)),
    ...(await checkAccounts(db, settings)),
    ...(await checkBackups(db, settings, new Date())),
  ];
  await db.close();
  return findings;
}
