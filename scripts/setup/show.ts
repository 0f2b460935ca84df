import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { setUpWords } from "#content/set-up.ts";

import { identityName, readPlace } from "./place.ts";

const { made } = setUpWords;

/** What the set-up made by itself, a line each; what was put away since is not there. */
export function showMade(folder: string): string {
  const { variables } = readPlace(folder);
  const identity = join(folder, identityName);
  const opening = existsSync(identity) ? /^AGE-SECRET-KEY-\S+$/m.exec(readFileSync(identity, "utf8"))?.[0] : undefined;
  const lines: [string, string | undefined][] = [
    [made.siteUrl, variables.SITE_URL],
    [made.administrator, variables.ADMIN_EMAIL && `${variables.SITE_URL}/admin, ${variables.ADMIN_EMAIL}`],
    [made.password, variables.ADMIN_PASSWORD],
    [made.secretKey, variables.SECRET_KEY],
    [made.publishableKey, variables.PUBLISHABLE_KEY],
    [made.authSecret, variables.AUTH_SECRET],
    [made.webhookSecret, variables.WEBHOOK_SECRET],
    [made.databasePassword, variables.POSTGRES_PASSWORD],
    [made.backupKey, variables.BACKUP_KEY],
    [made.backupIdentity, opening],
  ];
  return lines.flatMap(([name, value]) => (value ? [`${name}\u00a0: ${value}`] : [])).join("\n");
}
