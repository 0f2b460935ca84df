import { listFoundArticles, searchIndexPath } from "#app/page-kit/search-index.ts";
import type { DatedRequest, SiteFile } from "#domain/site/page-renderer.ts";

import { renderConferenceCalendar } from "./conference-calendar.ts";
import { renderFeed } from "./feed.tsx";
import { renderLlmsText, renderManifest, renderRobots, renderSitemap } from "./machine-files.ts";

/** Everything that is drawn from the settings beside the pages; a new kind of file is one more line here. */
export function listDatedFiles(request: DatedRequest): SiteFile[] {
  return [
    renderFeed(request),
    renderSearchIndex(request),
    renderSitemap(request),
    renderRobots(request),
    renderLlmsText(request),
    renderManifest(request),
    ...renderConferenceCalendar(request),
  ];
}

/** What the search of articles reads. */
function renderSearchIndex({ site }: DatedRequest): SiteFile {
  return {
    path: searchIndexPath,
    contentType: "application/json; charset=utf-8",
    body: JSON.stringify(listFoundArticles(site)),
  };
}
