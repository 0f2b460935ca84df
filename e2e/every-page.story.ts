import { expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import { heightOnFirstVisit, openAnswered, settle } from "./support/answered-visit.ts";
import { expectAccessible, expectNoOverflow } from "./support/pages.ts";
import { listTemplates } from "./support/site-map.ts";

const legalPaths = new Set([
  "/mentions-legales",
  "/politique-de-confidentialite",
  "/conditions-generales-utilisation",
  "/accessibilite",
  "/securite-et-donnees",
]);
const telephone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

test.each(sampleOf(await listTemplates(), 3))(
  "%s fits every screen and every size of text, is no longer than a telephone bears, and passes axe",
  async (path) => {
    const page = await openAnswered(path);
    for (const viewport of [telephone, desk]) {
      await page.setViewportSize(viewport);
      await expectAccessible(page);
    }
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoOverflow(page);
    }
    await page.setViewportSize(telephone);
    expect(await heightOnFirstVisit(page)).toBeLessThanOrEqual(mostHighOf(path));
    // A desk of 1280 × 1024 enlarged four times.
    await page.setViewportSize({ width: 320, height: 256 });
    expect(await page.evaluate(findCutTexts)).toEqual([]);

    await page.evaluate(spaceTexts);
    for (const width of [1440, 1024, 768]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate(findCutTexts)).toEqual([]);
    }

    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
    await page.reload();
    await settle(page);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
    for (const viewport of [telephone, desk]) {
      await page.setViewportSize(viewport);
      expect(await page.evaluate(findCutTexts)).toEqual([]);
    }
  },
);

/** What a telephone scrolls through, in px: an article and a law are as long as they have to be. */
function mostHighOf(path: string): number {
  if (path === "/secretariat") return 8000;
  return path.startsWith("/blog/") || legalPaths.has(path) ? Infinity : 9000;
}

/** Runs in the page, as a reader may who asks for more room in a text: WCAG 1.4.12. What is far below is drawn too. */
async function spaceTexts(): Promise<void> {
  const spaced = "line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important";
  const rules = `* { content-visibility: visible !important; ${spaced} } p { margin-bottom: 2em !important }`;
  document.styleSheets[0]?.insertRule(`@media all { ${rules} }`, document.styleSheets[0].cssRules.length);
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}

/** Runs in the page. @returns texts that stand outside the page or are cut by a box that does not scroll */
function findCutTexts(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const faults = scrollWidth > clientWidth ? [`is ${scrollWidth - clientWidth} px too wide`] : [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (
      !element ||
      !node.textContent?.trim() ||
      !element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    )
      continue;
    // What moves by itself, is for screen readers only, or is a teaser of two lines is cut on purpose.
    if (
      element.closest(
        "[inert], [aria-hidden='true'], .carousel, .logos-window, .two-lines, .skip-link, details:not([open])",
      )
    )
      continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom, width, height } = range.getBoundingClientRect();
    if (width === 0 || height === 0) continue;
    const boxes = [...ancestorsOf(element)];
    if (boxes.some((box) => getComputedStyle(box).clipPath === "inset(50%)")) continue;
    const cutter = boxes.find((box) => {
      const { overflowX, overflowY } = getComputedStyle(box);
      const edge = box.getBoundingClientRect();
      const isCutAcross = ["hidden", "clip"].includes(overflowX) && (left < edge.left - 2 || right > edge.right + 2);
      const isCutDown = ["hidden", "clip"].includes(overflowY) && (top < edge.top - 2 || bottom > edge.bottom + 2);
      return isCutAcross || isCutDown;
    });
    if (cutter)
      faults.push(
        `cuts « ${node.textContent.trim().slice(0, 40)} » at ${cutter.tagName.toLowerCase()}.${cutter.className}`,
      );
  }
  return faults;

  function* ancestorsOf(element: Element): Generator<Element> {
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) yield each;
  }
}
