import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { parseSync, Visitor } from "vite";

import type { Stylesheet } from "#domain/site/page-family.ts";
import { findClassOwners } from "./class-owners.ts";
import { renderPrimitives } from "./layout-css.ts";
import { onceForEachText } from "./once-for-each-text.ts";
import { resolveImport } from "./resolve-import.ts";
import { dropUnread, renderTokens } from "./tokens-css.ts";

const pageList = "app/render/pages.tsx";
const island = "app/page-kit/island.tsx";
const islandRegistry = "app/page-kit/island-registry.ts";
const document = "app/render/document.tsx";
/** On every public page. */
const banner = "subjects/consent/site/consent-banner.tsx";
const foundations = ["base", "enlarged", "print"].map((name) => `app/styles/${name}.css`);
const foundationsOfAdmin = "app/styles/admin.css";
const foundationsOfPages = "app/styles/public.css";
/** Tones and weights of text, in a layer before components' own styles. */
const tones = "app/ui/text.css";

/** The text of a stylesheet: tokens, foundations, then the styles of every component that its pages are made of. */
export function composeStylesheet(name: Stylesheet, root: string): Composed {
  const { styles, modules } = followImports(entriesOf(name, root), root);
  const sources = modules.map((path) => ({ path, text: readFileSync(join(root, path), "utf8") }));
  const first = [...foundations, name === "admin" ? foundationsOfAdmin : foundationsOfPages];
  const texts = [...first, ...styles].map((path) => {
    const text = readFileSync(join(root, path), "utf8");
    if (first.includes(path)) return text;
    if (path === tones) return `@layer primitives {\n${keepNamed(text, sources)}\n}`;
    return `@layer components {\n${text}\n}`;
  });
  const body = dropUnread([`@layer primitives {\n${renderPrimitives(sources)}\n}`, ...texts].join("\n"));
  return {
    text: `@layer base, primitives, components;\n${renderTokens(body)}\n${body}`,
    files: [...modules, ...first, ...styles],
    propertiesOfScripts: sources.flatMap((source) => source.text.match(/(?<=")--[a-z][\w-]*(?=")/g) ?? []),
  };
}

type Composed = {
  text: string;
  files: string[];
  /** Custom properties that a script sets or reads: `--filled`. */
  propertiesOfScripts: string[];
};

/** Rules of classes that these modules name. */
function keepNamed(text: string, sources: { text: string }[]): string {
  const names = new Set(sources.flatMap((source) => findNames(source.text)));
  return text.replace(/^\.([\w-]+) \{[^}]*\}\n*/gm, (rule, name: string) => (names.has(name) ? rule : ""));
}

/** Each word of the string and template literals: possible class names. An element's name (`as="…"`) is left out. */
function findNames(text: string): string[] {
  return (text.match(/(?<=["`}])(?<! as=")[\w -]+(?=["`$])/g) ?? []).flatMap((words) => words.split(" "));
}

/**
 * The styles of these modules and of all they import: what a component is made of comes before its own. `x.css` beside
 * `x.tsx` comes with that component; a stylesheet of no component comes where one of its classes is named.
 */
export function followImports(entries: string[], root: string): { styles: string[]; modules: string[] } {
  const styles = new Set<string>();
  const modules = new Set<string>();
  const islands = importsOf(islandRegistry, root).named;
  const shared = listShared(root);
  const visit = (path: string) => {
    if (modules.has(path) || !/\.tsx?$/.test(path)) return;
    modules.add(path);
    // Islands are named where they stand: their registry is not followed, or each page would have them all.
    if (path === islandRegistry) return;
    const { all, text } = importsOf(path, root);
    if (all.includes(island)) for (const [name, module] of islands) if (text.includes(`"${name}"`)) visit(module);
    for (const imported of all) visit(imported);
    const names = findNames(text);
    for (const [stylesheet, classes] of shared) if (names.some((name) => classes.has(name))) styles.add(stylesheet);
    const own = path.replace(/\.tsx?$/, ".css");
    if (existsSync(join(root, own))) styles.add(own);
  };
  for (const entry of entries) visit(entry);
  return { styles: [...styles], modules: [...modules] };
}

/** Stylesheets that are no one component's, each with its classes. */
function listShared(root: string): Map<string, Set<string>> {
  const shared = new Map<string, Set<string>>();
  for (const [name, owners] of findClassOwners("{app,subjects}/**/*.css", root)) {
    for (const stylesheet of owners) {
      if (existsSync(join(root, stylesheet.replace(/\.css$/, ".tsx")))) continue;
      shared.set(stylesheet, (shared.get(stylesheet) ?? new Set()).add(name));
    }
  }
  return shared;
}

function entriesOf(name: Stylesheet, root: string): string[] {
  if (name === "admin") return [document, "app/admin/shell/main.tsx"];
  if (name === "demo") return [document, "app/demo/demo-content.tsx"];
  return [document, banner, ...listPagesOf(name, root)];
}

/** Where the list of pages says `family: "home"`, the module of its `Content`. */
function listPagesOf(family: string, root: string): string[] {
  const { named, text } = importsOf(pageList, root);
  const contents: string[] = [];
  new Visitor({
    ObjectExpression({ properties }) {
      const valueOf = (key: string) => {
        const found = properties.find(
          (each) => each.type === "Property" && each.key.type === "Identifier" && each.key.name === key,
        );
        return found?.type === "Property" ? text.slice(found.value.start, found.value.end) : "";
      };
      if (valueOf("family") === `"${family}"`) contents.push(valueOf("Content"));
    },
  }).visit(parseSync(pageList, text).program);
  const modules = contents.flatMap((content) => content.match(/\b[A-Z]\w+/g) ?? []).map((name) => named.get(name));
  if (modules.length === 0 || modules.includes(undefined))
    throw new Error(`${pageList}: no component was found for a page of the family ${family}.`);
  return modules as string[];
}

type Imports = { all: string[]; named: Map<string, string>; text: string };

function importsOf(path: string, root: string): Imports {
  return importsIn({ path, text: readFileSync(join(root, path), "utf8") });
}

/** Of our own modules, seen from the root; types are not imports. */
const importsIn = onceForEachText(({ path, text }): Imports => {
  const { module } = parseSync(path, text);
  const resolve = (specifier: string) => {
    const imported = resolveImport(path, specifier);
    return imported !== undefined && /^(app|subjects)\//.test(imported) ? imported : undefined;
  };
  const named = new Map<string, string>();
  const all: string[] = [];
  for (const { moduleRequest, entries } of module.staticImports) {
    const imported = resolve(moduleRequest.value);
    if (imported === undefined || (entries.length > 0 && entries.every(({ isType }) => isType))) continue;
    all.push(imported);
    for (const { localName } of entries) named.set(localName.value, imported);
  }
  const later = module.dynamicImports.map(({ moduleRequest }) =>
    text.slice(moduleRequest.start + 1, moduleRequest.end - 1),
  );
  for (const specifier of later) all.push(...[resolve(specifier)].filter((each) => each !== undefined));
  return { all, named, text };
});
