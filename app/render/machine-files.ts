import { changedOn, listArticles } from "#app/page-kit/articles.ts";
import { type PagePath, href } from "#app/page-kit/href.ts";
import { formatCount, formatDay, formatEuros } from "#app/ui/format.ts";
import { machineFiles as copy } from "#content/machine-files.ts";
import { colors } from "#design/tokens.ts";
import type { Conference } from "#domain/site/site-config.ts";
import { offerAddress } from "#domain/site/offer-addresses.ts";
import { type FunnelOffer, funnelOffers } from "#domain/kernel/lead.ts";
import type { DatedRequest, SiteFile } from "#domain/site/page-renderer.ts";
import type { Prices } from "#domain/site/prices.ts";
import { conferencePhase } from "#subjects/conferences/rules/conference-registration.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { offers } from "#subjects/offers/rules/registry.ts";

import { feedPath } from "./feed.tsx";
import { listPages, pages } from "./pages.tsx";

const plainText = "text/plain; charset=utf-8";

type IndexedPage = { path: string; changedOn?: string };

/** Pages that search engines may show, with the day of their last change where it is known. */
export function listIndexedPages({ site, today }: Pick<DatedRequest, "site" | "today">): IndexedPage[] {
  const articles = listArticles(site);
  const newest = articles[0]?.publishedOn;
  const ownPages = listPages(site).filter(([, { isHidden }]) => isHidden !== true);
  return [
    ...ownPages.map(([path]) => (path === href("/blog") && newest ? { path, changedOn: newest } : { path })),
    ...articles.map((article) => ({ path: article.path, changedOn: changedOn(article, today) })),
  ];
}

/** https://www.sitemaps.org/protocol.html */
export function renderSitemap(request: DatedRequest): SiteFile {
  const urls = listIndexedPages(request).map(({ path, changedOn: day }) => {
    const lastmod = day === undefined ? "" : `<lastmod>${day}</lastmod>`;
    return `<url><loc>${escapeXml(request.site.origin + path)}</loc>${lastmod}</url>`;
  });
  return {
    path: "/sitemap.xml",
    contentType: "application/xml; charset=utf-8",
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>\n`,
  };
}

/** Pages that are only hidden stay open here: a robot must read them to know it. */
export function renderRobots({ site }: DatedRequest): SiteFile {
  const closed = [
    "/admin",
    "/auth/v1/",
    "/rest/v1/",
    "/functions/v1/",
    "/operations/",
    ...(site.demo ? ["/demo"] : []),
  ];
  const lines = [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${site.origin}/sitemap.xml`,
  ];
  return { path: "/robots.txt", contentType: plainText, body: `${lines.join("\n")}\n` };
}

/** For language models: what is sold, at which price, and where to read more. */
export function renderLlmsText(request: DatedRequest): SiteFile {
  const { site } = request;
  const { brand, origin } = site;
  const link = (path: string, name: string, note = "") => `- [${name}](${origin}${path})${note && `: ${note}`}`;
  const sold = offersOf(request).map(({ path, price }) =>
    link(path, titleOf(path, request), `${descriptionOf(path, request)} ${price}.`),
  );
  const articles = listArticles(site).map(({ path, title, excerpt }) => link(path, title, excerpt));
  const others: PagePath[] = ["/inscription", "/conditions-generales-utilisation", "/politique-de-confidentialite"];
  const about = [...others.map((path) => link(path, titleOf(path, request))), link(feedPath, "RSS")];

  const body = [
    `# ${brand}`,
    `> ${copy.summary(brand)}`,
    `## ${copy.headings.offers}`,
    sold.join("\n"),
    `## ${copy.headings.articles}`,
    articles.join("\n"),
    `## ${copy.headings.about}`,
    about.join("\n"),
  ];
  return { path: "/llms.txt", contentType: plainText, body: `${body.join("\n\n")}\n` };
}

/** Offers by their page, with the price the price book says. */
function offersOf({ site, today }: DatedRequest): { path: PagePath; price: string }[] {
  const closing = copy.prices.calls(formatEuros(site.prices.closing), formatCount(closingOffer.calls));
  const { conference } = site.offers;
  const seatOf = ({ heldOn }: Conference) =>
    copy.prices.conference(formatEuros(site.prices.conferences), formatDay(heldOn));

  return [
    ...funnelOffers.map((offer) => ({ path: offerAddress(offer), price: rangeOf(offer, site.prices) })),
    { path: "/marketing/organismes-de-formation", price: rangeOf("suiviclient", site.prices) },
    { path: "/closing", price: closing },
    ...(conference && conferencePhase(conference, today) === "open"
      ? [{ path: "/conferences" as const, price: seatOf(conference) }]
      : []),
  ];
}

function rangeOf(offer: FunnelOffer, of: Prices): string {
  const { tiers, priceOf } = offers[offer];
  const prices = tiers.flatMap((volume) => priceOf(volume, of) ?? []);
  return copy.prices.monthly(formatEuros(Math.min(...prices)), formatEuros(Math.max(...prices)));
}

function titleOf(path: PagePath, { site }: DatedRequest): string {
  return pages.get(path)?.title(site).split(" | ")[0] ?? path;
}

function descriptionOf(path: PagePath, { site }: DatedRequest): string {
  return pages.get(path)?.description(site) ?? "";
}

/** https://www.w3.org/TR/appmanifest/ */
export function renderManifest({ site, assets }: DatedRequest): SiteFile {
  const icon = (size: number) => {
    const src = assets.pictures[`icones/${size}.png`];
    return src === undefined ? [] : [{ src, sizes: `${size}x${size}`, type: "image/png", purpose: "any" }];
  };
  const manifest = {
    name: site.brand,
    short_name: site.brand,
    description: copy.shortDescription,
    lang: "fr",
    start_url: "/",
    display: "browser",
    background_color: colors.canvas,
    theme_color: colors["line-800"],
    icons: [{ src: assets.favicon, sizes: "any", type: "image/svg+xml" }, ...icon(192), ...icon(512)],
  };
  return {
    path: "/site.webmanifest",
    contentType: "application/manifest+json; charset=utf-8",
    body: JSON.stringify(manifest),
  };
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
