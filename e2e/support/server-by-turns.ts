// Starts the built site as server/main.ts does, again and again in one process: whoever edits the configuration starts
// it anew, and what is loaded and compiled once serves each start. Told by its parent: variables, or to stop.
import { createLog } from "#server/log.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { type RunningServer, startServer } from "#server/start-server.ts";

export type Turn = { start: Record<string, string> } | { start?: undefined };

let running: RunningServer | undefined;

process.on("message", async ({ start }: Turn) => {
  await running?.stop();
  running = undefined;
  if (start) {
    Object.assign(process.env, start);
    running = await startServer(process.cwd(), await loadSettings(process.cwd()), createLog("warn", undefined));
  }
  process.send?.("done");
});
process.on("disconnect", () => process.exit());
