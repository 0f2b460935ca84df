import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { typeset, typesettingRules } from "./typeset.ts";

import { readFixedTexts, splitAtFixedTexts } from "./fixed-texts.ts";
import { readFrenchTexts, textsOfArticle, textsOfModule } from "./french-texts.ts";

const texts = readFrenchTexts();
const fixedTexts = readFixedTexts(readFileSync("docs/glossary.md", "utf8"));

test("Every text of the modules and articles is set as running French, but for what is fixed", () => {
  const wrong = texts.flatMap(({ file, line, text }) =>
    splitAtFixedTexts(file, text, fixedTexts).flatMap((piece) =>
      piece.isFixed || typeset(piece.text) === piece.text
        ? []
        : `${file}:${line}: ${rulesBroken(piece.text).join(", ")}: ${piece.text} (npm run typeset writes it)`,
    ),
  );

  expect(wrong).toEqual([]);
  expect(texts.length).toBeGreaterThan(5000);
});

test("Each fixed text stands in each of its files", () => {
  const missing = fixedTexts.flatMap(({ text, files }) =>
    files
      .filter((file) => !texts.some((each) => each.file === file && each.text.includes(text)))
      .map((file) => `${file}: ${text}`),
  );

  expect(missing).toEqual([]);
  expect(fixedTexts.length).toBeGreaterThan(40);
});

function rulesBroken(text: string): string[] {
  return typesettingRules.filter(({ wrong, right }) => text.replaceAll(wrong, right) !== text).map(({ name }) => name);
}

describe("What is read of a file", () => {
  test("is its literals and templates, with a slot for each value, and no name", () => {
    const source = `import x from "#content/l'un.ts";
type Day = "l'un";
export const copy = { "l'autre": \`Dès \${1 + 1} \${x["d'ici"]}\`, two: "l'été" === x ? 'l\\'eau' : /l'os/ };`;
    expect(textsOfModule("a.ts", source).map(({ line, text }) => `${line}: ${text}`)).toEqual([
      "3: Dès \ufffc \ufffc",
      "3: l'eau",
    ]);
  });

  test("is the lines of an article, without addresses and tags", () => {
    const source = `---\nslug: l'un\ntitle: "L'été ?"\n---\n\nUn [lien](/blog?l'un) et <Tag name="l'os" />\n`;
    expect(textsOfArticle("a.mdx", source).map(({ line, text }) => `${line}: ${text.trim()}`)).toEqual([
      "3: L'été ?",
      "6: Un",
      "6: lien",
      "6: et",
    ]);
  });
});
