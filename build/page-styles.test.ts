import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { stylesheets } from "#domain/site/page-family.ts";

import { composeStylesheet, followImports } from "./page-styles.ts";

const root = process.cwd();
const composed = new Map(stylesheets.map((name) => [name, composeStylesheet(name, root)]));

test("A page has the styles of what it imports, of the islands that it names, and no others", () => {
  const { styles } = followImports(["app/pages/password-page.tsx"], root);
  expect(styles).toContain("app/ui/button.css");
  expect(styles).toContain("subjects/account/site/drawn-frame.css");
  expect(styles).not.toContain("app/islands/carousel.css");
});

test("What a component is made of comes before its own styles", () => {
  const { styles } = followImports(["app/sections/site-header.tsx"], root);
  expect(styles.indexOf("app/ui/button.css")).toBeLessThan(styles.indexOf("app/sections/site-header.css"));
});

test("A page has the type roles and gaps that its components name, and no others", () => {
  const { text = "" } = composed.get("demo") ?? {};
  expect(text).toContain(".text-caption {");
  expect(text).not.toContain(".text-figure {");
  expect(text).toContain(".g8 {");
  expect(text).not.toContain(".g24 {");
});

test("A family without a page is a mistake of the list of pages", () => {
  expect(() => composeStylesheet("nowhere" as "home", root)).toThrow(
    "no component was found for a page of the family nowhere",
  );
});

test("A stylesheet holds the tokens that it reads, and reads none that does not exist", () => {
  for (const [name, { text }] of composed) {
    const declared = new Set([...text.matchAll(/(--[\w-]+):/g)].map(([, property]) => property));
    const read = [...text.matchAll(/var\((--[\w-]+)\)/g)].map(([, property]) => property);
    expect([name, read.filter((property) => !declared.has(property))]).toEqual([name, []]);
  }
});

test("Every stylesheet is some page's", () => {
  const used = new Set([...composed.values()].flatMap(({ files }) => files));
  // The one that a script inserts.
  used.add("app/client/motion.css");
  expect(globSync("{app,subjects}/**/*.css").filter((path) => !used.has(path))).toEqual([]);
});

test("No module imports a stylesheet: it comes with its component, or where its classes are named", () => {
  const importing = globSync("{app,content}/**/*.{ts,tsx}").filter((path) =>
    /^import .*\.css"/m.test(readFileSync(path, "utf8")),
  );
  expect(importing).toEqual([]);
});
