import type { Page } from "playwright-core";
import { expect, test } from "vitest";

import { atDepth } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { openAnswered } from "./support/answered-visit.ts";
import { hasOldestChromium, launchOldestChromium } from "./support/browser.ts";
import { desktop } from "./support/pages.ts";

const pieces = ["figure", "steps", "tools", "final"];
const moving = { ...desktop, reducedMotion: "no-preference" } as const;

test.each(
  atDepth<[string, object][]>(
    [["a desk", desktop]],
    [
      ["a desk", desktop],
      ["a telephone", {}],
    ],
  ),
)("Each set piece plays once on %s, and ends as the page stands without movement", async (_, view) => {
  const still = await openAnswered("/", { ...view, reducedMotion: "reduce" });
  const page = await openMoving(view);
  for (const piece of pieces) {
    const { plays, endsAfterMs } = await page.evaluate(readPlay, piece);
    expect([piece, plays > 0, endsAfterMs >= 600, endsAfterMs <= 1200]).toEqual([piece, true, true, true]);
    await showPiece(page, piece);
    await expect.poll(() => page.evaluate(countEnds, piece), { message: piece }).toBe(plays);
    expect(await page.evaluate(readLooks, piece)).toEqual(await still.evaluate(readLooks, piece));

    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
    await showPiece(page, piece);
    await page.waitForTimeout(300);
    expect(await page.evaluate(countEnds, piece)).toBe(plays);
  }
});

test("Where less movement is asked for, a set piece waits for nothing", async () => {
  const page = await openAnswered("/", { ...desktop, reducedMotion: "reduce" });
  await beginScrolling(page);
  for (const piece of pieces) {
    expect(await page.evaluate(readPlay, piece)).toEqual({ plays: 0, endsAfterMs: 0 });
  }
});

test("The lamps of a price board light from the handle on when the volume changes", async () => {
  const page = await openAnswered("/secretariat", moving);
  const lamps = page.locator(".jack-board").first().locator("g g path");
  await page.getByRole("slider").first().press("PageUp");
  await expect.poll(async () => Math.max(...(await lamps.evaluateAll(readDelays)))).toBeGreaterThan(0);
  const delays = await lamps.evaluateAll(readDelays);
  const handle = delays.indexOf(Math.min(...delays));
  expect(delays.slice(handle)).toEqual(delays.slice(handle).toSorted((one, other) => one - other));
  expect(Math.max(...delays)).toBeLessThanOrEqual(750);
  await expect.poll(() => lamps.evaluateAll((all) => all.flatMap((lamp) => lamp.getAnimations()).length)).toBe(0);
  expect(await lamps.evaluateAll((all) => new Set(all.map((lamp) => getComputedStyle(lamp).opacity)).size)).toBe(1);
});

// A page that comes slowly is shown without a transition: on a busy machine none is seen.
fullTest.each([
  ["goes along", "no-preference", true],
  ["stays, where less movement is asked for", "reduce", false],
] as const)(
  "From the home page into a funnel the cord %s, and nothing on the page shifts",
  async (_, reducedMotion, moves) => {
    const page = await openAnswered("/", { ...desktop, reducedMotion });
    await page.addInitScript(() => {
      addEventListener("pagereveal", (event) => {
        document.documentElement.dataset["carried"] = String(event.viewTransition !== null);
      });
    });
    await page.getByRole("main").getByRole("link", { name: "Essayer gratuitement" }).first().click();
    await page.getByRole("textbox", { name: "E-mail" }).waitFor();
    await page.locator(`[data-carried=${moves}]`).waitFor();
    expect(await page.evaluate(readShift)).toBe(0);
  },
);

const following = [
  "/secretariat",
  "/inscription-secretariat",
  "/blog",
  "/inscription",
  "/merci",
  "/dashboard",
  "/admin",
  "/",
];

// Each page is watched for errors: one that learns too late that it takes part tells one (docs/decisions/0109).
fullTest(
  "Of forty pages that follow one another, each takes part in the transition to it or is shown without",
  async () => {
    const page = await openAnswered("/", moving);
    for (let visit = 0; visit < 40; visit += 1) {
      const path = following[visit % following.length] ?? "/";
      await page.evaluate((address) => location.assign(address), path);
      await page.waitForURL((url) => url.pathname.startsWith(path));
      await page.locator("html[data-painted], #root").first().waitFor();
    }
  },
);

(hasOldestChromium ? fullTest : test.skip)(
  "In the oldest browser an observer tells when a set piece is seen",
  async () => {
    const browser = await launchOldestChromium();
    try {
      const page = await openMoving(desktop, browser);
      for (const piece of pieces) {
        const { plays } = await page.evaluate(readPlay, piece);
        await showPiece(page, piece);
        await expect.poll(() => page.evaluate(countEnds, piece), { message: piece }).toBe(plays);
      }
    } finally {
      await browser.close();
    }
  },
);

/** The set pieces come with the first gesture, and wait. */
async function openMoving(view: object, inBrowser?: Awaited<ReturnType<typeof launchOldestChromium>>): Promise<Page> {
  const page = await openAnswered("/", { ...view, reducedMotion: "no-preference", ...(inBrowser && { inBrowser }) });
  await page.evaluate(() => {
    addEventListener(
      "animationend",
      ({ animationName, target }) => {
        const piece = (target as Element).closest<HTMLElement>("[data-moves]");
        if (piece && animationName !== "seen") piece.dataset["ends"] = String(Number(piece.dataset["ends"] ?? 0) + 1);
      },
      true,
    );
  });
  await beginScrolling(page);
  return page;
}

async function beginScrolling(page: Page): Promise<void> {
  await page.mouse.move(300, 300);
  await page.mouse.wheel(0, 4);
  await page
    .locator("[data-waits]")
    .nth(pieces.length - 1)
    .waitFor({ state: "attached" });
}

async function showPiece(page: Page, piece: string): Promise<void> {
  await page.locator(`[data-moves=${piece}]`).evaluate((element) => {
    scrollTo({ top: element.getBoundingClientRect().top + scrollY - innerHeight / 3, behavior: "instant" });
  });
}

/** Runs in the page: how many parts of a piece wait to move, and when the last of them is to have moved. */
function readPlay(piece: string): { plays: number; endsAfterMs: number } {
  const section = document.querySelector(`[data-moves=${piece}]`);
  const waiting = (section?.getAnimations({ subtree: true }) ?? []).filter(
    (each) => each.playState === "paused" && (each as CSSAnimation).animationName !== "seen",
  );
  const ends = waiting.map((each) => Number(each.effect?.getComputedTiming().endTime));
  return { plays: waiting.length, endsAfterMs: Math.max(0, ...ends) };
}

/** Runs in the page. */
function countEnds(piece: string): number {
  return Number(document.querySelector<HTMLElement>(`[data-moves=${piece}]`)?.dataset["ends"] ?? 0);
}

/** Runs in the page: all that a set piece may change. */
function readLooks(piece: string): string[] {
  const drawn = [...document.querySelectorAll(`[data-moves=${piece}] *`)].filter(
    (element) => element.getClientRects().length > 0,
  );
  return drawn.flatMap((element) =>
    [undefined, "::before"].map((part) => {
      const { transform, opacity, strokeDasharray, strokeDashoffset } = getComputedStyle(element, part);
      return `${element.tagName} ${part} ${transform} ${opacity} ${strokeDasharray} ${strokeDashoffset}`;
    }),
  );
}

/** Runs in the page. */
function readDelays(lamps: Element[]): number[] {
  return lamps.map((lamp) => Number.parseFloat(getComputedStyle(lamp).animationDelay) * 1000);
}

/** Runs in the page. */
async function readShift(): Promise<number> {
  await new Promise(requestAnimationFrame);
  const entries = await new Promise<PerformanceEntry[]>((resolve) => {
    const observer = new PerformanceObserver((list) => resolve(list.getEntries()));
    observer.observe({ type: "layout-shift", buffered: true });
    setTimeout(() => resolve([]), 500);
  });
  return entries.reduce((sum, entry) => sum + (entry as PerformanceEntry & { value: number }).value, 0);
}
