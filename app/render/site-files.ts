import type { PageRequest, SiteFile } from "#domain/contracts/page-renderer.ts";

import { renderFeed } from "./feed.tsx";
import { renderLlmsText, renderManifest, renderRobots, renderSitemap } from "./machine-files.ts";

/** Everything that is drawn from the settings beside the pages; a new kind of file is one more line here. */
export function listFiles(request: PageRequest): SiteFile[] {
  return [
    renderFeed(request),
    renderSitemap(request),
    renderRobots(request),
    renderLlmsText(request),
    renderManifest(request),
  ];
}
