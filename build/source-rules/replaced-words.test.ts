import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { readFixedTexts } from "./fixed-texts.ts";
import { readFrenchTexts, textsOfModule } from "./french-texts.ts";
import { findReplacedWords, readReplacedWords } from "./replaced-words.ts";

const glossary = readFileSync("docs/glossary.md", "utf8");
const words = readReplacedWords(glossary);
const texts = readFrenchTexts();

test("A replaced word is found with its file and line, but not in a name, a fixed text or a file that keeps it", () => {
  const rules = readReplacedWords(
    "| Say | Not | But in |\n|---|---|---|\n| offre | `formule`, `clé de connexion` | content/kept.ts |\n",
  );
  const fixed = [{ text: "Notre formule, mot pour mot", files: ["content/a.ts"] }];
  const source = `export const a = {
  formule: "Vos Formules.",
  b: \`Une clé\u00a0de connexion \${1}\`,
  c: "Notre formule, mot pour mot",
  d: "/formule",
  e: "Formuler une demande",
};`;
  const found = (file: string) => findReplacedWords(textsOfModule(file, source), rules, fixed);

  expect(found("content/a.ts").map((line) => line.split(":").slice(0, 2).join(":"))).toEqual([
    "content/a.ts:2",
    "content/a.ts:3",
  ]);
  expect(found("content/kept.ts")).toEqual([]);
});

test("No French text has a word that the glossary replaced", () => {
  expect(findReplacedWords(texts, words, readFixedTexts(glossary))).toEqual([]);
  expect(words.length).toBeGreaterThan(25);
});

test("Each file that may keep a replaced word exists", () => {
  const files = new Set(texts.map(({ file }) => file));
  const kept = words.flatMap(({ keptIn }) => keptIn);
  expect(kept.filter((name) => ![...files].some((file) => file === name || file.startsWith(`${name}/`)))).toEqual([]);
});
