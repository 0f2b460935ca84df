import type { Logger } from "pino";

import type { EngineSettings } from "#engine/settings/engine-settings.ts";

import { noTraces, type Traces } from "./traces.ts";

/** What traces needs is loaded where they are on, and nowhere else. */
export async function openTraces(
  { tracesUrl, site }: Pick<EngineSettings, "tracesUrl" | "site">,
  log: Logger,
): Promise<Traces> {
  if (tracesUrl === undefined) return noTraces;
  const { createOtlpTraces } = await import("./otlp-traces.ts");
  return createOtlpTraces({ endpoint: tracesUrl, serviceName: site.slug, log });
}
