import { readFileSync } from "node:fs";

import type axe from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { expect, inject } from "vitest";

import { isFull } from "#tests/support/depth.ts";
import { patienceMs } from "#tests/support/patience.ts";

import { launchBrowser, launchKeepingNothing } from "./browser.ts";
import { listMissingStyles } from "./stylesheets.ts";

/** Less than half of what is written to be read: each page that is looked at reads it anew. */
const axeSource = readFileSync("node_modules/axe-core/axe.min.js", "utf8");

let browser: Browser | undefined;
/** Browsers of their own, for visitors whose settings differ. */
let ownBrowsers: BrowserContext[] = [];
let visitorCount = 0;
/** What no page may do: collected on every page of the running test, checked after it. */
let problems: string[] = [];
/** What a story provokes on purpose, such as a failed request. */
let expectedProblems: RegExp[] = [];

/** After each story (setup.ts): its pages are closed, and none of them has done what no page may do. */
export async function closeVisits(): Promise<void> {
  await Promise.all([...(browser?.contexts() ?? []), ...ownBrowsers].map((context) => context.close()));
  ownBrowsers = [];
  const unexpected = problems.filter((problem) => !expectedProblems.some((expected) => expected.test(problem)));
  problems = [];
  expectedProblems = [];
  expect(unexpected).toEqual([]);
}

export function expectProblem(pattern: RegExp): void {
  expectedProblems.push(pattern);
}

type Visitor = BrowserContextOptions & {
  siteUrl?: string;
  /** The browser is told to keep no site data. */
  keepsNothing?: boolean;
  /** Instead of that of the other stories; who launched it closes it. */
  inBrowser?: Browser;
};

/** Of a visitor that a site has not seen before. */
export function nextAddress(): string {
  visitorCount += 1;
  return `10.${process.pid % 250}.${Math.floor(visitorCount / 250)}.${(visitorCount % 250) + 1}`;
}

/** A page in a browser of its own, with an address of its own, on a telephone unless told otherwise. */
export async function newVisitor(visitor: Visitor = {}): Promise<Page> {
  const { siteUrl = inject("siteUrl"), keepsNothing = false, inBrowser, ...options } = visitor;
  const context = await openContext(
    { keepsNothing, inBrowser },
    {
      baseURL: siteUrl,
      locale: "fr-FR",
      timezoneId: "Europe/Paris",
      viewport: { width: 390, height: 844 },
      reducedMotion: isFull ? "no-preference" : "reduce",
      extraHTTPHeaders: { "x-forwarded-for": nextAddress() },
      ...options,
    },
  );
  context.setDefaultTimeout(patienceMs.wait);
  await context.addInitScript(() => {
    addEventListener("securitypolicyviolation", (event) => {
      console.error(`content policy: ${event.violatedDirective} refused ${event.blockedURI}`);
    });
  });
  const page = await context.newPage();
  watch(page, siteUrl);
  context.on("page", (opened) => watch(opened, siteUrl));
  return page;
}

async function openContext(
  { keepsNothing, inBrowser }: { keepsNothing: boolean; inBrowser: Browser | undefined },
  options: BrowserContextOptions,
): Promise<BrowserContext> {
  if (inBrowser) return inBrowser.newContext(options);
  if (keepsNothing) {
    const context = await launchKeepingNothing(options);
    ownBrowsers.push(context);
    return context;
  }
  // One for the files of a process, which come one after the other; it goes with the process.
  browser ??= await launchBrowser();
  return browser.newContext(options);
}

export const desktop = { viewport: { width: 1440, height: 900 } };

function watch(page: Page, siteUrl: string): void {
  page.on("pageerror", (error) => problems.push(`error: ${error.message} at ${page.url()}`));
  page.on("console", (message) => {
    if (message.type() === "error") problems.push(`console: ${message.text()}`);
  });
  page.on("request", (request) => {
    const isOutside =
      /^(https?|wss?):/.test(request.url()) && new URL(request.url()).origin !== new URL(siteUrl).origin;
    if (isOutside) problems.push(`outside request: ${request.url()}`);
  });
}

/** A page that would leave by itself stays, so that there is time to look at it: the address has nothing to show. */
export async function keepFrom(page: Page, address: string): Promise<void> {
  await page.route(address, (route) => route.fulfill({ status: 204 }));
}

/** WCAG 2.2 A and AA, as axe sees them, on a page that is drawn with all its styles and as high as it will be. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.locator(`html[data-painted], html:not(:has(script[src*="/loader-"]))`).waitFor();
  expect(await listMissingStyles(page)).toEqual([]);
  expect(await listAccessFaults(page)).toEqual([]);
}

/** One line for each rule of axe that the page, or the part of it that is named, breaks. No page of ours has frames. */
export async function listAccessFaults(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(axeSource);
  return page.evaluate(async (selector) => {
    // Half-way from one state to another a colour is that of neither; some begin while others are waited for.
    const running = () => document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    for (let transitions = running(); transitions.length > 0; transitions = running()) {
      await Promise.allSettled(transitions.map(({ finished }) => finished));
    }
    const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run(selector ?? document, {
      resultTypes: ["violations"],
      iframes: false,
      runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  }, part);
}

/** No sideways scroll, once what measures its room, such as a chart, has heard of it. */
export async function expectNoOverflow(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0);
}
