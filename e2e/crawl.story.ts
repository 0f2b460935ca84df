import type { Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";
import { fullTest } from "#tests/support/full-test.ts";

import { expectProblem, newVisitor } from "./support/pages.ts";
import { inTurns, readSitemap, unknownPath } from "./support/site-map.ts";

const siteUrl = inject("siteUrl");
/** Not places of a page but forms of a funnel's first step, which its script opens. */
const formAnchors = ["#compte", "#connexion"];

type Found = {
  status: number;
  title: string;
  description: string;
  isHidden: boolean;
  headings: number;
  /** Absolute addresses within the site. */
  links: string[];
  ids: string[];
  faults: string[];
};

test("Every link from the home page and the site map leads to a page that keeps the rules", async () => {
  expectProblem(/status of 404/);
  const start = await newVisitor();
  const asked = collectRequests(start);
  const indexed = await readSitemap();
  const found = await crawl(start, [...indexed, "/", unknownPath]);

  const faults = [...found].flatMap(([path, page]) => listFaults(path, page, found));
  expect(faults).toEqual([]);
  const shown = [...found].filter(([, { isHidden }]) => !isHidden).map(([path]) => path);
  expect(shown.toSorted()).toEqual(indexed.toSorted());
  expect(found.size).toBeGreaterThan(indexed.length + 3);
  for (const part of ["title", "description"] as const)
    expect(repeated([...found.values()].map((page) => page[part]))).toEqual([]);

  // The banner has no answer yet: no partner was asked, nothing was stored.
  expect(asked.filter(isForPartner)).toEqual([]);
  expect(await listStored(start)).toEqual([]);
});

fullTest(
  "With both partners allowed every page still keeps the rules, and both are told of each",
  async () => {
    expectProblem(/status of 404/);
    const start = await newVisitor();
    await start.goto("/");
    await start.getByRole("button", { name: "Autoriser les cookies" }).click();
    const told = new Map<string, Set<string>>();
    start.context().on("request", (request) => {
      const partner = new URL(request.url()).pathname;
      if (!partner.startsWith("/demo/")) return;
      const path = new URL(request.frame().url()).pathname;
      told.set(path, (told.get(path) ?? new Set()).add(partner));
    });
    const found = await crawl(start, [...(await readSitemap()), "/", unknownPath], () => true);

    expect([...found].flatMap(([path, page]) => listFaults(path, page, found))).toEqual([]);
    expect([...found.keys()].filter((path) => told.get(path)?.size !== 2)).toEqual([]);
  },
  180_000,
);

/**
 * Reads these paths and all that they lead to. A sample of them is opened too, in pages of one browser, each scrolled
 * to its end; every-page.story.ts draws others.
 *
 * @param isOpened says which: pages out of the site map, such as the funnels, are read alone unless told otherwise
 */
async function crawl(visitor: Page, paths: string[], isOpened = isSampled(paths)): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  // A page that runs no script of ours: it reads the others.
  const reader = await visitor.context().newPage();
  await reader.goto("/robots.txt");
  const seen = new Set(paths);
  let waiting = [...seen];
  while (waiting.length > 0) {
    const round = waiting;
    waiting = [];
    await inTurns(round, async (path) => {
      const inspected = isOpened(path) ? await open(visitor, path) : await reader.evaluate(readPage, path);
      found.set(path, inspected);
      for (const link of inspected.links) {
        const next = new URL(link).pathname;
        if (seen.has(next) || isNoPage(next)) continue;
        seen.add(next);
        waiting.push(next);
      }
    });
  }
  return found;
}

function isSampled(paths: string[]): (path: string) => boolean {
  const sampled = new Set(["/", unknownPath, ...sampleOf(paths, 12)]);
  return (path) => sampled.has(path);
}

/** The demonstration and the back office are other applications; files are asked for by their own tests. */
function isNoPage(path: string): boolean {
  return /^\/(demo|admin)(\/|$)/.test(path) || /\.\w+$/.test(path);
}

async function open(visitor: Page, path: string): Promise<Found> {
  const page = await visitor.context().newPage();
  const answer = await page.goto(path);
  await scrollToEnd(page);
  await page.waitForLoadState("networkidle");
  const found = await page.evaluate(readPage, null);
  await page.close();
  return { ...found, status: answer?.status() ?? 0 };
}

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    for (let top = 0; top < document.documentElement.scrollHeight; top += innerHeight) {
      scrollTo({ top, behavior: "instant" });
      await frame();
    }
  });
}

/**
 * Runs in a page.
 *
 * @param path of another page, which is read as it is sent; without it, this one as it is drawn
 */
async function readPage(path: string | null): Promise<Found> {
  const request = new XMLHttpRequest();
  if (path !== null) {
    request.open("GET", path);
    request.responseType = "document";
    request.send();
    await new Promise((resolve) => request.addEventListener("loadend", resolve));
  }
  const shown = request.responseXML ?? document;
  const all = <T extends Element>(selector: string) => [...shown.querySelectorAll<T>(selector)];
  const contentOf = (name: string) => shown.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content ?? "";
  const images = all<HTMLImageElement>("img");
  const { scrollWidth, clientWidth } = shown.documentElement;

  return {
    status: request.status,
    title: shown.title,
    description: contentOf("description"),
    isHidden: contentOf("robots").includes("noindex"),
    headings: all("h1").length,
    links: all<HTMLAnchorElement>("a[href]")
      .map(({ href }) => href)
      .filter((href) => href.startsWith(`${location.origin}/`)),
    ids: all("[id]").map(({ id }) => id),
    faults: [
      ...(scrollWidth > clientWidth ? [`is ${scrollWidth - clientWidth} px too wide`] : []),
      ...(shown.documentElement.lang === "fr" ? [] : ["is not in French"]),
      ...all("a:not([href])").map((link) => `has a link that leads nowhere: ${link.textContent}`),
      ...images.filter((image) => !image.hasAttribute("alt")).map(({ src }) => `has an image without alt: ${src}`),
      ...images
        .filter((image) => !image.hasAttribute("width") || !image.hasAttribute("height"))
        .map(({ src }) => `has an image without a size: ${src}`),
      ...images
        .filter(({ complete, naturalWidth }) => shown === document && complete && naturalWidth === 0)
        .map(({ src }) => `has an image that does not come: ${src}`),
    ],
  };
}

function listFaults(path: string, page: Found, found: Map<string, Found>): string[] {
  const expectedStatus = path === unknownPath ? 404 : 200;
  const deadAnchors = page.links.filter((link) => {
    const { pathname, hash } = new URL(link);
    const target = found.get(pathname);
    const isState = formAnchors.includes(hash) || hash.startsWith("#calcul=");
    return hash !== "" && !isState && target && !target.ids.includes(decodeURIComponent(hash.slice(1)));
  });
  return [
    ...(page.status === expectedStatus ? [] : [`answers ${page.status}`]),
    ...(page.headings === 1 ? [] : [`has ${page.headings} h1`]),
    ...(page.title === "" ? ["has no title"] : []),
    ...(page.description === "" ? ["has no description"] : []),
    ...deadAnchors.map((link) => `leads to a place that is not: ${link}`),
    ...page.faults,
  ].map((fault) => `${path} ${fault}`);
}

function collectRequests(visitor: Page): string[] {
  const asked: string[] = [];
  visitor.context().on("request", (request) => asked.push(request.url()));
  return asked;
}

/** Outside, or one of the demonstration's stand-ins for what is outside. */
function isForPartner(url: string): boolean {
  if (!/^(https?|wss?):/.test(url)) return false;
  const { origin, pathname } = new URL(url);
  return origin !== new URL(siteUrl).origin || pathname.startsWith("/demo/");
}

/** Every key, database, cache and cookie that the browser keeps. */
async function listStored(visitor: Page): Promise<string[]> {
  if (!visitor.url().startsWith(siteUrl)) await visitor.goto("/");
  const kept = await visitor.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ""),
    ...(await caches.keys()),
  ]);
  const cookies = await visitor.context().cookies();
  return [...kept, ...cookies.map(({ name }) => name)].toSorted();
}

function repeated(texts: string[]): string[] {
  return texts.filter((text, index) => texts.indexOf(text) !== index);
}
