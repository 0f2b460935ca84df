// npm run check:settings
// Reads the settings as a start does, and starts nothing. Exit code: 0, or 1 with one sentence for each mistake.
import { loadSettings } from "#server/settings/load-settings.ts";

import { failOn } from "./fail.ts";

try {
  await loadSettings(process.cwd());
  console.log("The settings are those that a start needs.");
  process.exit(0);
} catch (error) {
  failOn(error);
}
