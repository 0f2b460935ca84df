import { type ESTree, parseSync, Visitor } from "vite";

import { layoutPrefixes } from "#design/layout.ts";
import { breakpoints } from "#design/tokens.ts";

/** As modules name it, from wherever they stand. */
const primitives = "/layout.tsx";

/** A layout prop where an element is written: of `<Cells lg={{ columns: 3 }}>`, `columns` at `lg` with the value 3. */
export type NamedLayout = { kind: string; at: string; prop: string; value: string | number | boolean };

/** The layout props of a module's rows, stacks, cells and boxes; and, with an empty prop, that it has one. */
export function findLayout({ path, text }: { path: string; text: string }): NamedLayout[] {
  const found: NamedLayout[] = [];
  if (!text.includes(primitives)) return found;
  const { program, module } = parseSync(path, text);
  const imports = module.staticImports.filter(({ moduleRequest }) => moduleRequest.value.endsWith(primitives));
  const kinds = new Set(imports.flatMap(({ entries }) => entries.map(({ localName }) => localName.value)));
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      if (name.type !== "JSXIdentifier" || !kinds.has(name.name)) return;
      found.push({ kind: name.name, at: "", prop: "", value: true });
      for (const attribute of attributes) {
        if (attribute.type !== "JSXAttribute" || attribute.name.type !== "JSXIdentifier") continue;
        const prop = attribute.name.name;
        if (!(prop in layoutPrefixes || prop in breakpoints)) continue;
        const { value } = attribute;
        const node = value?.type === "JSXExpressionContainer" ? value.expression : value;
        found.push(...readProp(node, { kind: name.name, at: "", prop }, path));
      }
    },
  }).visit(program);
  return found;
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
  }
  throw new Error(`${path}: the layout prop ${named.prop} is computed; write its values where the element is written.`);
}
