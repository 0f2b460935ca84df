import stylelint from "stylelint";
import { expect, test } from "vitest";

const mixed = "color-mix(in srgb, red, blue)";

async function listFaults(code: string): Promise<number> {
  const config = { plugins: ["./build/browser-floor-rule.js"], rules: { "site/browser-floor": true } };
  const { results } = await stylelint.lint({ code, config });
  return results.flatMap(({ warnings }) => warnings).length;
}

test.each([
  [".a:has(.b), .c { top: 0 }", 1],
  [".a { &:has(.b) { top: 0 } }", 1],
  ["@supports selector(:has(a)) { .a:has(.b) { top: 0 } }", 0],
  [".a { @supports selector(:has(a)) { &:has(.b) { top: 0 } } }", 0],
  ["@supports not selector(:has(a)) { .a:has(.b) { top: 0 } }", 1],
  [`.a { color: ${mixed} }`, 1],
  [`.a { color: red; @supports (color: ${mixed}) { color: ${mixed} } }`, 0],
  [".a { grid-template-rows: subgrid }", 1],
  ["@supports (grid-template-rows: subgrid) { .a { grid-template-rows: subgrid } }", 0],
  [".a > .b { color: red }", 0],
] as const)("%s has %i faults", async (code, count) => {
  expect(await listFaults(code)).toBe(count);
});
