import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import { openAnswered } from "./support/answered-visit.ts";
import { desktop, listAccessFaults } from "./support/pages.ts";
import { listTemplates } from "./support/site-map.ts";

test.each(sampleOf(await listTemplates(), 1))("On %s the focus is seen everywhere", async (path) => {
  const page = await openAnswered(path, { reducedMotion: "reduce" });
  expect(await walk(page)).toEqual([]);
});

test.each(sampleOf(["/closing", "/", "/inscription-secretariat"], 1))(
  "On %s, on a desk, the focus is seen everywhere",
  async (path) => {
    const page = await openAnswered(path, { ...desktop, reducedMotion: "reduce" });
    expect(await walk(page)).toEqual([]);
  },
);

test.each(sampleOf(["/", "/secretariat", "/suivi-client", "/inscription-secretariat", "/conferences", "/blog"], 1))(
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

test.each(
  sampleOf(
    [
      ["a desk", desktop, 2],
      ["a telephone", {}, 6],
    ],
    1,
  ),
)("Every slide of the testimonials passes axe on %s", async (_, view, slideCount) => {
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
