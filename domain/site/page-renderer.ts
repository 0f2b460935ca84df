import type { CivilDate } from "#kit/civil-date.ts";

import type { DemoPage } from "./demo-page.ts";
import type { DrawLetter } from "./mail-letter.ts";
import type { PageFamily } from "./page-family.ts";
import type { PreviewOf, SiteOnDay, SiteSettings } from "./site-settings.ts";

/** What the server asks of the built site, and all it knows of it. */
export type PageRenderer = {
  notFoundPath: string;
  /** Every page, the not-found page included. Two articles carry the brand in their address, hence the settings. */
  listPagePaths(site: SiteSettings): string[];
  /** The page that answers a path: the not-found page when none does. */
  findPagePath(urlPath: string, site: SiteSettings): string;
  /** Where to send who asks for a page that is no more, or never was; undefined for every other path. */
  findRedirect(urlPath: string, site: SiteSettings): Redirect | undefined;
  /** Screens that show personal data: no one may keep their page. */
  isPrivatePage(path: string): boolean;
  renderPage(path: string, request: PageRequest): string;
  /** What answers a form that the browser sent itself, before the script of its page had come. */
  renderUnsent(request: PageRequest): string;
  renderDemoPage(page: DemoPage, request: Omit<PageRequest, "today">): string;
  drawLetter: DrawLetter;
  /** The public page at a path, on another day; undefined where there is none. */
  renderPreview(path: string, request: Omit<PageRequest, "today">, preview: PreviewOf): string | undefined;
  /** What machines read beside the pages, such as the feed of articles: made anew whenever pages are. */
  listFiles(request: PageRequest): SiteFile[];
  /** Where pages, forms, mails, space and desk disagree on money, with these settings on that day. */
  compareMoney(request: PageRequest): MoneyDisagreement[];
  /** The same, and which pages cannot be drawn at all. */
  compareDay(request: PageRequest): DayCompared;
};

/** What one day of a site says. `undrawn`: paths of pages. */
export type DayCompared = { day: CivilDate; disagreements: MoneyDisagreement[]; undrawn: string[] };

/** A site that is not published yet, with the days on which it is looked at. */
export type ComparedSite = { site: SiteSettings; days: readonly CivilDate[] };

/** A surface that says something else of an order than what is agreed. */
export type MoneyDisagreement = {
  surface: string;
  offer: string;
  volume: number;
  isTraining?: boolean;
  /** What does not hold. */
  rule: string;
  expected: string;
  found: string;
};

/** Permanent where an address has another spelling; a path of this site, maybe with a fragment. */
export type Redirect = { status: 302 | 308; location: string };

export type SiteFile = {
  /** From the root of the site: "/blog/rss.xml". */
  path: string;
  contentType: string;
  body: string;
};

export type PageRequest = {
  site: SiteSettings;
  /** The day of dated offers, in Paris. */
  today: CivilDate;
  assets: PageAssets;
};

/** The same, once what the day decides is known. */
export type DatedRequest = PageRequest & { site: SiteOnDay };

/** Addresses of scripts, styles and files: sources in development, hashed names in production. */
export type PageAssets = {
  loaderScript: string;
  /** One stylesheet for each family of public pages. */
  pageStyles: Record<PageFamily, string>;
  adminScript: string;
  adminStyles: string;
  demoStyles: string;
  favicon: string;
  /** Preloaded, so that titles do not wait for the stylesheet. */
  font: string | undefined;
  /** Made at build, by name: what is shown of shared pages (share-image.ts), icons. None in development. */
  pictures: Record<string, string>;
};
