import { join } from "node:path";

import { dayOfSite } from "#kit/civil-date.ts";
import type { PageSource } from "./serve-pages.ts";
import type { Settings } from "#server/settings/settings.ts";

import { loadBuiltSite } from "./built-site.ts";
import { compareApart } from "./compare-apart.ts";
import { createDrawnPages, type DrawnSite } from "./drawn-pages.ts";
import {
  addCompressedCopies,
  addQuickCopy,
  chooseVariant,
  contentTypeOf,
  createMemoryFile,
  type MemoryFile,
  readFolder,
  sendFile,
  type Variant,
} from "./memory-files.ts";
import { hashedFile, pageHeaders, privatePage, sharedPage } from "./page-headers.ts";

export type Site = PageSource & {
  /** What is kept for a path, in the best encoding that is accepted. */
  find: (path: string, acceptEncoding: string) => Variant | undefined;
};

/** Paris is a whole number of hours from UTC: its midnight is the start of an hour. */
const hourMs = 3_600_000;

type SiteOptions = Pick<Settings, "site" | "supabaseUrl" | "previewDate"> & Partial<Pick<Settings, "ownFiles">>;
type Log = NonNullable<Parameters<typeof createDrawnPages>[2]["log"]>;

/**
 * Renders every page once and keeps it in memory, compressed from its first reading on, and at its best from its
 * second. Dated offers change at midnight in Paris, and the owner publishes other settings: pages are rendered again
 * then, and those that come out the same keep their tag.
 *
 * @param root folder that contains `dist/`
 * @param settings read whenever something is drawn: they change in place
 */
export async function createSite(
  root: string,
  settings: SiteOptions,
  log?: Log,
  now: () => Date = () => new Date(),
): Promise<Site> {
  const { renderer, assets } = await loadBuiltSite(root);
  /** What the build left, and files of the owner's. */
  const files = new Map([
    ...readFolder(join(root, "dist/client"), "", hashedFile),
    ...readFolder(join(root, "dist/server/assets"), "/assets", hashedFile),
  ]);
  /** Rendered, and not requested yet. */
  const unread = new WeakSet<MemoryFile>();
  const readOnce = new WeakSet<MemoryFile>();
  let lastCompression = Promise.resolve();
  let nextCheckMs = 0;
  let subject = currentSubject();
  keepOwnFiles();
  const drawn = createDrawnPages({ renderer, assets }, subject, { log, onDrawn: (file) => void unread.add(file) });

  function currentSubject(): DrawnSite {
    const instant = now();
    nextCheckMs = (Math.floor(instant.getTime() / hourMs) + 1) * hourMs;
    return { site: settings.site, today: dayOfSite(settings, instant), security: pageHeaders(settings) };
  }

  function keepOwnFiles(): void {
    for (const [path, file] of settings.ownFiles ?? []) {
      if (!files.has(path)) files.set(path, createMemoryFile(file, contentTypeOf(path), hashedFile));
    }
  }

  function followDay(): void {
    if (now().getTime() < nextCheckMs) return;
    const next = currentSubject();
    if (next.today === subject.today) return;
    subject = next;
    drawn.drawFor(subject);
  }

  function findFile(path: string): MemoryFile | undefined {
    followDay();
    const file = path === renderer.notFoundPath ? undefined : (files.get(path) ?? drawn.find(path));
    if (file) return beforeReading(file);
    const pagePath = renderer.findPagePath(path, settings.site);
    const page = pagePath === renderer.notFoundPath ? undefined : drawn.find(pagePath);
    return page && beforeReading(page);
  }

  function findPage(path: string): MemoryFile {
    const page = drawn.find(path);
    if (!page) throw new Error(`The site map has no ${path}.`);
    return beforeReading(page);
  }

  /** A page's first reader gets it compressed in a hurry; its best copies, a hundred times the work, follow later. */
  function beforeReading(file: MemoryFile): MemoryFile {
    if (readOnce.delete(file)) {
      // One at a time: the best compression of one page holds up to 100 MB while it works.
      lastCompression = lastCompression.then(() => addCompressedCopies(file));
    }
    if (unread.delete(file)) {
      addQuickCopy(file);
      readOnce.add(file);
    }
    return file;
  }

  return {
    find(path, acceptEncoding) {
      const file = findFile(path);
      return file && chooseVariant(file, acceptEncoding);
    },
    send(path, request, response) {
      const file = findFile(path);
      if (file) sendFile(file, 200, request, response);
      return file !== undefined;
    },
    findRedirect: (path) => renderer.findRedirect(path, settings.site),
    sendUnsent(path, _request, response) {
      const pagePath = renderer.findPagePath(path, settings.site);
      if (pagePath === renderer.notFoundPath || !drawn.has(pagePath)) return false;
      const html = renderer.renderUnsent({ site: settings.site, today: dayOfSite(settings, now()), assets });
      response
        .writeHead(200, { ...subject.security, ...privatePage, "content-type": contentTypeOf("page.html") })
        .end(html);
      return true;
    },
    sendNotFound(request, response) {
      sendFile(findPage(renderer.notFoundPath), 404, request, response);
    },
    redraw() {
      keepOwnFiles();
      subject = currentSubject();
      drawn.drawFor(subject);
    },
    undrawn: () => drawn.undrawn(),
    compare: (compared) => compareApart(root, compared),
    get headers() {
      return subject.security;
    },
    get redirectHeaders() {
      return { ...subject.security, ...sharedPage };
    },
    renderPreview: (path, preview, site = settings.site) => renderer.renderPreview(path, { site, assets }, preview),
    drawLetter: renderer.drawLetter,
    renderDemo(page) {
      return renderer.renderDemoPage(page, { site: settings.site, assets });
    },
  };
}
