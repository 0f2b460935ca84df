import { firstPrices } from "#subjects/offers/rules/prices.ts";
import { describe, expect, test } from "vitest";

import { listArticles } from "#app/page-kit/articles.ts";
import { shareImages } from "#content/share-images.ts";
import { civilDate } from "#kit/civil-date.ts";
import { funnelOffers } from "#domain/kernel/lead.ts";
import { offers } from "#subjects/offers/rules/registry.ts";
import { closingOffer } from "#subjects/offers/rules/closing/closing-price.ts";
import { followUpTiers } from "#subjects/offers/rules/follow-up/follow-up-tiers.ts";
import { marketingPrice, marketingVolumes } from "#subjects/offers/rules/marketing/contact-volumes.ts";
import { secretariatTiers } from "#subjects/offers/rules/secretariat/secretariat-tiers.ts";
import { drawPage as render, duringPromotion as today } from "#tests/support/drawn-page.ts";
import { assetsForTests, siteForTests } from "#tests/support/site.ts";

import { listIndexedPages } from "./machine-files.ts";
import { listFiles, listPagePaths } from "./render-page.tsx";

type Thing = { "@type": string; [property: string]: any };

const indexedPaths = listIndexedPages({ site: siteForTests, today }).map(({ path }) => path);

function readThings(html: string): Thing[] {
  const [, json = "{}"] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  const data = JSON.parse(json);
  expect(data["@context"]).toBe("https://schema.org");
  return data["@graph"];
}

function thingOf(path: string, type: string, options = {}): Thing | undefined {
  return readThings(render(path, options)).find((thing) => thing["@type"] === type);
}

function contentOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
}

function fileAt(path: string, site = siteForTests): string {
  const file = listFiles({ site, today, assets: assetsForTests }).find((each) => each.path === path);
  if (!file) throw new Error(`There is no ${path}.`);
  return file.body;
}

describe.each(indexedPaths)("%s, shared,", (path) => {
  test("has the same title, description and address for everyone who reads it", () => {
    const html = render(path);
    const url = `https://zeta.example${path}`;

    expect(html).toContain(`<link rel="canonical" href="${url}"/>`);
    expect(contentOf(html, "og:url")).toBe(url);
    expect(contentOf(html, "og:description")).toBe(contentOf(html, "description"));
    expect(contentOf(html, "og:title")).toBeTruthy();
    expect(contentOf(html, "og:site_name")).toBe("Zeta");
  });

  test("says who publishes it, and where it stands in the site", () => {
    const things = readThings(render(path));

    expect(things.map((thing) => thing["@type"])).toContain("Organization");
    expect(things.map((thing) => thing["@type"])).toContain(path === "/" ? "WebSite" : "BreadcrumbList");
    const crumbs = things.find((thing) => thing["@type"] === "BreadcrumbList")?.["itemListElement"] ?? [];
    for (const crumb of crumbs) {
      expect(crumb.name).toBeTruthy();
      expect(indexedPaths).toContain(crumb.item.replace("https://zeta.example", ""));
    }
  });

  test("has a picture of its own: that of the page, or the article's cover", () => {
    const article = listArticles(siteForTests).find((each) => each.path === path);

    expect(article ? article.coverName : shareImages[path]).toBeTruthy();
  });
});

test("Hidden pages spread nothing", () => {
  const hidden = listPagePaths(siteForTests).filter((path) => !indexedPaths.includes(path));

  expect(hidden).toContain("/inscription-secretariat");
  for (const path of hidden) expect(render(path)).not.toMatch(/ld\+json|og:|canonical|twitter:/);
});

test("A picture comes with its whole address, its size and its words", () => {
  const html = render("/secretariat");

  expect(contentOf(html, "og:image")).toBe("https://zeta.example/assets/partage-secretariat.png");
  expect([contentOf(html, "og:image:width"), contentOf(html, "og:image:height")]).toEqual(["1200", "630"]);
  expect(contentOf(html, "og:image:alt")).toContain("Un secrétariat");
  expect(contentOf(html, "twitter:card")).toBe("summary_large_image");
});

test("No text of a site closes the block of data", () => {
  const html = render("/", { site: { ...siteForTests, brand: "</script><b>Zeta" } });

  expect(html).not.toContain("</script><b>");
  expect(readThings(html).find((thing) => thing["@type"] === "WebSite")?.["name"]).toBe("</script><b>Zeta");
});

describe("Prices that search engines read", () => {
  const prices = (path: string) =>
    ((thingOf(path, "Service")?.["offers"] ?? []) as Thing[]).map((offer) => [
      offer["eligibleQuantity"].value,
      offer["price"],
    ]);
  const inEuros = (cents: number) => (cents / 100).toFixed(2);

  test("are those of the price book, volume by volume", () => {
    expect(prices("/secretariat")).toEqual(
      secretariatTiers(firstPrices).map((tier) => [tier.callsPerDay, inEuros(tier.monthlyExcludingTax)]),
    );
    const followUp = followUpTiers(firstPrices).map((tier) => [
      tier.activeClientsPerMonth,
      inEuros(tier.monthlyExcludingTax),
    ]);
    expect(prices("/suivi-client")).toEqual(followUp);
    expect(prices("/marketing/organismes-de-formation")).toEqual(followUp);
    expect(prices("/marketing")).toEqual(
      marketingVolumes.map((volume) => [volume, inEuros(marketingPrice(volume, firstPrices))]),
    );
    expect(prices("/closing")).toEqual([[closingOffer.calls, inEuros(firstPrices.closing)]]);
    expect(thingOf("/conferences", "Event")?.["offers"][0].price).toBe(inEuros(firstPrices.conferences));
  });

  test("start, for the secretariat, at 97 euros and end at 7997", () => {
    expect(prices("/secretariat").at(0)).toEqual([5, "97.00"]);
    expect(prices("/secretariat").at(-1)).toEqual([1000, "7997.00"]);
  });

  test("say that they exclude tax, and in which money they are", () => {
    const sold = indexedPaths.flatMap((path) => readThings(render(path)).flatMap((thing) => thing["offers"] ?? []));

    expect(sold.length).toBe(
      funnelOffers.reduce((sum, offer) => sum + offers[offer].tiers.length, followUpTiers(firstPrices).length + 2),
    );
    for (const offer of sold) {
      expect(offer).toMatchObject({ "@type": "Offer", priceCurrency: "EUR", name: expect.any(String) });
      expect(offer.priceSpecification).toMatchObject({ price: offer.price, valueAddedTaxIncluded: false });
    }
  });

  test("are never the advertised ones of the home page", () => {
    const amounts = indexedPaths.flatMap((path) =>
      [...render(path).matchAll(/"price":"([^"]+)"/g)].map((match) => match[1]),
    );

    const advertised = funnelOffers
      .map((offer) => offers[offer])
      .filter(({ tiers, priceOf, advertised }) =>
        tiers.every((volume) => priceOf(volume, firstPrices) !== advertised(firstPrices)),
      )
      .map(({ advertised }) => inEuros(advertised(firstPrices)));
    expect(advertised.length).toBeGreaterThan(2);
    expect(amounts.filter((amount) => advertised.includes(amount ?? ""))).toEqual([]);
  });
});

describe("The conference", () => {
  test("is an event with its place, hours and seat while one can register", () => {
    const event = thingOf("/conferences", "Event");

    expect(event).toMatchObject({
      name: "L’avocat, l’appel et l’assistante",
      startDate: "2025-12-02T09:00",
      endDate: "2025-12-02T17:30",
      location: { "@type": "Place", name: "Paris" },
      organizer: { name: "Zeta" },
    });
    expect(event?.["offers"]).toHaveLength(1);
  });

  test("offers no seat on its day, and is no event any more the day after", () => {
    const onTheDay = thingOf("/conferences", "Event", { today: civilDate("2025-12-02") });

    expect(onTheDay).toBeDefined();
    expect(onTheDay).not.toHaveProperty("offers");
    expect(thingOf("/conferences", "Event", { today: civilDate("2025-12-03") })).toBeUndefined();
  });
});

test("An article says its title, day and author", () => {
  const [article] = listArticles(siteForTests);
  const posting = thingOf(article?.path ?? "", "BlogPosting");

  expect(posting).toMatchObject({
    headline: article?.title,
    datePublished: article?.publishedOn,
    author: { "@id": "https://zeta.example/#organization" },
  });
});

test("An organization without contacts says nothing empty", () => {
  const contact = {
    phone: "",
    email: "",
    testLine: "",
    address: { lines: [], mapUrl: "" },
    bookingUrl: "",
    social: [],
  };
  const organization = thingOf("/", "Organization", { site: { ...siteForTests, contact } });

  expect(Object.keys(organization ?? {})).toEqual(["@type", "@id", "name", "legalName", "url", "logo"]);
});

describe("Files for machines", () => {
  test("The site map lists the pages that may be shown, each once, and articles with their day", () => {
    const addresses = [...fileAt("/sitemap.xml").matchAll(/<loc>([^<]*)<\/loc>/g)].map((match) => match[1]);
    const shown = listPagePaths(siteForTests).filter((path) => !render(path).includes('content="noindex"'));

    expect(new Set(addresses)).toEqual(new Set(shown.map((path) => `https://zeta.example${path}`)));
    expect(addresses).toHaveLength(shown.length);
    for (const { path, publishedOn } of listArticles(siteForTests)) {
      expect(fileAt("/sitemap.xml")).toContain(
        `<loc>https://zeta.example${path}</loc><lastmod>${publishedOn}</lastmod>`,
      );
    }
  });

  test("Robots find the site map and are kept from the API, the admin and the demonstration", () => {
    const robots = fileAt("/robots.txt");

    expect(robots).toContain("Sitemap: https://zeta.example/sitemap.xml\n");
    for (const path of ["/admin", "/auth/v1/", "/rest/v1/", "/functions/v1/"]) {
      expect(robots).toContain(`Disallow: ${path}\n`);
    }
  });

  test("Language models are told each offer with its price from the price book, and each article", () => {
    const text = fileAt("/llms.txt").replaceAll(/[\u00a0\u202f]/g, " ");

    expect(text).toMatch(/^# Zeta\n\n> /);
    expect(text).toMatch(/\/secretariat\): .*de 97 € à 7 997 € HT par mois/);
    expect(text).toMatch(/\/conferences\): .*190 € HT la place, le 2 décembre 2025/);
    expect(text).not.toMatch(/undefined|Ariane|à partir de/);
    for (const { path } of listArticles(siteForTests)) expect(text).toContain(`(https://zeta.example${path})`);
  });

  test("The manifest has the name and the icons", () => {
    const manifest = JSON.parse(fileAt("/site.webmanifest"));

    expect(manifest).toMatchObject({ name: "Zeta", lang: "fr", start_url: "/" });
    expect(manifest.icons.map((icon: { sizes: string }) => icon.sizes)).toEqual(["any", "192x192", "512x512"]);
    expect(render("/")).toMatch(/<link id="manifest" rel="alternate" [^>]*href="\/site.webmanifest"\/>/);
  });
});
