import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { findRemovedWords, readRemovedWords } from "./removed-words.ts";

const removed = readRemovedWords(readFileSync("docs/glossary.md", "utf8"));
const folders = "{app,bench,build,content,design,domain,e2e,engine,kit,scripts,server,tests,subjects}";

test("A removed word is found in every form of a name, and only where it is kept out", () => {
  const head = "| Say | In the code | Not | Within |\n|---|---|---|---|";
  const words = readRemovedWords(`${head}\n| x | y | \`short way\`, \`lane\` | server |`);
  const text = "const onShortWay = 1; class A { #lanes = 'a lane'; } function planed(shorter: Way) {}";

  expect(findRemovedWords("server/http/short-ways.ts", text, words)).toEqual(["onShortWay", "lanes", "short-ways"]);
  expect(findRemovedWords("app/short-way.ts", text, words)).toEqual([]);
});

test("No name has a word that the glossary replaced", () => {
  const files = globSync(`${folders}/**/*.{ts,tsx,mjs,css}`);
  const found = files.flatMap((file) =>
    findRemovedWords(file, readFileSync(file, "utf8"), removed).map((name) => `${file}: ${name}`),
  );

  expect(found).toEqual([]);
  expect(removed.length).toBeGreaterThan(15);
  expect(files.length).toBeGreaterThan(700);
});
