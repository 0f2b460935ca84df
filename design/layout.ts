import { type Breakpoint, breakpoints, type ColorName, type radii, type spaceSteps, type spacings } from "./tokens.ts";

/**
 * The vocabulary of layout: what a row, a stack, cells and a box are told where they are written (app/ui/layout.tsx).
 * Each prop is a class, which the build writes (build/layout-css.ts). Why: docs/decisions/0025-layout-in-the-markup.md
 */

/** In px, or one of the fluid spaces. */
export type Space = 0 | (typeof spaceSteps)[number] | keyof typeof spacings;

type Track = "auto" | `${number}fr` | `${number}rem`;

export type Layout = {
  /** Of equal width, or the width of each. */
  columns?: number | `${Track} ${Track}` | `${Track} ${Track} ${Track}` | `${Track} ${Track} ${Track} ${Track}`;
  direction?: "row" | "column";
  /** Between its children. */
  gap?: Space;
  rowGap?: Space;
  columnGap?: Space;
  align?: "start" | "center" | "end" | "baseline" | "stretch";
  /** Of a row: where its children stand. Of a stack: each as wide as what it holds, at that end of its column. */
  justify?: "start" | "end" | "center" | "between";
  /** Rows of a grid that is higher than they are. */
  alignContent?: "start" | "center" | "end" | "between";
  /** On more lines where one is too short. */
  isWrapping?: boolean;

  padding?: Space;
  paddingBlock?: Space;
  paddingInline?: Space;
  paddingTop?: Space;
  paddingBottom?: Space;
  paddingLeft?: Space;
  marginBlock?: Space;
  marginTop?: Space | "auto";
  marginBottom?: Space;
  marginLeft?: Space | "auto";

  /** Its place among others. */
  alignSelf?: "start" | "center" | "end" | "stretch";
  justifySelf?: "start" | "end";
  /** Over all columns of the grid that it stands in, or over some. */
  span?: "all" | number;
  /** From a line of that grid to another: `2 / -1`. */
  column?: `${number} / ${number}`;
  order?: number;
  /** Takes the room that others leave. */
  isGrowing?: boolean;
  width?: "full";
  height?: "full";
  /** Narrower than what it holds, where it has no more room. */
  minWidth?: 0;
  maxWidth?: `${number}ch` | "none";
  /** What is placed within it is placed from its corner; it stands above what is drawn behind. */
  position?: "relative";

  /** Hairlines; in `Cells` they stand between the cells. */
  rule?: "none" | "top" | "bottom" | "left" | "right" | "block";
  background?: ColorName;
  radius?: 0 | keyof typeof radii;
};

export type LayoutProps = Layout & { [Name in Breakpoint]?: Layout };

/**
 * What the class of a prop begins with. Short, as every page writes out the classes of all its elements; that no two
 * props come to one class is tested (build/layout-css.test.ts).
 */
export const layoutPrefixes: Record<keyof Layout, string> = {
  columns: "c",
  direction: "f",
  gap: "g",
  rowGap: "gy",
  columnGap: "gx",
  align: "a",
  justify: "j",
  alignContent: "ac",
  isWrapping: "w",
  padding: "p",
  paddingBlock: "py",
  paddingInline: "px",
  paddingTop: "pt",
  paddingBottom: "pb",
  paddingLeft: "pl",
  marginBlock: "my",
  marginTop: "mt",
  marginBottom: "mb",
  marginLeft: "ml",
  alignSelf: "s",
  justifySelf: "sx",
  span: "n",
  column: "col",
  order: "o",
  isGrowing: "grow",
  width: "width",
  height: "height",
  minWidth: "min",
  maxWidth: "max",
  position: "at",
  rule: "r",
  background: "bg",
  radius: "radius",
};

/** Whether a prop is layout, or belongs to the element. */
export function isLayout(name: string): boolean {
  return name in layoutPrefixes || name in breakpoints;
}

type Value = string | number | boolean;

/**
 * The classes of layout props: `columns={2} lg={{ columns: 3, align: "end" }}` is `c2 lg-c3 lg-aend`.
 *
 * @param at what those of a breakpoint begin with
 */
export function layoutClasses(props: object, at = ""): string[] {
  return Object.entries(props).flatMap(([name, value]: [string, Value | object | undefined]) => {
    if (value === undefined || value === false) return [];
    if (typeof value === "object") return layoutClasses(value, `${name}-`);
    const prefix = at + layoutPrefixes[name as keyof typeof layoutPrefixes];
    return value === true ? prefix : prefix + String(value).replaceAll(/[ ./]+/g, "-");
  });
}
