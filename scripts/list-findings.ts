import type { SiteDocument } from "#domain/site/site-config.ts";
import { dayOfSite } from "#kit/civil-date.ts";
import { checkProject } from "#server/doctor/check-project.ts";
import { checkRunning } from "#server/doctor/check-running.ts";
import { checkSettings } from "#server/doctor/check-settings.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";
import { createLog } from "#server/log.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { createMachine } from "#server/watch/machine-facts.ts";
import { type Settings, takeSite } from "#server/settings/settings.ts";
import { createLiveSite } from "#server/site-versions/live-site.ts";

import { askServer } from "./ask-server.ts";

/**
 * All that the doctor finds: in the settings, those of the site as it is shown, in the project and in the database.
 *
 * @throws when it could not look
 */
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
  const shown = await askServer(settings, { path: "/operations/site-settings" });
  const { document } = (shown?.body ?? {}) as { document?: SiteDocument };
  if (document) takeSite(settings, await settings.readWith(document));
  return findings;
}

async function checkDirectly(settings: Settings): Promise<Finding[]> {
  const log = createLog("warn");
  const db = await openOwnDatabase(settings, log, { looksOnly: true });
  const now = () => new Date();
  const liveSite = createLiveSite({ db, log, settings });
  await liveSite.refresh();
  const machine = createMachine({ db, settings, now });
  const findings = await checkRunning({ db, settings, now, machine, liveSite });
  await db.close();
  return findings;
}
