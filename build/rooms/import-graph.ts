import { globSync, readFileSync } from "node:fs";

import { type EcmaScriptModule, parseSync } from "oxc-parser";

import { resolveImport } from "../resolve-import.ts";

/** An import of one source file by another, types included. Paths are seen from the root of the project. */
export type Import = { from: string; to: string };

const sources = "{app,content,design,domain,engine,kit,server,subjects}/**/*.{ts,tsx}";

/** Every import between the sources that are built or run; tests may import whatever they try. */
export function readImports(): Import[] {
  return globSync(sources)
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((from) => importsOf(from, readFileSync(from, "utf8")).map((to) => ({ from, to })));
}

/** @returns what the text imports of ours, as paths; packages and Node's own modules are left out */
export function importsOf(file: string, text: string): string[] {
  return specifiersOf(file, text).flatMap((specifier) => resolveImport(file, specifier) ?? []);
}

/** @returns the packages whose code the text imports; their types and Node's own modules are left out */
export function packagesOf(file: string, text: string): string[] {
  const outside = specifiersOf(file, text, isOfCode).filter((specifier) => !/^([.#]|node:)/.test(specifier));
  return outside.map((specifier) => specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/"));
}

type ImportStatement = EcmaScriptModule["staticImports"][number];

function isOfCode({ entries }: ImportStatement): boolean {
  return entries.length === 0 || entries.some(({ isType }) => !isType);
}

function specifiersOf(file: string, text: string, isWanted: (each: ImportStatement) => boolean = () => true): string[] {
  const { module } = parseSync(file, text);
  const reexports = module.staticExports.flatMap(({ entries }) => entries.map((entry) => entry.moduleRequest?.value));
  const dynamic = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  const specifiers = [
    ...module.staticImports.filter(isWanted).map(({ moduleRequest }) => moduleRequest.value),
    ...reexports,
    // The others are computed as the code runs.
    ...dynamic.filter((argument) => /^["']/.test(argument)).map((argument) => argument.slice(1, -1)),
  ];
  return [...new Set(specifiers.filter((specifier) => specifier !== undefined))];
}
