import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { forEachFamily, stylesheetOf } from "#domain/site/page-family.ts";
import type { PageAssets, PageRenderer } from "#domain/site/page-renderer.ts";

type ManifestChunk = { file: string; assets?: string[] };
type Manifest = Record<string, ManifestChunk>;

/** What the build left behind: the page renderer, and the final names of scripts and styles. */
export async function loadBuiltSite(root: string): Promise<{ renderer: PageRenderer; assets: PageAssets }> {
  const built: { renderer: PageRenderer } = await import(pathToFileURL(join(root, "dist/server/render-page.js")).href);
  const manifest: Manifest = JSON.parse(readFileSync(join(root, "dist/client/.vite/manifest.json"), "utf8"));
  return { renderer: built.renderer, assets: readAssets(manifest) };
}

function readAssets(manifest: Manifest): PageAssets {
  const styles = forEachFamily((family) => findChunk(manifest, stylesheetOf(family)));
  // Every stylesheet names it.
  const font = styles.home.assets?.find((file) => file.endsWith(".woff2"));

  return {
    loaderScript: addressOf(manifest, "app/client/loader.ts"),
    pageStyles: forEachFamily((family) => `/${styles[family].file}`),
    adminScript: addressOf(manifest, "app/admin/shell/main.tsx"),
    adminStyles: addressOf(manifest, stylesheetOf("admin")),
    demoStyles: addressOf(manifest, stylesheetOf("demo")),
    favicon: addressOf(manifest, "app/assets/favicon.svg"),
    font: font === undefined ? undefined : `/${font}`,
    pictures: Object.fromEntries(
      Object.entries(manifest)
        .filter(([source]) => source.endsWith(".png"))
        .map(([source, { file }]) => [source, `/${file}`]),
    ),
  };
}

function addressOf(manifest: Manifest, source: string): string {
  return `/${findChunk(manifest, source).file}`;
}

function findChunk(manifest: Manifest, source: string): ManifestChunk {
  const chunk = manifest[source];
  if (!chunk) throw new Error(`${source} is missing from the build.`);
  return chunk;
}
