import { type ESTree, type ParseResult, parseSync, Visitor } from "vite";

import { layoutPrefixes } from "#design/layout.ts";
import { breakpoints } from "#design/tokens.ts";
import { onceForEachText } from "./once-for-each-text.ts";
import { resolveImport } from "./resolve-import.ts";

const primitives = "app/ui/layout.tsx";

/** A layout prop where an element is written: of `<Cells lg={{ columns: 3 }}>`, `columns` at `lg` with the value 3. */
export type NamedLayout = { kind: string; at: string; prop: string; value: string | number | boolean };

/**
 * The layout props of a module's rows, stacks, cells and boxes; and, with an empty prop, that it has one.
 *
 * @param path seen from the root of the project
 */
export const findLayout = onceForEachText(readLayout);

function readLayout({ path, text }: { path: string; text: string }): NamedLayout[] {
  const found: NamedLayout[] = [];
  if (!text.includes("layout.tsx")) return found;
  const { program, module } = parseSync(path, text);
  const kinds = kindsNamedIn(module, path);
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      const kind = name.type === "JSXIdentifier" ? kinds.get(name.name) : undefined;
      if (kind === undefined) return;
      found.push({ kind, at: "", prop: "", value: true });
      for (const attribute of attributes) {
        if (attribute.type === "JSXSpreadAttribute") found.push(...readSpread(attribute.argument, kind, path));
        if (attribute.type !== "JSXAttribute" || attribute.name.type !== "JSXIdentifier") continue;
        const prop = attribute.name.name;
        if (!isLayout(prop)) continue;
        const { value } = attribute;
        const node = value?.type === "JSXExpressionContainer" ? value.expression : value;
        found.push(...readProp(node, { kind, at: "", prop }, path));
      }
    },
  }).visit(program);
  return found;
}

function isLayout(prop: string): boolean {
  return prop in layoutPrefixes || prop in breakpoints;
}

/**
 * Of `{...(isWide && { gap: 8 })}`. What is spread and is not written there is not seen: a story finds the classes that
 * no stylesheet has.
 */
function readSpread(node: ESTree.Node, kind: string, path: string): NamedLayout[] {
  switch (node.type) {
    case "ParenthesizedExpression":
      return readSpread(node.expression, kind, path);
    case "LogicalExpression":
      return readSpread(node.right, kind, path);
    case "ConditionalExpression":
      return [...readSpread(node.consequent, kind, path), ...readSpread(node.alternate, kind, path)];
    case "ObjectExpression":
      return node.properties.flatMap((property) => {
        if (property.type !== "Property" || property.key.type !== "Identifier") return [];
        const prop = property.key.name;
        return isLayout(prop) ? readProp(property.value, { kind, at: "", prop }, path) : [];
      });
    default:
      return [];
  }
}

/** What rows, stacks, cells and boxes are called in a module, and which of them each is. */
function kindsNamedIn({ staticImports, staticExports }: ParseResult["module"], path: string): Map<string, string> {
  const isPrimitives = (specifier: string) => resolveImport(path, specifier) === primitives;
  const entries = staticImports
    .filter(({ moduleRequest }) => isPrimitives(moduleRequest.value))
    .flatMap((imported) => imported.entries);
  const exported = staticExports.flatMap((each) => each.entries.map(({ moduleRequest }) => moduleRequest?.value ?? ""));
  if (entries.some(({ importName }) => importName.kind !== "Name") || exported.some(isPrimitives))
    throw new Error(`${path}: import rows, stacks, cells and boxes by their names, from ${primitives} itself.`);
  return new Map(entries.map(({ localName, importName }) => [localName.value, importName.name ?? ""]));
}

/** What stands there, or may come to stand there: the build sees what is written, not what is computed. */
function readProp(node: ESTree.Node | null, named: Omit<NamedLayout, "value">, path: string): NamedLayout[] {
  if (node === null) return [{ ...named, value: true }];
  switch (node.type) {
    case "Literal":
      if (typeof node.value === "string" || typeof node.value === "number" || typeof node.value === "boolean")
        return [{ ...named, value: node.value }];
      break;
    case "ConditionalExpression":
      return [...readProp(node.consequent, named, path), ...readProp(node.alternate, named, path)];
    case "ObjectExpression":
      return node.properties.flatMap((property) =>
        property.type === "Property" && property.key.type === "Identifier"
          ? readProp(property.value, { ...named, at: named.prop, prop: property.key.name }, path)
          : [],
      );
    case "Identifier":
      if (node.name === "undefined") return [];
      break;
    default:
  }
  throw new Error(`${path}: the layout prop ${named.prop} is computed; write its values where the element is written.`);
}
