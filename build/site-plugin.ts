import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { isRunnableDevEnvironment, type Plugin, type ViteDevServer } from "vite";

import { forEachFamily, stylesheetOf } from "#domain/site/page-family.ts";
import type { PageAssets } from "#domain/site/page-renderer.ts";
import type { PageSource } from "#server/site/serve-pages.ts";
import type { Settings } from "#server/settings/settings.ts";

/** In development Vite serves the sources under their own path. */
const devAssets: PageAssets = {
  loaderScript: "/app/client/loader.ts",
  pageStyles: forEachFamily((family) => `/${stylesheetOf(family)}`),
  adminScript: "/app/admin/shell/main.tsx",
  adminStyles: `/${stylesheetOf("admin")}`,
  demoStyles: `/${stylesheetOf("demo")}`,
  favicon: "/app/assets/favicon.svg",
  font: undefined,
  pictures: {},
};

/** Development only: renders pages for each request and answers the API, inside Vite's own server. */
export function sitePlugin(): Plugin {
  return {
    name: "site",
    apply: (_, { command }) => command === "serve" && process.env["VITEST"] === undefined,

    async configureServer(server) {
      const devBackend = await importFromRoot<typeof import("./dev-backend.ts")>(server, "build/dev-backend.ts");
      const pages = (settings: Settings) => createDevPages(server, settings);
      const backend = await devBackend.openDevBackend(server.config.root, pages);
      server.httpServer?.once("listening", () => void backend.startDelivering());
      server.httpServer?.on("close", () => void backend.stopDelivering().then(() => backend.close()));

      // Returned, so it runs after Vite's middlewares: only pages and API calls get this far.
      return () => {
        server.middlewares.use((request, response) => {
          request.url = request.originalUrl ?? request.url;
          backend.listener(request, response);
        });
      };
    },

    // Vite updates components the browser has loaded. Everything else that pages are made of
    // (static components, copy, prices) exists on the server only: reload the page.
    hotUpdate({ file, modules, server }) {
      const isUsedByPages = this.environment.name === "ssr" && modules.length > 0;
      if (!isUsedByPages) return;

      const { moduleGraph, hot } = server.environments.client;
      const browserModules = [...(moduleGraph.getModulesByFile(file) ?? [])];
      const isBrowserComponent = file.endsWith(".tsx") && browserModules.length > 0;
      if (!isBrowserComponent) hot.send({ type: "full-reload" });
    },
  };
}

/** Server code is run by Node itself, as in production. */
function importFromRoot<Module>(server: ViteDevServer, path: string): Promise<Module> {
  return import(pathToFileURL(join(server.config.root, path)).href) as Promise<Module>;
}

/** Pages rendered anew for each request, from the sources as they are. */
async function createDevPages(server: ViteDevServer, settings: Settings): Promise<PageSource> {
  const environment = server.environments.ssr;
  if (!isRunnableDevEnvironment(environment)) throw new Error("The ssr environment must run in Node.");
  const { runner } = environment;
  const { dayInParis } = await importFromRoot<typeof import("#kit/civil-date.ts")>(server, "kit/civil-date.ts");
  const loadRenderer = () => runner.import<typeof import("#app/render/render-page.tsx")>("/app/render/render-page.tsx");
  let renderer = await loadRenderer();
  const todaysRequest = () => ({
    site: settings.site,
    today: settings.previewDate ?? dayInParis(new Date()),
    assets: devAssets,
  });

  async function render(path: string, status: number, url: string, response: ServerResponse) {
    renderer = await loadRenderer();
    const html = renderer.renderPage(path, todaysRequest());
    response.writeHead(status, { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" });
    response.end(await server.transformIndexHtml(url, html));
  }

  return {
    send(path, request, response) {
      const pagePath = renderer.findPagePath(path, settings.site);
      if (pagePath !== renderer.notFoundPath) {
        render(pagePath, 200, request.url ?? "/", response).catch((error: Error) => fail(error, response));
        return true;
      }
      const own = settings.ownFiles.get(path);
      if (own) {
        response.end(own);
        return true;
      }
      const file = renderer.listFiles(todaysRequest()).find((each) => each.path === path);
      if (file) response.writeHead(200, { "content-type": file.contentType }).end(file.body);
      return file !== undefined;
    },
    findRedirect: (path) => renderer.findRedirect(path, settings.site),
    sendUnsent(path, request, response) {
      if (renderer.findPagePath(path, settings.site) === renderer.notFoundPath) return false;
      const html = renderer.renderUnsent(todaysRequest());
      server
        .transformIndexHtml(request.url ?? "/", html)
        .then((text) => response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(text))
        .catch((error: Error) => fail(error, response));
      return true;
    },
    sendNotFound(request, response) {
      render(renderer.notFoundPath, 404, request.url ?? "/", response).catch((error: Error) => fail(error, response));
    },
    redraw: () => undefined,
    undrawn: () => [],
    compare: async ({ site, days }) =>
      days.map((today) => renderer.renderer.compareDay({ site, today, assets: devAssets })),
    headers: {},
    redirectHeaders: {},
    renderPreview: (path, preview, site = settings.site) =>
      renderer.renderPreview(path, { site, assets: devAssets }, preview),
    drawLetter: (letter) => renderer.renderer.drawLetter(letter),
    renderDemo: (page) => renderer.renderDemoPage(page, { site: settings.site, assets: devAssets }),
  };

  function fail(error: Error, response: ServerResponse): void {
    server.ssrFixStacktrace(error);
    server.config.logger.error(error.stack ?? error.message);
    response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(error.stack);
  }
}
