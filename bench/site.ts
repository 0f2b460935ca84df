import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { launchBrowser } from "#e2e/support/browser.ts";
import { findFreePort } from "#tests/support/free-port.ts";

import { type Bench, type Benchmark, makeFolder } from "./benchmark.ts";
import { factFigure, type Figure, limitFigure } from "./figures.ts";
import { median } from "./support/alternate.ts";
import { awaitBestCopies } from "./support/best-copies.ts";
import { startBenchSite } from "./support/bench-site.ts";
import { categories, type LighthouseRun, runLighthouse } from "./support/lighthouse.ts";
import type { Rendering } from "./support/render-pages.ts";
import { kilobytes, sumBytes, visit, type Visit } from "./support/visit.ts";

const limits = { lcpMs: 1214, tbtMs: 50, scriptsKb: 4, funnelScriptsKb: 125, pageKb: 40, fontKb: 50 };
const homeLimits = { htmlKb: 20, firstViewKb: 75 };
const renderingLimitMs = 1500;

type Route = { path: string; isIndexed: boolean; scriptsLimitKb: number; runs: LighthouseRun[] };

/** Every public page as Lighthouse sees it on a telephone, and what it weighs before a gesture. */
export const site: Benchmark = {
  title: "The public site",
  needs: [],

  async measure(bench) {
    const { paths, durationMs } = await renderPages(bench);
    const running = await startBenchSite(bench);
    // Chromium accepts Brotli from "localhost", not from 127.0.0.1 over http.
    const origin = running.url.replace("127.0.0.1", "localhost");
    const debuggingPort = await findFreePort();
    const browser = await launchBrowser([`--remote-debugging-port=${debuggingPort}`]);
    bench.atEnd(() => browser.close());

    const routes = await describeRoutes(origin, choosePaths(paths, bench));
    await awaitBestCopies(routes.map(({ path }) => origin + path));
    // Each round sees every page, so that a busy minute of the machine weighs on one run of a page, not on all.
    for (let round = 0; round < (bench.isQuick ? 1 : 3); round += 1) {
      for (const { path, isIndexed, runs } of routes) {
        const judged = round === 0 ? categories : (["performance"] as const);
        runs.push(await runLighthouse(origin + path, { port: debuggingPort, isIndexed, judged }));
      }
    }

    const figures: Figure[] = [];
    for (const route of routes) {
      const seen = await visit(browser, origin + route.path);
      figures.push(describeRoute(route, seen));
      if (route.path === "/") figures.push(...describeFirstView(seen));
    }
    return [...figures, ...describeRendering(paths.length, durationMs), ...describeMachine(routes, browser.version())];
  },
};

/** In processes of their own, each as cold as a start. */
async function renderPages(bench: Bench): Promise<{ paths: string[]; durationMs: number[] }> {
  const env = { ...process.env, DATA_DIR: makeFolder(bench) };
  const renderings: Rendering[] = [];
  for (let turn = 0; turn < (bench.isQuick ? 1 : 5); turn += 1) {
    const { stdout } = await promisify(execFile)(process.execPath, ["bench/support/render-pages.ts"], { env });
    renderings.push(JSON.parse(stdout) as Rendering);
  }
  return { paths: renderings[0]?.paths ?? [], durationMs: renderings.map((rendering) => rendering.durationMs) };
}

/** Those that the command names with `--path=`, else all; in a quick run one article for all, which look alike. */
function choosePaths(paths: string[], { isQuick }: Bench): string[] {
  const named = process.argv.filter((word) => word.startsWith("--path=")).map((word) => word.slice("--path=".length));
  if (named.length > 0) return paths.filter((path) => named.includes(path));
  const [, ...others] = paths.filter((path) => path.startsWith("/blog/"));
  return isQuick ? paths.filter((path) => !others.includes(path)) : paths;
}

/** All but the back office, which is an application of its own. */
async function describeRoutes(origin: string, paths: string[]): Promise<Route[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const indexed = new Set([...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url = ""]) => new URL(url).pathname));
  return paths
    .filter((path) => path !== "/admin")
    .map((path) => ({
      path,
      isIndexed: indexed.has(path),
      // The five steps are one application: see `weight`.
      scriptsLimitKb: path.startsWith("/inscription-") ? limits.funnelScriptsKb : limits.scriptsKb,
      runs: [],
    }));
}

function describeRoute({ path, isIndexed, scriptsLimitKb, runs }: Route, { downloads }: Visit): Figure {
  const scores = categories.map((category) => median(runs.flatMap((run) => run.scores[category] ?? [])));
  const lcpMs = median(runs.map((run) => run.lcpMs));
  const cls = median(runs.map((run) => run.cls));
  const tbtMs = median(runs.map((run) => run.tbtMs));
  const scriptsKb = kilobytes(sumBytes(downloads, "script"));
  const pageKb = kilobytes(sumBytes(downloads, "document") + sumBytes(downloads, "stylesheet"));

  const isMet =
    scores.every((score) => score === 100) &&
    lcpMs <= limits.lcpMs &&
    cls < 0.0005 &&
    tbtMs <= limits.tbtMs &&
    scriptsKb <= scriptsLimitKb &&
    pageKb <= limits.pageKb;
  const faults = new Set(runs.flatMap((run) => run.faults));
  return {
    what: isIndexed ? path : `${path} (hidden)`,
    ours: `${scores.join(" ")}, LCP ${seconds(lcpMs)}, CLS ${Number(cls.toFixed(3))}, TBT ${tbtMs.toFixed(0)} ms, ${scriptsKb.toFixed(2)} + ${pageKb.toFixed(1)} KB`,
    goal: `100 100 100 100, ≤ ${seconds(limits.lcpMs)}, 0, ≤ ${limits.tbtMs} ms, ≤ ${scriptsLimitKb} + ${limits.pageKb} KB`,
    isMet,
    ...(faults.size > 0 && { notes: [`${path}: ${[...faults].join(", ")}`] }),
  };
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** All that the home page asks for before a gesture, and the one font. */
function describeFirstView({ downloads }: Visit): Figure[] {
  const fonts = downloads.filter(({ kind }) => kind === "font");
  const stylesStart = downloads.find(({ kind }) => kind === "stylesheet")?.startedAtMs ?? 0;
  const largest = downloads.toSorted((a, b) => b.bytes - a.bytes).slice(0, 4);
  const isEarly = fonts.every(({ startedAtMs }) => startedAtMs < stylesStart + 50);
  return [
    {
      ...limitFigure("home, first view, all files", "KB", kilobytes(sumBytes(downloads)), homeLimits.firstViewKb),
      notes: [
        `The heaviest of the ${downloads.length} files of the home page: ${largest.map(({ url, bytes }) => `${new URL(url).pathname} ${kilobytes(bytes).toFixed(1)}`).join(", ")} KB.`,
      ],
    },
    limitFigure("home, HTML", "KB", kilobytes(sumBytes(downloads, "document")), homeLimits.htmlKb),
    limitFigure("home, fonts", "KB", kilobytes(sumBytes(downloads, "font")), limits.fontKb),
    factFigure("home, one font, asked for with the styles", fonts.length === 1 && isEarly, `${fonts.length} font`),
  ];
}

function describeRendering(pageCount: number, durationMs: number[]): Figure[] {
  const figure = limitFigure(`drawing all ${pageCount} pages at start`, "ms", median(durationMs), renderingLimitMs, 0);
  return [{ ...figure, notes: [`Pages drawn in ${durationMs.map((each) => each.toFixed(0)).join(", ")} ms.`] }];
}

/** Simulated times still grow with a slow or busy processor. */
function describeMachine(routes: Route[], browser: string): Figure[] {
  const index = median(routes.flatMap(({ runs }) => runs.map((run) => run.machineIndex)));
  return [
    { what: "Lighthouse's index of this machine", ours: index.toFixed(0), goal: "–", isMet: undefined },
    { what: "Chromium", ours: browser, goal: "–", isMet: undefined },
  ];
}
