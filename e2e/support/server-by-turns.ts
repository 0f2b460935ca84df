// Starts the built site as server/main.ts does, again and again in one process: whoever edits the configuration starts
// it anew, and what is loaded and compiled once serves each start. Told by its parent: variables, or to stop.
import { dayOfSite } from "#kit/civil-date.ts";
import { openOwnDatabase } from "#engine/restore/open-own-database.ts";
import { createLog } from "#server/log.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import type { Settings } from "#server/settings/settings.ts";
import { importDocument } from "#server/site-versions/import-document.ts";
import { type RunningServer, startServer } from "#server/start-server.ts";

export type Turn = { start: Record<string, string> } | { start?: undefined };

let running: RunningServer | undefined;
let isFirst = true;

process.on("message", async ({ start }: Turn) => {
  await running?.stop();
  running = undefined;
  if (start) {
    Object.assign(process.env, start);
    const settings = await loadSettings(process.cwd());
    const log = createLog("warn", undefined);
    if (!isFirst) await takeOver(settings, log);
    isFirst = false;
    running = await startServer(process.cwd(), settings, log);
  }
  process.send?.("done");
});
process.on("disconnect", () => process.exit());

/** As `npm run settings -- import`: the database has a version of the turn before. */
async function takeOver(settings: Settings, log: ReturnType<typeof createLog>): Promise<void> {
  const db = await openOwnDatabase(settings, log);
  const today = dayOfSite(settings, new Date());
  await importDocument({ db, settings }, settings.document, { isTried: false, today, compare: async () => [] });
  await db.close();
}
