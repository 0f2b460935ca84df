import { dayOfSite } from "#kit/civil-date.ts";
import { checkProject } from "#server/doctor/check-project.ts";
import { checkRunning } from "#server/doctor/check-running.ts";
import { checkSettings } from "#server/doctor/check-settings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import { createLog } from "#server/log.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { createMachine } from "#server/watch/machine-facts.ts";
import type { Settings } from "#server/settings/settings.ts";

import { askServer } from "./ask-server.ts";

/** All that the doctor finds: in the settings, in the project and in the database. @throws when it could not look */
export async function listFindings(settings: Settings): Promise<Finding[]> {
  const database = (await checkByServer(settings)) ?? (await checkDirectly(settings));
  const project = await checkProject(settings);
  return [...checkSettings(settings, dayOfSite(settings, new Date())), ...project, ...database];
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
  const now = () => new Date();
  const findings = await checkRunning({ db, settings, now, machine: createMachine({ db, settings, now }) });
  await db.close();
  return findings;
}
