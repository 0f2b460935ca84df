import { globSync, readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

const articles = globSync("subjects/blog/words/articles/*.mdx").map((file) => {
  const [, head = "", ...body] = readFileSync(file, "utf8").replaceAll("\u00a0", " ").split(/^---$/m);
  return { file, head, text: body.join("---").trim() };
});

/** What two articles say. */
function repeated(said: readonly (readonly string[])[]): string[] {
  const all = said.flatMap((each) => [...new Set(each)]);
  return all.filter((each, index) => all.indexOf(each) !== index);
}

describe("Each article has its own", () => {
  test("opening and last section", () => {
    expect(repeated(articles.map(({ text }) => [text.slice(0, 12)]))).toEqual([]);
    expect(repeated(articles.map(({ text }) => text.match(/^## .+$/gm)?.slice(-1) ?? []))).toEqual([]);
  });

  test.each([
    ["customers", /(?:Monsieur|[Mm]adame|Mme|Maître) (\p{Lu}\p{L}+)/gu],
    ["companies", /(?:« |\| )(\p{Lu}[\p{L} ]+), bon(?:jour|soir)/gu],
  ])("invented %s", (_kind, pattern) => {
    const named = articles.map(({ text }) => [...text.matchAll(pattern)].map(([, name = ""]) => name));
    expect(named.flat().length).toBeGreaterThan(4);
    expect(repeated(named)).toEqual([]);
  });
});

test("An article that cites the law says when it was changed", () => {
  const citing = articles.filter(({ text }) => text.includes("](texte:"));
  expect(citing.length).toBeGreaterThan(6);
  expect(citing.filter(({ head }) => !/^updated: "\d{4}-\d\d-\d\d"$/m.test(head)).map(({ file }) => file)).toEqual([]);
});
