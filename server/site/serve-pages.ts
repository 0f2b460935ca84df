import type { IncomingMessage, OutgoingHttpHeaders, RequestListener, ServerResponse } from "node:http";

import type { PreviewOf, SiteSettings } from "#domain/site/site-settings.ts";
import type { DemoPage } from "#domain/site/demo-page.ts";
import type { DrawLetter } from "#domain/site/mail-letter.ts";
import type { ComparedSite, DayCompared, Redirect } from "#domain/site/page-renderer.ts";

import type { Route } from "#engine/http/routes.ts";

/** Where pages come from: rendered once in production, for each request in development. */
export type PageSource = {
  /**
   * Answers with the page or file at a path.
   *
   * @returns false, with the response untouched, where there is none
   */
  send(path: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** Where an address that has moved leads. */
  findRedirect(path: string): Redirect | undefined;
  /**
   * Answers a form that the browser sent itself to the page at a path: nothing of it is read, and the answer says what
   * to do.
   *
   * @returns false, with the response untouched, where there is no page
   */
  sendUnsent(path: string, request: IncomingMessage, response: ServerResponse): boolean;
  /** The not-found page, with status 404. */
  sendNotFound: RequestListener;
  renderDemo(page: DemoPage): string;
  drawLetter: DrawLetter;
  /** The public page at a path as it is on another day, of this site or of a draft; undefined where there is none. */
  renderPreview(path: string, preview: PreviewOf, site?: SiteSettings): string | undefined;
  /** The site is another one: what was drawn is drawn anew, when it is asked for or soon after. */
  redraw(): void;
  /** What could not be drawn, by its path: it is shown as it was. */
  undrawn(): readonly string[];
  /** What a site that is not published yet says on those days, apart from what is answered meanwhile. */
  compare(compared: ComparedSite): Promise<DayCompared[]>;
  /** Content policy and its kin, for pages that are rendered on demand. */
  headers: OutgoingHttpHeaders;
  /** What is sent with a redirect. */
  redirectHeaders: OutgoingHttpHeaders;
};

/** Every address that no longer prefix takes: what stands there, else where it moved, else the not-found page. */
export function pageRoute(pages: PageSource): Route {
  return {
    prefix: "/",
    methods: ["GET", "HEAD"],
    handle(request, response) {
      const [path, query] = splitAtQuery(request.url ?? "/");
      if (pages.send(path, request, response)) return;

      const redirect = pages.findRedirect(path);
      if (redirect === undefined) return pages.sendNotFound(request, response);
      const location = withQuery(redirect.location, query);
      response.writeHead(redirect.status, { ...pages.redirectHeaders, location }).end();
    },
  };
}

/** Forms of pages are sent by their script. One that comes here was sent before it had come, or without it. */
export function unsentFormRoute(pages: PageSource): Route {
  return {
    prefix: "/",
    methods: ["POST"],
    handle(request, response) {
      const [path] = splitAtQuery(request.url ?? "/");
      if (!pages.sendUnsent(path, request, response)) pages.sendNotFound(request, response);
    },
  };
}

function splitAtQuery(url: string): [path: string, query: string] {
  const mark = url.indexOf("?");
  return mark < 0 ? [url, ""] : [url.slice(0, mark), url.slice(mark)];
}

/** What an advertisement or a volume adds to an address goes with it, before the fragment. */
function withQuery(location: string, query: string): string {
  const [path = "", fragment] = location.split("#", 2);
  return fragment === undefined ? `${path}${query}` : `${path}${query}#${fragment}`;
}
