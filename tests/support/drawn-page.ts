import { renderPage } from "#app/render/render-page.tsx";
import { civilDate } from "#kit/civil-date.ts";

import { assetsForTests, siteForTests } from "./site.ts";

export const duringPromotion = civilDate("2025-10-15");

const kept = /<span class="unbroken">([^<]*)<\/span>/g;
const drawn = new Map<string, string>();

/**
 * A page of a site, as its server draws it, but for what keeps its lines together (`keepJoints`). Drawn once for all
 * tests of a file that look at it: the same is told, so the same is drawn, and drawing is what these tests take longest
 * for.
 */
export function drawPage(path: string, { site = siteForTests, today = duringPromotion } = {}): string {
  const told = JSON.stringify([path, site, today]);
  const html = drawn.get(told) ?? renderPage(path, { site, today, assets: assetsForTests }).replaceAll(kept, "$1");
  drawn.set(told, html);
  return html;
}
