import { globSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";

import { release } from "#server/settings/release.ts";

import { importsOf, packagesOf } from "../rooms/import-graph.ts";
import { listCommands, type Manifest, writeLauncher } from "./launcher.ts";
import { findNode, type InstalledPackage, readLock, withDependencies } from "./packages.ts";

/** A file of the pack: a copy of one of this place, or a text made for the pack. */
export type PackedFile = { path: string; isProgram?: boolean } & ({ source: string } | { text: string });

export type Contents = {
  files: PackedFile[];
  /** In `node_modules` of the pack, where the server finds them. */
  shipped: InstalledPackage[];
  /** Part of the scripts and pages that the build wrote. */
  built: InstalledPackage[];
  /** Which of both our own code names; the others are theirs. */
  named: string[];
  /** The program that runs it all. */
  node: InstalledPackage;
};

/** What Node runs as it is: TypeScript whose types Node strips, statements, lists. */
const sources = [
  "{server,engine,domain,content,design,kit,subjects/*/{rules,contract,words,server}}/**/*.{ts,sql,txt}",
  "supabase/{migrations,upgrade}/*.sql",
  "site.config.ts",
];
/** What the build compiles into pages, and the scripts of browsers. */
const builtSources = "{app,subjects/*/!(server)}/**/*.{ts,tsx}";
const documents = "{CHANGELOG,docs/{configuration,runbook,third-party}}.md";

/** Of a package: what only a compiler, a debugger or its own tests read. Node runs no TypeScript of packages. */
const idle = /\.(map|[cm]?ts|test\.[cm]?js)$|\/(__tests__|tests?|benchmarks?)\//;
const licenceName = /^(licen[cs]e|copying|notice)/i;

const isTest = (file: string) => /\.test\.\w+$/.test(file);

/** Everything that a machine without npm needs to run the site, but what the build wrote. */
export function listContents(manifest: Manifest): Contents {
  const lock = readLock();
  const commands = Object.values(listCommands(manifest)).map((command) => command.split(" ").at(-1) ?? "");
  const code = [...withImports(commands, "scripts"), ...globSync(sources).filter((file) => !isTest(file))];
  const builtCode = globSync(builtSources).filter((file) => !isTest(file));
  const [namedByServer, namedByPages] = [readPackages(code), readPackages(builtCode)];
  const shipped = withDependencies(namedByServer, lock);
  const shippedFolders = new Set(shipped.map(({ folder }) => folder));
  const built = withDependencies(namedByPages, lock).filter(({ folder }) => !shippedFolders.has(folder));
  const node = findNode(lock);

  const examples = listFiles("deploy").filter((file) => !isTest(file));
  const copies = [...code, ...globSync(documents), ...examples, ...shipped.flatMap(listPackageFiles)];
  const files: PackedFile[] = [
    ...copies.map(copyOf),
    ...[...built, node].flatMap(listLicences),
    { path: "licences/special-gothic-OFL.txt", source: "app/assets/special-gothic-OFL.txt" },
    { path: "bin/node", source: join(node.folder, "bin/node"), isProgram: true },
    { path: "package.json", text: writeManifest(manifest) },
    { path: "ariane", text: writeLauncher(manifest), isProgram: true },
  ];
  return { files, shipped, built, named: [...new Set([...namedByServer, ...namedByPages])], node };
}

/** What `scripts/build.ts` wrote, as it stands. */
export function listBuiltFiles(): PackedFile[] {
  return ["dist/client", "dist/server"].flatMap((folder) => listFiles(folder)).map(copyOf);
}

function copyOf(source: string): PackedFile {
  return { path: source, source };
}

/** What Node reads of it: that it is made of modules, and what `#server/…` stands for. */
function writeManifest({ name, version, license, type, imports }: Manifest): string {
  const { commit } = release;
  return `${JSON.stringify({ name, version, commit, private: true, license, type, imports }, undefined, 2)}\n`;
}

/** These files and what they import of one folder. */
export function withImports(entries: readonly string[], folder: "scripts" | "build"): string[] {
  const found = new Set(entries);
  for (const file of found) {
    for (const each of importsOf(file, readFileSync(file, "utf8"))) if (each.startsWith(`${folder}/`)) found.add(each);
  }
  return [...found];
}

/** @returns the packages that these files name */
export function readPackages(files: readonly string[]): Set<string> {
  const code = files.filter((file) => /\.tsx?$/.test(file));
  return new Set(code.flatMap((file) => packagesOf(file, readFileSync(file, "utf8"))));
}

/** A package's packages of its own are listed by themselves. */
function listPackageFiles({ folder }: InstalledPackage): string[] {
  return listFiles(folder, "node_modules").filter((file) => !idle.test(file.slice(folder.length)));
}

/** Those of what is in the pack without its folder. A package that brings no such file says its licence in the list. */
function listLicences({ name, folder }: InstalledPackage): PackedFile[] {
  const texts = readdirSync(folder).filter((file) => licenceName.test(file));
  return texts.map((file) => ({
    path: `licences/${name.replace("/", "-")}-${basename(file)}`,
    source: join(folder, file),
  }));
}

function listFiles(folder: string, leftOut?: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === leftOut) return [];
    return entry.isDirectory() ? listFiles(path, leftOut) : entry.isFile() ? [path] : [];
  });
}
