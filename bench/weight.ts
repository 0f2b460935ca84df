import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";

import { funnelOffers } from "#domain/kernel/lead.ts";
import { launchBrowser } from "#e2e/support/browser.ts";

import type { Benchmark } from "./benchmark.ts";
import { factFigure, type Figure, limitFigure } from "./figures.ts";
import { startBenchSite } from "./support/bench-site.ts";
import { awaitBestCopies } from "./support/best-copies.ts";
import { kilobytes, sumBytes, visit, type Visit } from "./support/visit.ts";

const clientFolder = "dist/client";

/** What a browser downloads, as the server sent it. */
export const weight: Benchmark = {
  title: "Weight of pages",
  needs: [],

  async measure(bench) {
    const site = await startBenchSite(bench);
    const browser = await launchBrowser();
    bench.atEnd(() => browser.close());
    // Chromium accepts Brotli from "localhost", not from 127.0.0.1 over http.
    const origin = site.url.replace("127.0.0.1", "localhost");

    await awaitBestCopies([`${origin}/`, ...funnelOffers.map((offer) => `${origin}/inscription-${offer}`)]);
    const home = await visit(browser, `${origin}/`);
    const funnels: Figure[] = [];
    for (const offer of funnelOffers) {
      funnels.push(...describeFunnel(offer, await visit(browser, `${origin}/inscription-${offer}`)));
    }
    return [...describeHome(home), ...funnels];
  },
};

function describeHome({ downloads }: Visit): Figure[] {
  const pageBytes = sumBytes(downloads, "document") + sumBytes(downloads, "stylesheet");
  return [
    limitFigure("home, scripts before a gesture", "KB", kilobytes(sumBytes(downloads, "script")), 4, 2),
    {
      what: "home, HTML and styles",
      ours: `${kilobytes(sumBytes(downloads, "document")).toFixed(1)} + ${kilobytes(sumBytes(downloads, "stylesheet")).toFixed(1)} KB`,
      goal: "–",
      isMet: undefined,
      notes: [
        `All ${downloads.length} files of the home page: ${kilobytes(sumBytes(downloads)).toFixed(1)} KB, of which HTML and styles ${kilobytes(pageBytes).toFixed(1)} KB.`,
      ],
    },
  ];
}

function describeFunnel(offer: string, { downloads, firstPaintMs }: Visit): Figure[] {
  const scripts = downloads.filter(({ kind }) => kind === "script");
  const loaderFiles = filesWith((key) => key === "app/client/loader.ts").all.map((file) => basename(file));
  const early = scripts.filter(({ startedAtMs }) => startedAtMs < firstPaintMs).map(({ url }) => basename(url));
  const isLoaderAlone = early.every((file) => loaderFiles.includes(file));
  const loaded = new Set(scripts.map(({ url }) => basename(url)));
  const authFiles = filesWith((_, text) => text.includes("GoTrueClient instances"));
  const isAuthLoaded = authFiles.own.some((file) => loaded.has(basename(file)));
  const missingBytes = authFiles.all
    .filter((file) => !loaded.has(basename(file)))
    .reduce((total, file) => total + brotliBytes(file), 0);
  const bytes = sumBytes(scripts);
  const funnel = `funnel ${offer}`;

  return [
    limitFigure(`${funnel}, all scripts`, "KB", kilobytes(bytes), 125),
    {
      ...factFigure(
        `${funnel}, the loader alone before the first paint`,
        isLoaderAlone,
        early.map(nameOf).join(", ") || "nothing",
      ),
      notes: [
        `Scripts of ${funnel}: ${scripts.map(({ url, bytes: size }) => `${nameOf(url)} ${kilobytes(size).toFixed(1)}`).join(", ")} KB.`,
      ],
    },
    factFigure(`${funnel}, no auth client for a stranger`, !isAuthLoaded, isAuthLoaded ? "loaded" : "not loaded"),
    limitFigure(`${funnel}, all scripts with the auth client`, "KB", kilobytes(bytes + missingBytes), 125),
  ];
}

type Chunk = { file: string; name?: string; imports?: string[]; dynamicImports?: string[] };

/** The chunks chosen by their name in the manifest or their text, and these with everything they import. */
function filesWith(isChosen: (key: string, text: string) => boolean): { own: string[]; all: string[] } {
  const manifest = JSON.parse(readFileSync(join(clientFolder, ".vite/manifest.json"), "utf8")) as Record<string, Chunk>;
  const scripts = Object.entries(manifest).filter(([, { file }]) => file.endsWith(".js"));
  const chosen = scripts.filter(([key, { file }]) => isChosen(key, readFileSync(join(clientFolder, file), "utf8")));
  if (chosen.length === 0) throw new Error("The build has no such chunk.");
  const all = new Set<string>();
  const collect = (key: string) => {
    const chunk = manifest[key];
    if (!chunk || all.has(chunk.file)) return;
    all.add(chunk.file);
    for (const imported of chunk.imports ?? []) collect(imported);
  };
  for (const [key] of chosen) collect(key);
  return { own: chosen.map(([, { file }]) => file), all: [...all] };
}

function brotliBytes(file: string): number {
  return statSync(join(clientFolder, `${file}.br`)).size;
}

function nameOf(url: string): string {
  return basename(url).replace(/-[\w-]{8}\.js$/, "");
}
