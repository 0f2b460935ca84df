import { expect, test } from "vitest";

import { renderPrimitives } from "./layout-css.ts";

const source = (markup: string) => [
  { path: "page.tsx", text: `import { Box, Cells, Row } from "#app/ui/layout.tsx"; const page = ${markup};` },
];

test("A layout prop becomes the class of its token, and nothing else is written", () => {
  expect(renderPrimitives(source(`<Box padding="cell" />`))).toBe(".p-cell { padding: var(--spacing-cell); }");
});

test("Both ends of a choice are written", () => {
  const styles = renderPrimitives(source(`<Row gap={isOpen ? 8 : 24} />`));
  expect(styles).toContain(".gap-8 { gap: var(--space-8); }");
  expect(styles).toContain(".gap-24 { gap: var(--space-24); }");
});

test("What is told for a wide screen comes after what is told for all", () => {
  const styles = renderPrimitives(source(`<Box lg={{ padding: 40 }} padding={8} />`));
  expect(styles).toBe(".p-8 { padding: var(--space-8); }\n@media (--lg) {\n.lg-p-40 { padding: var(--space-40); }\n}");
});

test("Cells have a hairline between columns, and between rows", () => {
  const styles = renderPrimitives(source(`<Cells lg={{ columns: 3 }} />`));
  expect(styles).toContain(":where(.cells.lg-columns-3 > :nth-child(3n + 1)) { border-left-width: 0; }");
  expect(styles).toContain(":where(.cells.lg-columns-3 > :nth-child(-n + 3)) { border-top-width: 0; }");
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

test("What is hidden on narrow screens is, by a prop and by a class", () => {
  const hidden = "@media (--max-lg) {\n.hidden-until-lg { display: none !important; }\n}";
  expect(renderPrimitives(source(`<Box hiddenUntil="lg" />`))).toBe(hidden);
  expect(renderPrimitives(source(`<svg className="hidden-until-lg" />`))).toBe(hidden);
});

test("Wherever it is imported from, and under whatever name, it is the same row", () => {
  const beside = {
    path: "app/ui/note.tsx",
    text: `import { Row as Line } from "./layout.tsx"; <Line justify="end" />;`,
  };
  expect(renderPrimitives([beside])).toBe(".row { display: flex; }\n.row.justify-end { justify-content: flex-end; }");
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
