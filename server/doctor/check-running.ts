import type { Database } from "#engine/db/database.ts";
import type { Settings } from "#server/settings/settings.ts";
import type { Machine } from "#server/watch/machine-facts.ts";
import type { Finding } from "#subjects/operations/rules/doctor-finding.ts";

import { checkAccounts } from "./check-accounts.ts";
import { checkAskedAmounts } from "./check-asked-amounts.ts";
import { checkBackups } from "./check-backups.ts";
import { checkDatabase } from "./check-database.ts";
import { checkLeads } from "./check-leads.ts";
import { checkMachine } from "./check-machine.ts";
import { checkShownSite, type ShownSite } from "./check-shown-site.ts";

export type Running = {
  db: Database;
  settings: Settings;
  now: () => Date;
  machine: Machine;
  liveSite: ShownSite;
};

/** What is found of a site that runs, beside its settings: the same for `npm run doctor`, « Santé » and alerts. */
export async function checkRunning(running: Running): Promise<Finding[]> {
  const { liveSite, settings } = running;
  return [
    ...(await checkShared(running)),
    ...(await checkHere(running)),
    ...checkShownSite(liveSite, settings.document),
  ];
}

/** Whichever machine asks. */
export async function checkShared({ db, settings, now }: Omit<Running, "machine" | "liveSite">): Promise<Finding[]> {
  return [
    ...(await checkDatabase(db, now())),
    ...(await checkAccounts(db, settings)),
    ...(await checkBackups(db, settings, now())),
    ...(await db.asServer((tx) => checkLeads(tx, settings, now()))),
    ...(await db.asServer((tx) => checkAskedAmounts(tx, now()))),
  ];
}

/** Of this machine alone. */
export async function checkHere({ machine, now }: Pick<Running, "machine" | "now">): Promise<Finding[]> {
  return checkMachine(await machine.read(), now());
}
