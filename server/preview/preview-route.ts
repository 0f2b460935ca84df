import type { OutgoingHttpHeaders } from "node:http";

import type { SiteSettings } from "#domain/site/site-settings.ts";
import type { Route } from "#engine/http/routes.ts";
import { pageStyles } from "#server/site/page-headers.ts";
import type { PageSource } from "#server/site/serve-pages.ts";
import type { Settings } from "#server/settings/settings.ts";

import { openPreview, type Previewed, previewPrefix } from "./preview-token.ts";

/**
 * A read-only page: without scripts, forms and requests, it can neither change what is stored nor send a message. Its
 * address opens it, so no referrer, search engine or cache may learn it.
 */
const onlyShows: OutgoingHttpHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    pageStyles,
    "img-src 'self' data:",
    "font-src 'self'",
    "media-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex, nofollow",
  "cache-control": "no-store",
  "content-type": "text/html; charset=utf-8",
};

/** The site as its draft says; undefined without one, or where it cannot be shown. */
export type ReadDraft = () => Promise<SiteSettings | undefined>;
type Served = {
  settings: Pick<Settings, "authSecret" | "site">;
  now: () => Date;
  log: { warn(fields: object, message: string): void };
};

/** `/apercu/<token>/<path>`: the page of that path on the day of the token; not found without a token that opens it. */
export function previewRoute({ settings, now, log }: Served, pages: PageSource, readDraft: ReadDraft): Route {
  async function draw({ day, isDraft }: Previewed, { path, root }: { path: string; root: string }) {
    const site = isDraft ? await readDraft() : settings.site;
    return site && pages.renderPreview(path, { asOf: day, root }, site);
  }

  return {
    prefix: previewPrefix,
    methods: ["GET", "HEAD"],
    async handle(request, response) {
      const [path = ""] = (request.url ?? "").split("?", 1);
      const [, root = "", token = "", below = ""] = /^(\/apercu\/([^/]+))(\/.*)?$/.exec(path) ?? [];
      const previewed = openPreview(settings.authSecret, token, now());
      let html: string | undefined;
      try {
        html = previewed && (await draw(previewed, { path: below || "/", root }));
      } catch (error) {
        log.warn({ err: error }, "a preview was not drawn");
        response.writeHead(503, { ...pages.headers, ...onlyShows, "retry-after": "5" }).end();
        return;
      }
      if (html === undefined) return pages.sendNotFound(request, response);
      response.writeHead(200, { ...pages.headers, ...onlyShows });
      response.end(request.method === "HEAD" ? undefined : html);
    },
  };
}
