// Draws every surface of a site that is not published yet, apart from the requests that are answered meanwhile.
import { parentPort, workerData } from "node:worker_threads";

import type { ComparedSite } from "#domain/site/page-renderer.ts";

import { loadBuiltSite } from "./built-site.ts";

const { root, site, days } = workerData as ComparedSite & { root: string };
const { renderer, assets } = await loadBuiltSite(root);
parentPort?.postMessage(days.map((today) => renderer.compareDay({ site, today, assets })));
