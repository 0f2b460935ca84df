import { type Layout, layoutClasses } from "#design/layout.ts";
import {
  breakpoints,
  colors,
  leadings,
  radii,
  spaceSteps,
  spacings,
  stretches,
  textSizes,
  trackings,
} from "#design/tokens.ts";
import { findLayout, type NamedLayout } from "./layout-props.ts";

type Value = NamedLayout["value"];

const rule = "0 solid var(--frame-line, var(--color-line))";

/** The classes of layout and type that these modules name, each a token; narrow screens first. */
export function renderPrimitives(modules: { path: string; text: string }[]): string {
  const named = modules.flatMap(findLayout);
  const names = new Set(modules.flatMap(({ text }) => text.match(/[\w-]+/g) ?? []));
  const kinds = new Set(named.map(({ kind }) => kind));
  const rules = [
    ...(kinds.has("Row") ? [".row { display: flex; }"] : []),
    ...(kinds.has("Stack") || kinds.has("Cells") ? [".stack { display: grid; }"] : []),
    ...(kinds.has("Cells") ? renderRules(".cells", 1) : []),
    ...renderType(names),
    ...renderLayout(named.filter(({ at }) => at === "")),
    ...Object.keys(breakpoints).map((width) => {
      const there = renderLayout(named.filter(({ at }) => at === width));
      return there.length > 0 ? `@media (--${width}) {\n${there.join("\n")}\n}` : "";
    }),
    ...renderHidden(names),
  ];
  return rules.filter(Boolean).join("\n");
}

function renderLayout(named: NamedLayout[]): string[] {
  const rules = Object.entries(declarations).flatMap(([prop, declare]) =>
    named
      .filter((each) => each.prop === prop)
      .flatMap(({ kind, at, value }) => {
        const [name] = layoutClasses({ [prop]: value }, at && `${at}-`);
        if (name === undefined) return [];
        const own = `${prop === "justify" ? classOf(kind) : ""}.${name} { ${declare(value, kind)}; }`;
        const isRuled = kind === "Cells" && prop === "columns" && typeof value === "number";
        return isRuled ? [own, ...renderRules(`.cells.${name}`, value)] : [own];
      }),
  );
  return [...new Set(rules)];
}

function classOf(kind: string): string {
  return kind === "Row" ? ".row" : ".stack";
}

/** A hairline at the left of each cell but the first of its row, and above each row but the first. */
function renderRules(cells: string, columns: number): string[] {
  return [
    `:where(${cells} > *) { border: ${rule}; border-width: 1px 0 0 ${columns > 1 ? "1px" : 0}; }`,
    ...(columns > 1 ? [`:where(${cells} > :nth-child(${columns}n + 1)) { border-left-width: 0; }`] : []),
    `:where(${cells} > :nth-child(-n + ${columns})) { border-top-width: 0; }`,
  ];
}

/** `hidden-from-lg` and `hidden-until-lg`: whatever else displays it, it is hidden. */
function renderHidden(names: Set<string>): string[] {
  return Object.keys(breakpoints).flatMap((width) => [
    ...(names.has(`hidden-from-${width}`) ? [hide("from", width, `--${width}`)] : []),
    ...(names.has(`hidden-until-${width}`) ? [hide("until", width, `--max-${width}`)] : []),
  ]);
}

function hide(side: string, width: string, media: string): string {
  return `@media (${media}) {\n.hidden-${side}-${width} { display: none !important; }\n}`;
}

/** `text-small`, `leading-tight`, `color-white`: one declaration each, for those that a class names. */
function renderType(names: Set<string>): string[] {
  const scales = {
    text: ["font-size", textSizes],
    leading: ["line-height", leadings],
    tracking: ["letter-spacing", trackings],
    stretch: ["font-stretch", stretches],
    color: ["color", colors],
    fill: ["fill", colors],
    stroke: ["stroke", colors],
  } as const;
  return Object.entries(scales).flatMap(([scale, [property, values]]) =>
    Object.keys(values)
      .map((value) => `${scale}-${value}`)
      .filter((name) => names.has(name))
      .map((name) => `.${name} { ${property}: var(--${name.replace(/^(fill|stroke)-/, "color-")}); }`),
  );
}

const borders = {
  none: "0",
  top: "1px 0 0",
  bottom: "0 0 1px",
  left: "0 0 0 1px",
  right: "0 1px 0 0",
  block: "1px 0",
};

/** By prop, in the order in which they are written: what is told for all sides before what is told for one. */
const declarations: Record<keyof Layout, (value: Value, kind: string) => string> = {
  columns: (value) => `grid-template-columns: ${typeof value === "number" ? equal(value) : value}`,
  direction: (value) => `flex-direction: ${value}`,
  gap: (value) => `gap: ${space(value)}`,
  rowGap: (value) => `row-gap: ${space(value)}`,
  columnGap: (value) => `column-gap: ${space(value)}`,
  align: (value) => `align-items: ${edge(value)}`,
  // A row says it of all its children together, a stack of each in its column.
  justify: (value, kind) => `justify-${kind === "Row" ? "content" : "items"}: ${edge(value)}`,
  alignContent: (value) => `align-content: ${edge(value)}`,
  isWrapping: () => "flex-wrap: wrap",
  padding: (value) => `padding: ${space(value)}`,
  paddingBlock: (value) => `padding-block: ${space(value)}`,
  paddingInline: (value) => `padding-inline: ${space(value)}`,
  paddingTop: (value) => `padding-top: ${space(value)}`,
  paddingBottom: (value) => `padding-bottom: ${space(value)}`,
  paddingLeft: (value) => `padding-left: ${space(value)}`,
  marginBlock: (value) => `margin-block: ${space(value)}`,
  marginTop: (value) => `margin-top: ${space(value)}`,
  marginBottom: (value) => `margin-bottom: ${space(value)}`,
  marginLeft: (value) => `margin-left: ${space(value)}`,
  alignSelf: (value) => `align-self: ${edge(value)}`,
  justifySelf: (value) => `justify-self: ${value}`,
  span: (value) => `grid-column: ${value === "all" ? "1 / -1" : `span ${value}`}`,
  column: (value) => `grid-column: ${value}`,
  order: (value) => `order: ${value}`,
  isGrowing: () => "flex: 1",
  width: () => "width: 100%",
  height: () => "height: 100%",
  minWidth: (value) => `min-width: ${value}`,
  maxWidth: (value) => `max-width: ${value}`,
  position: (value) => `position: ${value}`,
  rule: (value) => `border: ${rule}; border-width: ${borders[keyOf(borders, value)]}`,
  background: (value) => `background: var(--color-${keyOf(colors, value)})`,
  radius: (value) => `border-radius: ${value === 0 ? 0 : `var(--radius-${keyOf(radii, value)})`}`,
};

/** One column is as wide as its place, however wide what it holds. */
function equal(columns: number): string {
  return columns === 1 ? "minmax(0, 1fr)" : `repeat(${columns}, 1fr)`;
}

function edge(value: Value): string {
  if (value === "between") return "space-between";
  return value === "start" || value === "end" ? `flex-${value}` : String(value);
}

function space(value: Value): string {
  if (value === 0 || value === "auto") return String(value);
  return spaceSteps.some((step) => step === value)
    ? `var(--space-${value})`
    : `var(--spacing-${keyOf(spacings, value)})`;
}

function keyOf<Table extends object>(table: Table, name: Value): keyof Table {
  if (!(String(name) in table)) throw new Error(`${name} is none of ${Object.keys(table).join(", ")}.`);
  return name as keyof Table;
}
