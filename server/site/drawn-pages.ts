import type { OutgoingHttpHeaders } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";

import type { PageAssets, PageRenderer, PageRequest } from "#domain/site/page-renderer.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { CivilDate } from "#kit/civil-date.ts";

import { contentTypeOf, createMemoryFile, etagOf, type MemoryFile } from "./memory-files.ts";
import { privatePage, sharedPage } from "./page-headers.ts";

/** What pages are drawn of: the site as it is, on a day, with the headers that go with it. */
export type DrawnSite = { site: SiteSettings; today: CivilDate; security: OutgoingHttpHeaders };

export type DrawnPages = {
  /** The page or file at a path, drawn now if it was not yet; undefined where there is none. */
  find(path: string): MemoryFile | undefined;
  /** Whether a page stands at a path. */
  has(path: string): boolean;
  /** Another day or another site. What comes out the same keeps its tag. */
  drawFor(subject: DrawnSite): void;
  /** What could not be drawn, by its path. */
  undrawn(): readonly string[];
};

type Log = { info(fields: object, message: string): void; error(fields: object, message: string): void };

/**
 * Pages and what is drawn beside them, in memory. The first time all of them are drawn, and what fails stops the start.
 * Later each is drawn when it is asked for, or one by one in turns of the event loop; what fails stays as it was.
 *
 * @param onDrawn told of each page or file that is another one
 */
export function createDrawnPages(
  { renderer, assets }: { renderer: PageRenderer; assets: PageAssets },
  first: DrawnSite,
  { log, onDrawn }: { log: Log | undefined; onDrawn: (file: MemoryFile) => void },
): DrawnPages {
  const pages = new Map<string, MemoryFile>();
  let files = new Map<string, MemoryFile>();
  const failures = new Set<string>();
  const duePages = new Set<string>();
  let areFilesDue = true;
  let subject = first;
  let changed = 0;

  const requestOf = ({ site, today }: DrawnSite): PageRequest => ({ site, today, assets });

  function make(known: MemoryFile | undefined, body: string, type: string, caching: OutgoingHttpHeaders): MemoryFile {
    const content = Buffer.from(body);
    const file = createMemoryFile(content, type, { ...subject.security, ...caching });
    const isSame = known?.etag === etagOf(content) && sameHeaders(known, file);
    if (isSame) return known;
    changed += 1;
    onDrawn(file);
    return file;
  }

  function drawPage(path: string): void {
    const caching = renderer.isPrivatePage(path) ? privatePage : sharedPage;
    const html = renderer.renderPage(path, requestOf(subject));
    pages.set(path, make(pages.get(path), html, contentTypeOf("page.html"), caching));
  }

  function drawFiles(): void {
    const drawn = renderer
      .listFiles(requestOf(subject))
      .map(({ path, body, contentType }) => [path, make(files.get(path), body, contentType, sharedPage)] as const);
    files = new Map(drawn);
  }

  function tryToDraw(path: string, isDue: boolean, draw: () => void): void {
    if (!isDue) return;
    try {
      draw();
      failures.delete(path);
    } catch (error) {
      failures.add(path);
      log?.error({ err: error, path }, "a page could not be drawn: it stays as it was");
    }
  }

  const drawDuePage = (path: string) => tryToDraw(path, duePages.delete(path), () => drawPage(path));

  function drawDueFiles(): void {
    const isDue = areFilesDue;
    areFilesDue = false;
    tryToDraw("/sitemap.xml", isDue, drawFiles);
  }

  async function drawTheRest(mine: DrawnSite): Promise<void> {
    for (const path of duePages) {
      await nextTurn();
      if (subject !== mine) return;
      drawDuePage(path);
    }
    await nextTurn();
    if (subject !== mine) return;
    drawDueFiles();
    log?.info({ today: mine.today, changed }, "pages drawn anew");
  }

  for (const path of renderer.listPagePaths(first.site)) drawPage(path);
  drawFiles();
  areFilesDue = false;

  return {
    find(path) {
      drawDuePage(path);
      const page = pages.get(path);
      if (page) return page;
      drawDueFiles();
      return files.get(path);
    },
    has: (path) => pages.has(path),
    undrawn: () => [...failures],
    drawFor(next) {
      let paths: string[];
      try {
        paths = renderer.listPagePaths(next.site);
      } catch (error) {
        failures.add("/");
        log?.error({ err: error }, "the pages could not be listed: all stay as they were");
        return;
      }
      subject = next;
      changed = 0;
      duePages.clear();
      for (const path of paths) duePages.add(path);
      areFilesDue = true;
      for (const path of pages.keys()) if (!duePages.has(path)) pages.delete(path);
      for (const path of failures) if (!duePages.has(path)) failures.delete(path);
      void drawTheRest(next);
    },
  };
}

/** Where partners are allowed, a page that reads the same is sent with other headers. */
function sameHeaders(one: MemoryFile, other: MemoryFile): boolean {
  return JSON.stringify(one.revalidationHeaders) === JSON.stringify(other.revalidationHeaders);
}
