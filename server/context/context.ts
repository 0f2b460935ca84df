import { createEngineContext, type EngineContext, type GivenToEngine } from "#engine/context.ts";
import { createReportCounts, type ReportCounts } from "#server/browser-reports/report-counts.ts";
import { createMachine, type Machine } from "#server/watch/machine-facts.ts";
import { createLeadRefusals, type LeadRefusals } from "#server/watch/refused-leads.ts";
import { createPictureEncoder, type EncodePicture } from "#server/pictures/picture-encoder.ts";
import type { Settings } from "#server/settings/settings.ts";
import { createLiveSite, type LiveSite } from "#server/site-versions/live-site.ts";

/** What every service of the process shares: the engine's, and what the site adds to it. */
export type ServerContext = EngineContext & {
  settings: Settings;
  /** What browsers reported to this process. */
  reports: ReportCounts;
  /** Leads that this process did not take. */
  refusals: LeadRefusals;
  /** What this machine alone knows: disks, certificate, clock. */
  machine: Machine;
  /** Makes what managers send anew, one at a time. */
  encodePicture: EncodePicture;
  /** Which version of the site `settings` say. */
  liveSite: LiveSite;
};

/** Made once by backend.ts and by the tests. */
export function createContext(given: GivenToEngine & { settings: Settings }): ServerContext {
  const { settings, log } = given;
  const engine = createEngineContext(given);
  return {
    ...engine,
    settings,
    reports: createReportCounts(),
    refusals: createLeadRefusals(engine.log),
    machine: createMachine({ ...engine, settings }),
    encodePicture: createPictureEncoder(),
    liveSite: createLiveSite({ db: engine.db, log, settings }),
  };
}
