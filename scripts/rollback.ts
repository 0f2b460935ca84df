// ./ariane rollback [--wait SECONDS]
// Of a pack: lets the link lead to what ran before the last update, and starts it anew. The database stays: migrations
// only add, so that the version before works on it.
import { parseArgs } from "node:util";

import { loadSettings } from "#server/settings/load-settings.ts";

import { failOn } from "./fail.ts";
import { placeOf } from "./release/place.ts";
import { rollBack } from "./release/update.ts";

try {
  const waitSeconds = readSeconds();
  await rollBack({ place: placeOf(await loadSettings(process.cwd()), waitSeconds), say: console.log });
  process.exit(0);
} catch (error) {
  failOn(error);
}

function readSeconds(): number {
  const usage = "Usage: ./ariane rollback [--wait SECONDS]";
  try {
    const { wait } = parseArgs({ options: { wait: { type: "string", default: "300" } } }).values;
    if (!/^[1-9]\d{0,3}$/.test(wait)) throw new Error(usage);
    return Number(wait);
  } catch (cause) {
    throw new Error(usage, { cause });
  }
}
