import { createEngineContext, type EngineContext, type GivenToEngine } from "#engine/context.ts";
import { createReportCounts, type ReportCounts } from "#server/browser-reports/report-counts.ts";
import type { Settings } from "#server/settings/settings.ts";

/** What every service of the process shares: the engine's, and what the site adds to it. */
export type ServerContext = EngineContext & {
  settings: Settings;
  /** What browsers reported to this process. */
  reports: ReportCounts;
};

/** Made once by backend.ts and by the tests. */
export function createContext(given: GivenToEngine & { settings: Settings }): ServerContext {
  return { ...createEngineContext(given), settings: given.settings, reports: createReportCounts() };
}
