import type { Page } from "playwright-core";

import { expectProblem, newVisitor } from "./pages.ts";

/** A person who answered the banner before, so that the page alone is looked at: the banner has its own stories. */
export async function openAnswered(path: string, options: Parameters<typeof newVisitor>[0] = {}): Promise<Page> {
  expectProblem(/status of 404/);
  const page = await newVisitor(options);
  await page.addInitScript(() => localStorage.setItem("cookieConsent", "rejected"));
  await page.goto(path);
  await settle(page);
  return page;
}

/** The page is drawn, in its own font. */
export async function settle(page: Page): Promise<void> {
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.evaluate(async () => void (await document.fonts.ready));
}

/** How high a page that is drawn is on a first visit: with the room that the choice of cookies takes. */
export function heightOnFirstVisit(page: Page): Promise<number> {
  return page.locator(".consent").evaluate(async (banner: HTMLElement) => {
    banner.dataset.view = "simple";
    // Even where less movement is asked for, what changes does so in a frame.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { scrollHeight } = document.documentElement;
    banner.dataset.view = "closed";
    return scrollHeight;
  });
}
