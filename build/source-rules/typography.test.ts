import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { formatCount, formatEuros } from "#app/ui/format.ts";
import { sayEuros } from "#content/language/amounts.ts";
import { sayCount } from "#content/language/count.ts";
import { characters, tooLong } from "#content/shared/form.ts";
import { typeset, typesettingRules } from "#domain/kernel/typeset.ts";

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

test("Every function that writes a number groups its thousands as written numbers are", () => {
  const said = [
    sayCount(20_000),
    characters(20_000),
    tooLong(20_000),
    sayEuros(2_000_000),
    formatCount(20_000),
    formatEuros(2_000_000),
  ];
  expect(said.filter((each) => !each.includes("20\u202f000"))).toEqual([]);

  // Laws' own texts write the wider space: what separates thousands elsewhere is not one.
  const separators = texts.filter(({ file, text }) => text === "\u00a0" && !file.startsWith("subjects/legal/words/"));
  expect(separators.map(({ file, line }) => `${file}:${line}`)).toEqual([]);
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
