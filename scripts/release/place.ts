import { realpathSync } from "node:fs";
import { resolve, sep } from "node:path";

import type { Settings } from "#server/settings/settings.ts";

import type { Place } from "./restarts.ts";

/** `RESTART_COMMAND` is for these commands alone, so no start reads it: several are separated by commas. */
export function placeOf({ host, port, secretKey }: Settings, waitSeconds: number): Place {
  const commands = (process.env.RESTART_COMMAND ?? "").split(",").map((command) => command.trim());
  return { host, port, secretKey, waitSeconds, commands: commands.filter(Boolean) };
}

/** @throws in one sentence where the next release would begin with an empty database */
export function refuseDataInside({ databaseUrl, dataDir }: Pick<Settings, "databaseUrl" | "dataDir">): void {
  if (databaseUrl !== undefined || !resolve(dataDir).startsWith(`${realpathSync(".")}${sep}`)) return;
  throw new Error(`The data is in ${resolve(dataDir)}, a folder of this version: move it, and set DATA_DIR.`);
}
