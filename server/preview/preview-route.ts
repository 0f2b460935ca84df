import type { OutgoingHttpHeaders } from "node:http";

import type { Route } from "#engine/http/routes.ts";
import { pageStyles } from "#server/site/page-headers.ts";
import type { PageSource } from "#server/site/serve-pages.ts";
import type { Settings } from "#server/settings/settings.ts";

import { openPreview, previewPrefix } from "./preview-token.ts";

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

type Clock = { settings: Pick<Settings, "authSecret">; now: () => Date };

/** `/apercu/<token>/<path>`: the page of that path on the day of the token; not found without a token that opens it. */
export function previewRoute({ settings, now }: Clock, pages: PageSource): Route {
  return {
    prefix: previewPrefix,
    methods: ["GET", "HEAD"],
    handle(request, response) {
      const [path = ""] = (request.url ?? "").split("?", 1);
      const [, root = "", token = "", below = ""] = /^(\/apercu\/([^/]+))(\/.*)?$/.exec(path) ?? [];
      const day = openPreview(settings.authSecret, token, now());
      const html = day && pages.renderPreview(below || "/", { asOf: day, root });
      if (html === undefined) return pages.sendNotFound(request, response);
      response.writeHead(200, { ...pages.headers, ...onlyShows });
      response.end(request.method === "HEAD" ? undefined : html);
    },
  };
}
