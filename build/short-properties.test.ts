import { expect, test } from "vitest";

import { stylesheets } from "#domain/site/page-family.ts";

import { composeStylesheet } from "./page-styles.ts";
import { shortenProperties } from "./short-properties.ts";

test("Custom properties are named by letters, the most frequent one by the first", () => {
  const styles = ":root { --ink: black; --line: green; } a { color: var(--line, var(--ink)); fill: var(--line); }";
  expect(shortenProperties(styles, [])).toBe(
    ":root { --b: black; --a: green; } a { color: var(--a, var(--b)); fill: var(--a); }",
  );
});

test("What a script sets keeps its name, and what looks like a property stays as it is", () => {
  const styles = ".a--b { width: calc(1px * var(--filled) - var(--room)); }";
  expect(shortenProperties(styles, ["--filled"])).toBe(".a--b { width: calc(1px * var(--filled) - var(--a)); }");
});

test("Of every stylesheet no two properties come to one name, and none that scripts know is given away", () => {
  for (const name of stylesheets) {
    const { text, propertiesOfScripts } = composeStylesheet(name, process.cwd());
    const namesIn = (styles: string) => new Set(styles.match(/(?<![\w-])--[a-z][\w-]*/g));
    const [before, after] = [namesIn(text), namesIn(shortenProperties(text, propertiesOfScripts))];
    expect([name, after.size]).toEqual([name, before.size]);
    expect([name, propertiesOfScripts.filter((each) => before.has(each) && !after.has(each))]).toEqual([name, []]);
  }
  expect(composeStylesheet("funnel", process.cwd()).propertiesOfScripts).toContain("--filled");
});
