import { globSync, readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { colors, contrasts } from "./tokens.ts";

test.each(contrasts)("$color on $ground has a contrast of $least at least", ({ color, ground, least }) => {
  const [darker, lighter] = [luminance(colors[color]), luminance(colors[ground])].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  expect((lighter + 0.05) / (darker + 0.05)).toBeGreaterThanOrEqual(least);
});

test.each(globSync("app/assets/**/*.svg"))("%s is drawn in colours of the palette", (file) => {
  const palette: string[] = Object.values(colors);
  const used = readFileSync(file, "utf8").match(/#[\da-f]{3,8}\b/gi) ?? [];
  expect(used.filter((color) => !palette.includes(color))).toEqual([]);
});

/** https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.slice(1).replaceAll(/./g, "$&$&") : color.slice(1);
  const [red = 0, green = 0, blue = 0] = [0, 2, 4]
    .map((start) => Number.parseInt(digits.slice(start, start + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
