import { readFileSync } from "node:fs";

import type { Page } from "playwright-core";

import { forEachFamily, pageFamilies, stylesheetOf } from "#domain/site/page-family.ts";

type Manifest = Record<string, { file: string }>;

const manifest: Manifest = JSON.parse(readFileSync("dist/client/.vite/manifest.json", "utf8"));
export const stylesheets = forEachFamily((family) => `/${manifest[stylesheetOf(family)]?.file}`);
const selectors = forEachFamily((family) => listSelectors(readFileSync(`dist/client${stylesheets[family]}`, "utf8")));
const allSelectors = new Set(Object.values(selectors).flatMap((each) => [...each]));
const absentSelectors = forEachFamily((family) =>
  [...allSelectors].filter((selector) => !selectors[family].has(selector)),
);

/**
 * A page links the parts of its family only: what another family draws must not be on it.
 *
 * @returns selectors that fit something on the page, whatever its state, and that its stylesheet lacks
 */
export async function listMissingStyles(page: Page): Promise<string[]> {
  const links = await page
    .locator('link[rel="stylesheet"]')
    .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
  const family = pageFamilies.find((each) => links.includes(stylesheets[each]));
  return family === undefined ? [] : page.evaluate(findFitting, absentSelectors[family]);
}

/** Runs in the page. */
function findFitting(absent: string[]): string[] {
  return absent.filter((selector) => document.querySelector(selector) !== null);
}

/** Of the built file, whose rules are not nested. States and drawn contents are left out: they come and go. */
function listSelectors(styles: string): Set<string> {
  const withoutFrames = styles.replace(/@keyframes [\w-]+\{(?:[^{}]*\{[^{}]*\})*\}/g, "");
  const rules = [...withoutFrames.matchAll(/([^{};]+)\{[^{}]*\}/g)].map(([, head = ""]) => head.trim());
  return new Set(
    rules
      .filter((head) => !head.startsWith("@"))
      .flatMap(splitList)
      .map((selector) =>
        selector
          .replace(/::[\w-]+(\([^)]*\))?|:(before|after)\b/g, "")
          .replace(/:(hover|active|focus-visible|focus-within|focus|checked|disabled|autofill)\b/g, ":not(_)"),
      )
      .filter((selector) => selector !== ""),
  );
}

/** At the commas that are not between brackets. */
function splitList(selectors: string): string[] {
  let depth = 0;
  const separated = selectors.replace(/[(),]/g, (mark) => {
    if (mark === ",") return depth === 0 ? "\n" : mark;
    depth += mark === "(" ? 1 : -1;
    return mark;
  });
  return separated.split("\n");
}
