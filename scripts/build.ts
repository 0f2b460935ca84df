// Builds what the server needs into dist/, unless the sources are those of the last build.
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { createBuilder } from "vite";

const sources = [
  "app",
  "build",
  "content",
  "subjects",
  "design",
  "domain",
  "kit",
  "server/site",
  "vite.config.ts",
  "package-lock.json",
];
const stamp = "dist/.built";

const wanted = hashSources();
if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) process.exit(0);

const startedAt = performance.now();
console.log("Building the site…");
// Built aside and put in place at once: a server that starts meanwhile never finds half a build.
const folder = mkdtempSync("dist-");
const builder = await createBuilder({
  logLevel: "warn",
  environments: {
    client: { build: { outDir: join(folder, "client") } },
    // React in its production build, whatever NODE_ENV says when the server starts.
    ssr: {
      define: { "process.env.NODE_ENV": '"production"' },
      resolve: { noExternal: true },
      build: { outDir: join(folder, "server") },
    },
  },
});
try {
  await builder.buildApp();
} catch (error) {
  rmSync(folder, { recursive: true, force: true });
  throw error;
}
writeFileSync(join(folder, ".built"), wanted);
if (existsSync("dist")) keepPacks();
rmSync("dist", { recursive: true, force: true });
renameSync(folder, "dist");
console.log(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);

/** What `npm run pack` wrote is the operator's to remove. */
function keepPacks(): void {
  const packs = readdirSync("dist").filter((file) => /^(ariane-.*|SHA256SUMS)$/.test(file));
  for (const file of packs) renameSync(join("dist", file), join(folder, file));
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of sources.flatMap(listFiles).toSorted()) hash.update(file).update(readFileSync(file));
  return hash.digest("hex");
}

function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (/\.[a-z]+$/.test(path)) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}
