// Draws every page once, as a start does, and prints what it took. Run as a process of its own: nothing is warm.
import { dayInParis } from "#kit/civil-date.ts";
import { loadSettings } from "#server/settings/load-settings.ts";
import { loadBuiltSite } from "#server/site/built-site.ts";

export type Rendering = { paths: string[]; durationMs: number };

const { site, previewDate } = await loadSettings(process.cwd());
const { renderer, assets } = await loadBuiltSite(process.cwd());
const request = { site, today: previewDate ?? dayInParis(new Date()), assets };

const startedAt = performance.now();
const paths = renderer.listPagePaths(site);
for (const path of paths) renderer.renderPage(path, request);
renderer.listFiles(request);
const rendering: Rendering = { paths, durationMs: performance.now() - startedAt };
console.log(JSON.stringify(rendering));
