import { join } from "node:path";

import { type CivilDate, dayOfSite } from "#kit/civil-date.ts";
import type { PageSource } from "./serve-pages.ts";
import type { Settings } from "#server/settings/settings.ts";

import { loadBuiltSite } from "./built-site.ts";
import {
  addCompressedCopies,
  addQuickCopy,
  chooseVariant,
  contentTypeOf,
  createMemoryFile,
  etagOf,
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
type Log = { info(fields: object, message: string): void };

/**
 * Renders every page once and keeps it in memory, compressed from its first reading on, and at its best from its
 * second. Dated offers change at midnight in Paris: pages are rendered again then, and those that come out the same
 * keep their tag.
 *
 * @param root folder that contains `dist/`
 */
export async function createSite(
  root: string,
  settings: SiteOptions,
  log?: Log,
  now: () => Date = () => new Date(),
): Promise<Site> {
  const { renderer, assets } = await loadBuiltSite(root);
  /** What the build left, and what is rendered beside the pages (the feed of articles). */
  const files = new Map([
    ...readFolder(join(root, "dist/client"), "", hashedFile),
    ...readFolder(join(root, "dist/server/assets"), "/assets", hashedFile),
    ...Array.from(
      settings.ownFiles ?? [],
      ([path, file]) => [path, createMemoryFile(file, contentTypeOf(path), hashedFile)] as const,
    ),
  ]);
  const security = pageHeaders(settings);
  const pages = new Map<string, MemoryFile>();
  /** Rendered, and not requested yet. */
  const unread = new WeakSet<MemoryFile>();
  const readOnce = new WeakSet<MemoryFile>();
  let lastCompression = Promise.resolve();
  let renderedFor: CivilDate | undefined;
  let nextCheckMs = 0;

  renderPagesOfTheDay();

  function renderPagesOfTheDay(): void {
    const instant = now();
    nextCheckMs = (Math.floor(instant.getTime() / hourMs) + 1) * hourMs;
    const today = dayOfSite(settings, instant);
    if (today === renderedFor) return;

    const request = { site: settings.site, today, assets };
    let changed = 0;
    const keep = (known: Map<string, MemoryFile>, path: string, body: string, type: string, caching = sharedPage) => {
      const content = Buffer.from(body);
      if (known.get(path)?.etag === etagOf(content)) return;
      const file = createMemoryFile(content, type, { ...security, ...caching });
      known.set(path, file);
      unread.add(file);
      changed += 1;
    };
    for (const path of renderer.listPagePaths(settings.site)) {
      const caching = renderer.isPrivatePage(path) ? privatePage : sharedPage;
      keep(pages, path, renderer.renderPage(path, request), contentTypeOf("page.html"), caching);
    }
    for (const { path, body, contentType } of renderer.listFiles(request)) keep(files, path, body, contentType);
    if (renderedFor !== undefined) log?.info({ today, changed }, "pages rendered for a new day");
    renderedFor = today;
  }

  function findFile(path: string): MemoryFile | undefined {
    if (now().getTime() >= nextCheckMs) renderPagesOfTheDay();
    const file = path === renderer.notFoundPath ? undefined : (files.get(path) ?? pages.get(path));
    if (file) return beforeReading(file);
    const pagePath = renderer.findPagePath(path, settings.site);
    return pagePath === renderer.notFoundPath ? undefined : findPage(pagePath);
  }

  function findPage(path: string): MemoryFile {
    const page = pages.get(path);
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
      if (pages.get(renderer.findPagePath(path, settings.site)) === pages.get(renderer.notFoundPath)) return false;
      const html = renderer.renderUnsent({ site: settings.site, today: dayOfSite(settings, now()), assets });
      response.writeHead(200, { ...security, ...privatePage, "content-type": contentTypeOf("page.html") }).end(html);
      return true;
    },
    sendNotFound(request, response) {
      sendFile(findPage(renderer.notFoundPath), 404, request, response);
    },
    headers: security,
    redirectHeaders: { ...security, ...sharedPage },
    renderPreview: (path, preview) => renderer.renderPreview(path, { site: settings.site, assets }, preview),
    drawLetter: renderer.drawLetter,
    renderDemo(page) {
      return renderer.renderDemoPage(page, { site: settings.site, assets });
    },
  };
}
