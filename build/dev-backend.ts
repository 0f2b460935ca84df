import { type Backend, openBackend } from "#server/backend.ts";
import { createLog } from "#server/log.ts";
import type { PageSource } from "#server/site/serve-pages.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import type { Settings } from "#server/settings/settings.ts";

/** The same services as in production, behind the pages that Vite renders. */
export async function openDevBackend(
  root: string,
  createPages: (settings: Settings) => Promise<PageSource>,
): Promise<Backend> {
  const settings = await loadSettings(root);
  return openBackend(settings, createLog(settings.logLevel), await createPages(settings));
}
