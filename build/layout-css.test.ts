import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { layoutClasses } from "#design/layout.ts";

import { renderPrimitives } from "./layout-css.ts";
import { findLayout } from "./layout-props.ts";

const source = (markup: string) => [
  { path: "page.tsx", text: `import { Box, Cells, Row } from "#app/ui/layout.tsx"; const page = ${markup};` },
];

test("A layout prop becomes the class of its token, and nothing else is written", () => {
  expect(renderPrimitives(source(`<Box padding="cell" />`))).toBe(".pcell { padding: var(--spacing-cell); }");
});

test("Both ends of a choice are written", () => {
  const styles = renderPrimitives(source(`<Row gap={isOpen ? 8 : 24} />`));
  expect(styles).toContain(".g8 { gap: var(--space-8); }");
  expect(styles).toContain(".g24 { gap: var(--space-24); }");
});

test("What is spread under a condition is written", () => {
  const styles = renderPrimitives(source(`<Row {...(isWide && { lg: { span: "all" }, gap: 8 })} />`));
  expect(styles).toContain(".g8 { gap: var(--space-8); }");
  expect(styles).toContain(".lg-nall { grid-column: 1 / -1; }");
});

test("What is told for a wide screen comes after what is told for all", () => {
  const styles = renderPrimitives(source(`<Box lg={{ padding: 40 }} padding={8} />`));
  expect(styles).toBe(".p8 { padding: var(--space-8); }\n@media (--lg) {\n.lg-p40 { padding: var(--space-40); }\n}");
});

test("Cells have a hairline between columns, and between rows", () => {
  const styles = renderPrimitives(source(`<Cells lg={{ columns: 3 }} />`));
  expect(styles).toContain(":where(.cells.lg-c3 > :nth-child(3n + 1)) { border-left-width: 0; }");
  expect(styles).toContain(":where(.cells.lg-c3 > :nth-child(-n + 3)) { border-top-width: 0; }");
});

test("A value which is no token, and one which is computed, are mistakes", () => {
  expect(() => renderPrimitives(source(`<Box padding={7} />`))).toThrow("7 is none of");
  expect(() => renderPrimitives(source(`<Box padding={room} />`))).toThrow("the layout prop padding is computed");
});

test("Of type, the classes that the modules name are written", () => {
  const styles = renderPrimitives([
    { path: "page.tsx", text: `const page = <p className="text-lead color-white" />;` },
  ]);
  expect(styles).toBe(".text-lead { font-size: var(--text-lead); }\n.color-white { color: var(--color-white); }");
});

test("What a class hides on narrow screens is hidden there", () => {
  const hidden = "@media (--max-lg) {\n.hidden-until-lg { display: none !important; }\n}";
  expect(renderPrimitives(source(`<svg className="hidden-until-lg" />`))).toBe(hidden);
});

test("Wherever it is imported from, and under whatever name, it is the same row", () => {
  const beside = {
    path: "app/ui/note.tsx",
    text: `import { Row as Line } from "./layout.tsx"; <Line justify="end" />;`,
  };
  expect(renderPrimitives([beside])).toBe(".row { display: flex; }\n.row.jend { justify-content: flex-end; }");
  const other = { path: "app/admin/note.tsx", text: `import { Row } from "./layout.tsx"; <Row justify="end" />;` };
  expect(renderPrimitives([other])).toBe("");
});

test("Layout whose props the build would not find is a mistake", () => {
  const write = (text: string) => () => renderPrimitives([{ path: "app/ui/note.tsx", text }]);
  const mistake =
    "app/ui/note.tsx: import rows, stacks, cells and boxes by their names, from app/ui/layout.tsx itself.";
  expect(write(`import * as layout from "./layout.tsx"; <layout.Row gap={8} />;`)).toThrow(mistake);
  expect(write(`export { Row } from "#app/ui/layout.tsx";`)).toThrow(mistake);
});

test("No two props of the site's elements come to one class, nor to one that a stylesheet styles", () => {
  const props = globSync("{app,subjects}/**/*.tsx")
    .flatMap((path) => findLayout({ path, text: readFileSync(path, "utf8") }))
    .filter(({ prop }) => prop !== "");
  const meanings = new Map<string, Set<string>>();
  for (const { at, prop, value } of props) {
    for (const name of layoutClasses({ [prop]: value }, at && `${at}-`))
      meanings.set(name, (meanings.get(name) ?? new Set()).add([at, prop, value].join(" ")));
  }
  expect(meanings.size).toBeGreaterThan(150);
  expect([...meanings].filter(([, each]) => each.size > 1)).toEqual([]);

  const styles = globSync("{app,subjects}/**/*.css").map((path) => readFileSync(path, "utf8"));
  const styled = new Set(styles.flatMap((text) => text.match(/(?<=\.)[a-z][\w-]*/g) ?? []));
  // The dark scheme gives the text on these backgrounds its colour (app/styles/admin.css).
  const grounds = ["bgink", "bgline-100", "bgsignal"];
  expect([...meanings.keys()].filter((name) => styled.has(name)).toSorted()).toEqual(grounds);
});
