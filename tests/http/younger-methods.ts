import { readFileSync } from "node:fs";

import { parseSync, Visitor } from "oxc-parser";
import { features } from "web-features";

type Browser = "chrome" | "edge" | "firefox" | "safari";

/** The oldest browsers that we serve (decision 0071), with their versions. */
const { browserslist } = JSON.parse(readFileSync("package.json", "utf8")) as { browserslist: string[] };
const floor = browserslist.map((browser) => {
  const [name = "", version = ""] = browser.split(" ");
  return { name: name as Browser, version: version.split(".").map(Number) };
});

/** Whose methods are looked for by their name alone; those of other objects have names that anything may have. */
const owners = new Set(
  "Array TypedArray Uint8Array String Set Map Iterator Promise Element HTMLElement Document Node Blob Response".split(
    " ",
  ),
);
const namespaces = new Set(["Object", "Intl", "Math", "Reflect", "JSON", "RegExp"]);

/** Of the data that browser makers keep of themselves: `javascript.builtins.Array.toSorted`, `api.URL.parse_static`. */
const entries = Object.values(features).flatMap((feature) =>
  feature.kind === "feature" ? Object.entries(feature.status.by_compat_key ?? {}) : [],
);
const { statics, methods } = readMethods();

/**
 * @param script what a browser is given
 * @returns what it uses without asking first, and a browser of the floor does not have
 */
export function findYoungerMethods(script: string): string[] {
  const found = new Set<string>();
  new Visitor({
    CallExpression({ callee, optional }) {
      if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
      const { object, property } = callee;
      const owned = object.type === "Identifier" ? `${object.name}.${property.name}` : "";
      if (statics.has(owned)) found.add(owned);
      else if (methods.has(property.name) && !optional) found.add(property.name);
    },
    NewExpression({ callee }) {
      if (callee.type !== "MemberExpression" || callee.computed || callee.property.type !== "Identifier") return;
      const owned = callee.object.type === "Identifier" ? `${callee.object.name}.${callee.property.name}` : "";
      if (statics.has(owned)) found.add(owned);
    },
    Literal(literal) {
      if (!("regex" in literal)) return;
      if (/\(\?<[=!]/.test(literal.regex.pattern)) found.add("(?<=");
      if (literal.regex.flags.includes("v")) found.add("/v");
    },
    // `new RegExp("(?<=…")`, and what the builder made of a literal that its target does not know.
    TemplateElement: ({ value }) => void (/\(\?<[=!]/.test(value.raw) && found.add("(?<=")),
  }).visit(parseSync("script.js", script).program);
  if (/RegExp\(["'`][^"'`]*\(\?<[=!]/.test(script)) found.add("(?<=");
  return [...found].sort();
}

/** A method's name counts only where every object that has one got it after the floor: `at` is old. */
function readMethods(): { statics: Set<string>; methods: Set<string> } {
  const statics = new Set<string>();
  const isYounger = new Map<string, boolean>();
  for (const [key, { support }] of entries) {
    const [, owner = "", name = "", isStatic] =
      /^(?:javascript\.builtins|api)\.(\w+)\.(\w+?)(_static)?$/.exec(key) ?? [];
    if (isStatic !== undefined || namespaces.has(owner)) {
      if (isYoungerThanFloor(support)) statics.add(`${owner}.${name}`);
    } else if (owners.has(owner) && name !== owner) {
      isYounger.set(name, (isYounger.get(name) ?? true) && isYoungerThanFloor(support));
    }
  }
  return { statics, methods: new Set([...isYounger].flatMap(([name, younger]) => (younger ? [name] : []))) };
}

function isYoungerThanFloor(support: { [browser in Browser]?: string }): boolean {
  return floor.some(({ name, version: [major = 0, minor = 0] }) => {
    const [since = Infinity, sinceMinor = 0] = (support[name] ?? "").split(".").filter(Boolean).map(Number);
    return since > major || (since === major && sinceMinor > minor);
  });
}
