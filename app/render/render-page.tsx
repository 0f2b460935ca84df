import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";

import { compareMoney } from "#app/comparison/compare-money.ts";
import { ConsentBanner } from "#subjects/consent/site/consent-banner.tsx";
import { DemoContent, demoTitle } from "#app/demo/demo-content.tsx";
import { drawLetter } from "#app/mail/draw-letter.tsx";
import { findMoved, listArticles } from "#app/page-kit/articles.ts";
import { href } from "#app/page-kit/href.ts";
import { SiteContext } from "#app/page-kit/site-context.tsx";
import { askedPurposes } from "#domain/site/cookie-consent.ts";
import { keepJoints } from "#domain/kernel/joints.ts";
import { adminScreens } from "#domain/site/admin-screens.ts";
import type { DemoPage } from "#domain/site/demo-page.ts";
import type {
  DatedRequest,
  PageAssets,
  PageRenderer,
  PageRequest,
  Redirect,
  SiteFile,
} from "#domain/site/page-renderer.ts";
import type { PreviewOf, SiteOnDay, SiteSettings } from "#domain/site/site-settings.ts";
import { siteOn } from "#subjects/offers/rules/site-on-day.ts";

import { Document } from "./document.tsx";
import { articlePage, listPages, pages, type Page, pricedTermsPages, unsentPage } from "./pages.tsx";
import { redirectFrom } from "./redirects.ts";
import { Sharing } from "./sharing.tsx";
import { listDatedFiles } from "./site-files.ts";

export const notFoundPath = "/404";

export function listPagePaths(site: SiteSettings): string[] {
  return [...listPages(site).map(([path]) => path), ...listArticles(site).map(({ path }) => path)];
}

const adminPaths = new Set(["/admin/", ...adminScreens.flatMap((screen) => [`/admin/${screen}`, `/admin/${screen}/`])]);

/** The page that answers a path: one for all screens of the admin; unknown paths get the not-found page. */
export function findPagePath(urlPath: string, site: SiteSettings): string {
  if (adminPaths.has(urlPath)) return "/admin";
  return findPage(urlPath, site) ? urlPath : notFoundPath;
}

export function findRedirect(urlPath: string, site: SiteSettings): Redirect | undefined {
  return redirectFrom(urlPath, {
    isPage: (path) => findPage(path, site) !== undefined,
    findMoved: (path) => findMoved(path, site),
  });
}

export function isPrivatePage(path: string): boolean {
  return pages.get(path)?.isPrivate === true;
}

/** Pages are plain HTML: only their islands, rendered apart, are hydrated. */
export function renderPage(path: string, request: PageRequest): string {
  const page = findPage(path, request.site);
  if (!page) throw new Error(`No page at ${path}.`);
  return drawPage(page, path, onItsDay(request));
}

/** What the day decides of the site: prices, and the links that serve them. */
function onItsDay<Request extends PageRequest>(request: Request): Request & DatedRequest {
  return { ...request, site: siteOn(request.site, request.today) };
}

export function listFiles(request: PageRequest): SiteFile[] {
  return listDatedFiles(onItsDay(request));
}

/** What answers a form that the browser sent itself, before the script of its page had come. */
export function renderUnsent(request: PageRequest): string {
  return drawPage(unsentPage, "", onItsDay(request));
}

function drawPage(page: Page, path: string, { site, today, assets }: DatedRequest): string {
  const asksConsent = page.family !== "admin" && askedPurposes(site.consent).length > 0;
  return renderDocument(
    <SiteContext value={{ site, today }}>
      <Document
        title={page.title(site)}
        description={page.description(site)}
        sharing={
          page.isHidden ? undefined : <Sharing path={path} {...sharedTextsOf(page, site)} pictures={assets.pictures} />
        }
        touchIcon={assets.pictures["icones/180.png"]}
        font={assets.font}
        bodyClass={page.bodyClass}
        api={site.api}
        contact={site.contact.email}
        {...codeOf(page, assets)}
      >
        {asksConsent && (
          <ConsentBanner
            brand={site.brand}
            consent={site.consent}
            privacyHref={href("/politique-de-confidentialite")}
          />
        )}
        <page.Content />
      </Document>
    </SiteContext>,
  );
}

/**
 * A public page that only shows how it is on another day: no script, no consent to ask for, and its links stay among
 * such pages.
 */
export function renderPreview(
  path: string,
  { site: shown, assets }: Omit<PageRequest, "today">,
  preview: PreviewOf,
): string | undefined {
  const page = isPrivatePage(path) || path === notFoundPath ? undefined : findPage(path, shown);
  if (!page) return undefined;
  const site = siteOn(shown, preview.asOf);
  const html = renderDocument(
    <SiteContext value={{ site: { ...site, demo: undefined, preview }, today: preview.asOf }}>
      <Document
        title={page.title(site)}
        description={page.description(site)}
        font={assets.font}
        bodyClass={page.bodyClass}
        styles={codeOf(page, assets).styles}
      >
        <page.Content />
      </Document>
    </SiteContext>,
  );
  return html.replaceAll(/(<a\b[^>]*? href=")\/(?!\/)/g, `$1${preview.root}/`);
}

/** A page of the demonstration's stand-ins: drawn for each request, no script. */
export function renderDemoPage(page: DemoPage, { site, assets }: Omit<PageRequest, "today">): string {
  return renderDocument(
    <Document title={`${demoTitle(page)} | ${site.brand}`} styles={assets.demoStyles} font={assets.font}>
      <DemoContent page={page} brand={site.brand} />
    </Document>,
  );
}

function findPage(path: string, site: SiteSettings): Page | undefined {
  const page = pages.get(path);
  if (page) return page.isThere === undefined || page.isThere(site) ? page : undefined;
  const ofPrices = pricedTermsPages(site).find(([each]) => each === path);
  if (ofPrices) return ofPrices[1];
  if (!path.startsWith("/blog/")) return undefined;
  const article = listArticles(site).find((each) => each.path === path);
  return article && articlePage(article);
}

function sharedTextsOf({ title, description, article }: Page, site: SiteOnDay) {
  return { title: title(site), description: description(site), article };
}

function codeOf({ family }: Page, assets: PageAssets): { styles: string; script: string } {
  return family === "admin"
    ? { styles: assets.adminStyles, script: assets.adminScript }
    : { styles: assets.pageStyles[family], script: assets.loaderScript };
}

function renderDocument(document: ReactNode): string {
  return keepJoints(`<!doctype html>${renderToStaticMarkup(document)}`, 'class="unbroken"');
}

/** The build's one entry: what the server loads. */
export const renderer: PageRenderer = {
  notFoundPath,
  listPagePaths,
  findPagePath,
  findRedirect,
  isPrivatePage,
  renderPage,
  renderUnsent,
  renderDemoPage,
  drawLetter,
  renderPreview,
  listFiles,
  compareMoney: (request) => compareMoney(onItsDay(request), renderPage),
  compareDay(request) {
    const drawn = new Set<string>();
    const disagreements = compareMoney(onItsDay(request), (path, dated) => {
      const page = renderPage(path, dated);
      drawn.add(path);
      return page;
    });
    return { day: request.today, disagreements, undrawn: findUndrawn(request, drawn) };
  },
};

/** Pages that fail, and addresses at which two would stand. @param drawn those that are known not to fail */
function findUndrawn(request: PageRequest, drawn: ReadonlySet<string>): string[] {
  const paths = listPagePaths(request.site);
  const first = new Map(paths.map((path, place) => [path, place]).toReversed() as [string, number][]);
  return paths.filter((path, place) => first.get(path) !== place || !(drawn.has(path) || canDraw(path, request)));
}

function canDraw(path: string, request: PageRequest): boolean {
  try {
    renderPage(path, request);
    return true;
  } catch {
    return false;
  }
}
