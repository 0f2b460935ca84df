// ./ariane rollback [--wait SECONDS]
// Of a pack: lets the link lead to what ran before the last update, and starts it anew. The database stays: migrations
// only add, so that the version before works on it.
import { parseArgs } from "node:util";

import { loadSettings } from "#server/settings/load-settings.ts";

import { failOn } from "./fail.ts";
import { placeOf } from "./release/place.ts";
import { rollBack } from "./release/update.ts";

try {
  const { values } = parseArgs({ options: { wait: { type: "string", default: "300" } } });
  if (!/^[1-9]\d{0,3}$/.test(values.wait)) throw new Error("Usage: ./ariane rollback [--wait SECONDS]");
  await rollBack({ place: placeOf(await loadSettings(process.cwd()), Number(values.wait)), say: console.log });
  process.exit(0);
} catch (error) {
  failOn(error);
}
