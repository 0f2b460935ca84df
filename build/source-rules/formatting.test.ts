import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

/** Exemptions are for tables, and long lines for texts that cannot be broken; the second is only ever lowered. */
const leftOver = { exemptions: 20, longLines: 344 };

const widest = 120;
/** Without what is never edited again (migrations) and what is one sentence each (`content`, `words`). */
const sources = globSync(
  "{app,bench,build,design,domain,e2e,engine,kit,scripts,server,tests,subjects/*/!(words)}/**/*.{ts,tsx,js,mjs,sql}",
)
  .filter((file) => file !== "build/source-rules/formatting.test.ts")
  .map((file) => ({ file, lines: readFileSync(file, "utf8").split("\n") }));

function countByFile(isCounted: (line: string) => boolean): { total: number; files: string[] } {
  const counts = sources.map(({ file, lines }) => ({ file, count: lines.filter(isCounted).length }));
  const most = counts.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  return {
    total: most.reduce((sum, { count }) => sum + count, 0),
    files: most.map(({ file, count }) => `${count} ${file}`),
  };
}

test("The formatter decides: hardly a line is exempted from it", () => {
  const { total, files } = countByFile((line) => line.includes("prettier-ignore"));
  expect({ isWithin: total <= leftOver.exemptions, total, files }).toMatchObject({ isWithin: true });
});

test(`Lines end by column ${widest}: few texts and patterns that cannot be broken are longer`, () => {
  const { total, files } = countByFile((line) => line.length > widest && !/^(import|export) .* from "/.test(line));
  expect({ isWithin: total <= leftOver.longLines, total, files }).toMatchObject({ isWithin: true });
});
