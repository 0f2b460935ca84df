import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import {
  desktop,
  expectAccessible,
  expectNoOverflow,
  expectProblem,
  listAccessFaults,
  newVisitor,
} from "./support/pages.ts";
import { listTemplates } from "./support/site-map.ts";

const telephone = { width: 390, height: 844 };
const desk = { width: 1280, height: 900 };

/** A person who answered the banner before, so that the page alone is looked at: the banner has its own stories. */
async function openAnswered(path: string, options: Parameters<typeof newVisitor>[0] = {}): Promise<Page> {
  expectProblem(/status of 404/);
  const page = await newVisitor(options);
  await page.addInitScript(() => localStorage.setItem("cookieConsent", "rejected"));
  await page.goto(path);
  await settle(page);
  return page;
}

/** The page is drawn, in its own font. */
async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
}

test.each(await listTemplates())("%s fits every screen and every size of text, and passes axe", async (path) => {
  const page = await openAnswered(path);
  for (const viewport of [telephone, desk]) {
    await page.setViewportSize(viewport);
    await expectAccessible(page);
  }
  for (const width of [1440, 768, 390, 320]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
  }
  // A desk of 1280 × 1024 enlarged four times.
  await page.setViewportSize({ width: 320, height: 256 });
  expect(await page.evaluate(findCutTexts)).toEqual([]);

  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard: 32, fixed: 26 } });
  await page.reload();
  await settle(page);
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe("32px");
  for (const viewport of [telephone, desk]) {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(findCutTexts)).toEqual([]);
  }
});

test.each(sampleOf(await listTemplates(), 8))("On %s the focus is seen everywhere", async (path) => {
  const page = await openAnswered(path, { reducedMotion: "reduce" });
  expect(await walk(page)).toEqual([]);
});

test.each(["/", "/inscription-secretariat", "/closing"])(
  "On %s, on a desk, the focus is seen everywhere",
  async (path) => {
    const page = await openAnswered(path, { ...desktop, reducedMotion: "reduce" });
    expect(await walk(page)).toEqual([]);
  },
);

test.each(["/", "/secretariat", "/suivi-client", "/inscription-secretariat", "/conferences", "/blog"])(
  "Where less movement is asked for, nothing moves on %s",
  async (path) => {
    const page = await openAnswered(path, { reducedMotion: "reduce" });
    const found: string[] = [];
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let top = 0; top < height; top += 800) {
      await page.mouse.wheel(0, 800);
      found.push(...(await page.evaluate(findMovements)));
    }
    expect(found).toEqual([]);
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).scrollBehavior)).not.toBe("smooth");
  },
);

test.each([
  ["a telephone", {}, 6],
  ["a desk", desktop, 2],
])("Every slide of the testimonials passes axe on %s", async (_, view, slideCount) => {
  const page = await openAnswered("/", { ...view, reducedMotion: "reduce" });
  const controls = page.locator("#temoignages");
  await controls.scrollIntoViewIfNeeded();
  for (let slide = 1; slide <= slideCount; slide += 1) {
    await controls.getByText(`${slide} sur ${slideCount}`, { exact: true }).waitFor();
    expect(await listAccessFaults(page, "#temoignages")).toEqual([]);
    await controls.getByRole("button", { name: /suivant/i }).click();
  }
  await controls.getByText(`1 sur ${slideCount}`, { exact: true }).waitFor();
});

/** Presses Tab to the end of the page. @returns what had the focus without being seen to have it */
async function walk(page: Page): Promise<string[]> {
  const faults: string[] = [];
  await page.evaluate(rememberLooks);
  for (let count = 0; count < 200; count += 1) {
    await page.keyboard.press("Tab");
    const state = await page.evaluate(readFocus, { isAgain: false });
    if (state === "end") return faults;
    if (state !== "seen" && !(await becomesSeen(page))) faults.push(state);
  }
  return [...faults, "has no end"];
}

/** A busy machine may take some frames more. */
async function becomesSeen(page: Page): Promise<boolean> {
  await page.waitForTimeout(500);
  return (await page.evaluate(readFocus, { isAgain: true })) === "seen";
}

/** Runs in the page. @returns "end" once the focus has left the page or come back to its first place */
async function readFocus({ isAgain }: { isAgain: boolean }): Promise<string> {
  // Even where less movement is asked for, what changes is drawn with the next frame.
  await new Promise(requestAnimationFrame);
  const element = document.activeElement;
  if (!element || element === document.body) return "end";
  const walked = ((globalThis as { walked?: Set<Element> }).walked ??= new Set());
  // The browser's own player keeps the focus for as many keys as it has buttons.
  const isSamePlayer = element instanceof HTMLMediaElement && element === [...walked].at(-1);
  if (walked.has(element) && !isAgain && !isSamePlayer) return "end";
  walked.add(element);

  const name = `${element.tagName.toLowerCase()} « ${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)} »`;
  const boxes = [
    ...element.getClientRects(),
    ...[...element.querySelectorAll("*")].flatMap((inner) => [...inner.getClientRects()]),
  ];
  const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
  const isOwn = (found: Element | null) =>
    found !== null && (element.contains(found) || found.contains(element) || label?.contains(found) === true);
  const isSeen = boxes.some(({ left, top, width, height }) =>
    [0.1, 0.5, 0.9].some((across) =>
      [0.1, 0.5, 0.9].some((down) => isOwn(document.elementFromPoint(left + width * across, top + height * down))),
    ),
  );
  if (!isSeen) return `${name} is hidden`;

  const { unfocused, readLook } = globalThis as unknown as LookMemory;
  return readLook(element) === unfocused.get(element) ? `${name} looks as it does without` : "seen";
}

type LookMemory = { unfocused: Map<Element, string>; readLook: (element: Element) => string };

/** Runs in the page, before the first key: how each thing looks that may have the focus. */
function rememberLooks(): void {
  const readLook = (element: Element) => {
    const label = element instanceof HTMLInputElement ? element.labels?.[0] : null;
    const near = [element, label, element.parentElement, element.nextElementSibling, element.closest("article")].filter(
      (each) => each != null,
    );
    const styles = near.flatMap((each) => [getComputedStyle(each), getComputedStyle(each, "::after")]);
    return styles
      .map((style) => [style.outlineStyle, style.outlineWidth, style.boxShadow, style.borderColor].join())
      .join();
  };
  const places = [...document.querySelectorAll("a, button, input, select, textarea, summary, [tabindex]")];
  Object.assign(globalThis, { readLook, unfocused: new Map(places.map((place) => [place, readLook(place)])) });
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

/** Runs in the page. */
function findMovements(): string[] {
  return document
    .getAnimations()
    .filter(
      (animation) => animation.playState === "running" && Number(animation.effect?.getComputedTiming().duration) > 10,
    )
    .map((animation) => {
      const target = (animation.effect as KeyframeEffect | null)?.target;
      return `moves ${target?.tagName.toLowerCase()}.${target?.getAttribute("class")}`;
    });
}
