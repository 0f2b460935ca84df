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
