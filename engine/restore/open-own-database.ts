import type { Logger } from "pino";

import { refuseHalfRestored } from "#engine/backup/restore-marker.ts";
import { refuseOtherSecret } from "#engine/identity/signing-keys.ts";
import type { Database } from "#engine/db/database.ts";
import { type DatabaseOptions, type DatabaseSettings, openDatabase } from "#engine/db/open-database.ts";

/**
 * Opens the database for the site or one of its commands: one whose signing keys `AUTH_SECRET` does not open is refused
 * before anything of it changes, and so is half a restore, unless another check is given.
 *
 * @throws as `openDatabase`, and for those two, in one sentence with the ways out
 */
export function openOwnDatabase(
  settings: DatabaseSettings,
  log: Logger,
  options: DatabaseOptions = {},
): Promise<Database> {
  return openDatabase(settings, log, {
    checkBeforeUse: async (client) => {
      await refuseHalfRestored(client);
      await refuseOtherSecret(client, settings.authSecret);
    },
    ...options,
  });
}
