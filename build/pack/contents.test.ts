import { readFileSync, statSync } from "node:fs";

import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { describe, expect, test } from "vitest";

import { importsOf } from "../rooms/import-graph.ts";
import { writeBillOfMaterials } from "./bill-of-materials.ts";
import { listContents, readPackages, withImports } from "./contents.ts";
import type { Manifest } from "./launcher.ts";
import { readLock } from "./packages.ts";

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
const contents = listContents(manifest);
const paths = contents.files.map(({ path }) => path);
/** What only the build imports, `npm run dev` included. */
const buildTools = [
  ...readPackages(withImports(["vite.config.ts", "scripts/build.ts", "build/dev-backend.ts"], "build")),
];
const own = paths.filter((path) => !path.startsWith("node_modules/"));
const lock = readLock();

describe("A pack", () => {
  test("has each file once", () => {
    expect(new Set(paths).size).toBe(paths.length);
  });

  test("copies files, each of which is there", () => {
    const copied = contents.files.flatMap((file) => ("source" in file ? [file.source] : []));
    expect(copied.filter((source) => !statSync(source).isFile())).toEqual([]);
  });

  test("has all that its own code imports", () => {
    const code = own.filter((path) => path.endsWith(".ts"));
    const missing = code.flatMap((path) =>
      importsOf(path, readFileSync(path, "utf8")).filter((imported) => !paths.includes(imported)),
    );
    expect(missing).toEqual([]);
    expect(code.length).toBeGreaterThan(300);
  });

  test.each([
    "ariane",
    "bin/node",
    "licences/node-LICENSE",
    "licences/react-LICENSE",
    "package.json",
    "server/main.ts",
    "engine/db/embedded-worker.ts",
    "server/site/compare-worker.ts",
    "engine/bootstrap/roles.sql",
    "engine/auth/passwords/common-passwords.txt",
    "scripts/ask-server.ts",
    "deploy/Containerfile",
    "docs/runbook.md",
    "node_modules/@electric-sql/pglite/package.json",
  ])("has %s", (path) => {
    expect(paths.map((each) => each.replace(/node-[a-z]+-[a-z0-9]+-LICENSE/, "node-LICENSE"))).toContain(path);
  });

  test("has nothing of tests, of what is built from, or of this place", () => {
    const folders = "bin content deploy design docs domain engine kit licences scripts server subjects supabase".split(
      " ",
    );
    const files = ["ariane", "CHANGELOG.md", "package.json", "site.config.ts"];
    const isAllowed = (path: string) => files.includes(path) || folders.includes(path.split("/", 1)[0] ?? "");
    expect(own.filter((path) => !isAllowed(path))).toEqual([]);
    expect(
      paths.filter((path) => /\.test\.|\.story\.|\.map$|(^|\/)\.env|\.mjs$/.test(path) && own.includes(path)),
    ).toEqual([]);
    expect(paths.filter((path) => /^node_modules\/.*\.(map|ts)$/.test(path))).toEqual([]);
  });

  test("has packages of production only, and those that browsers alone run only in the built pages", () => {
    const names = [...contents.shipped, ...contents.built].map(({ name }) => name);
    expect(contents.named.filter((name) => !names.includes(name))).toEqual([]);
    expect(buildTools.filter((name) => names.includes(name))).toEqual([]);
    expect([...contents.shipped, ...contents.built].filter(({ folder }) => isForDevelopment(folder))).toEqual([]);
    expect(contents.built.map(({ name }) => name)).toEqual(expect.arrayContaining(["react", "chart.js"]));
    expect(contents.shipped.map(({ name }) => name)).toEqual(expect.arrayContaining(["pg", "hono"]));
  });
});

describe("The list of what a pack is made of", () => {
  const text = writeBillOfMaterials(manifest, contents);

  test("keeps the schema of CycloneDX", async () => {
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(text)).toBeNull();
    const broken = text.replace('"type": "library"', '"type": "bookshop"');
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(broken)).not.toBeNull();
  });

  test("names every package with its version, its licence and the checksum of what was installed", () => {
    const { components } = JSON.parse(text) as { components: Component[] };
    expect(components.length).toBe(contents.shipped.length + contents.built.length + 1);
    expect(components.filter((each) => !isDescribed(each))).toEqual([]);
  });

  test("is the same text each time", () => {
    expect(writeBillOfMaterials(manifest, listContents(manifest))).toBe(text);
  });
});

describe("What is installed", () => {
  test("is checked against a checksum, package by package", () => {
    const entries = Object.entries(lock).filter(([folder]) => folder !== "");
    expect(entries.filter(([, { integrity }]) => !integrity?.startsWith("sha512-"))).toEqual([]);
    console.log(
      `S-27: ${entries.length} locked packages with sha512, ${contents.named.length} direct ones in production`,
    );
  });

  // npm leaves out what a registry has not got yet, and `npm ci` then refuses: take the version before.
  test("has the builds of every platform, so that all machines install the same", () => {
    const missing = Object.entries(lock).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !isLocked(name, folder)),
    );
    expect(missing).toEqual([]);
  });

  test("is given up by its makers nowhere in production, and is named by us in 50 places at most", () => {
    const deprecated = [...contents.shipped, ...contents.built].filter(
      ({ folder }) => "deprecated" in (lock[folder] ?? {}),
    );
    expect(deprecated).toEqual([]);
    expect(contents.named.length).toBeLessThanOrEqual(50);
  });

  // npm start omits `devDependencies`: the tools of tests, checks and benches.
  test("stands in `dependencies` when the site is built or served with it, and only then", () => {
    expect(Object.keys(lock[""]?.dependencies ?? {}).toSorted()).toEqual([...contents.named, ...buildTools].toSorted());
  });
});

type Component = { name: string; version: string; purl: string; licenses?: unknown[]; hashes: { content: string }[] };

function isDescribed({ version, purl, licenses, hashes }: Component): boolean {
  return (
    purl.endsWith(`@${version}`) && (licenses?.length ?? 0) > 0 && /^[0-9a-f]{128}$/.test(hashes[0]?.content ?? "")
  );
}

function isForDevelopment(folder: string): boolean {
  return (lock[folder] as { dev?: boolean } | undefined)?.dev === true;
}

/** Whether Node would find a package from this folder, on a machine that it is for. */
function isLocked(name: string, folder: string): boolean {
  const above = folder.lastIndexOf("/node_modules/");
  const here = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
  return here in lock || (folder !== "" && isLocked(name, above === -1 ? "" : folder.slice(0, above)));
}
