import type { Locator, Page } from "playwright-core";
import { expect, inject, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import { fullTest } from "#tests/support/full-test.ts";

import { desktop, expectAccessible, expectNoOverflow, newVisitor } from "./support/pages.ts";

const oneWithATable = "/blog/repondeur-combien-coute-un-appel-manque";

test("Articles open from the list, fit a telephone and lead back", async () => {
  const page = await newVisitor();
  await page.goto("/blog");
  await page.getByText("Plus d’articles").click();
  const links = page.getByRole("main").getByRole("link", { name: /^Lire la suite/ });
  const targets = await Promise.all((await links.all()).map((link) => link.getAttribute("href")));
  expect(targets).toHaveLength(20);

  // Every fourth: they are of one kind.
  for (const target of targets.filter((_, place) => place % 4 === 0)) {
    await page.goto(target ?? "");
    await expectNoOverflow(page);
    const cover = await page.getByRole("main").getByRole("img").first().locator("svg").boundingBox();
    expect(cover?.height).toBeGreaterThan(200);
  }
  await page.getByRole("link", { name: "Retour au blog" }).click();
  await page.waitForURL(`${inject("siteUrl")}/blog`);
});

test.each(
  sampleOf(
    [
      [320, 1],
      [390, 1],
      [768, 2],
      [1024, 3],
      [1280, 3],
      [1440, 3],
    ],
    1,
  ),
)("At %i px the list has %i columns, titles and excerpts of two lines at most", async (width, columns) => {
  const page = await newVisitor({ viewport: { width, height: 900 } });
  await page.goto("/blog");
  const cards = await page.getByRole("article").all();
  const lefts = await Promise.all(
    cards.slice(1).map((card) => card.boundingBox().then((box) => Math.round(box?.x ?? -1))),
  );
  expect(new Set(lefts).size).toBe(columns);

  // The newest, which comes first and large, is whole.
  const newest = cards[0]!.getByRole("heading");
  expect(await newest.evaluate((node) => node.scrollHeight - node.clientHeight)).toBeLessThan(12);
  for (const card of cards) {
    const title = (await card.getByRole("link").ariaSnapshot()).replace(/^.*Lire la suite : |".*$/gs, "");
    // The name that a screen reader says is never cut.
    const heading = card.getByRole("heading", { name: title, exact: true });
    expect(title.length).toBeGreaterThan(20);
    expect(await countLines(heading)).toBeLessThanOrEqual(2);
    expect(await countLines(card.getByRole("paragraph"))).toBeLessThanOrEqual(2);
  }
});

fullTest("The home page leads to three articles; reading one leaves nothing of it on the page after", async () => {
  const page = await newVisitor(desktop);
  await page.goto("/");
  const homeTitle = await page.title();
  const teaser = page.getByRole("article").getByRole("link", { name: /^Lire la suite/ });
  expect(await teaser.count()).toBe(3);

  await teaser.first().press("Enter");
  await page.getByRole("heading", { level: 1, name: /WhatsApp et IA conversationnelle/ }).waitFor();
  expect(await page.title()).toMatch(/^WhatsApp et IA conversationnelle.* \| Blog$/);
  expect(await readMeta(page, "og:type")).toBe("article");

  await page.getByRole("banner").getByRole("link", { name: "Ariane, accueil" }).click();
  await page.waitForURL(`${inject("siteUrl")}/`);
  expect(await page.title()).toBe(homeTitle);
  expect(await readMeta(page, "og:type")).toBe("website");
});

test("A reader finds an article by its words, accents or not, in an index that comes when it is asked for", async () => {
  const page = await newVisitor(desktop);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  await page.goto("/blog");
  const field = page.getByRole("searchbox", { name: "Chercher un article" });
  await field.focus();
  expect(asked).not.toContain("/blog/recherche.json");

  await field.fill("demarchage");
  await page
    .getByRole("search")
    .getByRole("link", { name: /^Démarchage téléphonique/ })
    .waitFor();
  // Said in texts only.
  await field.fill("plombier");
  await page.getByText(/^\d+ articles pour «\splombier\s»$/).waitFor();
  await field.fill("<b>");
  await page.getByText("Aucun article ne parle de « <b> »").waitFor();
  await field.fill("zzz <b>");
  await page.getByText("Aucun article ne parle de « zzz <b> »").waitFor();
  await expectAccessible(page);

  await page.getByRole("navigation", { name: "Sujets" }).getByRole("link", { name: "Droit et données" }).click();
  await page.getByRole("heading", { level: 1, name: "Droit et données" }).waitFor();
  await expectNoOverflow(page);
});

fullTest("An unknown article sends to the list, and Back to the page before", async () => {
  const page = await newVisitor();
  await page.goto("/");
  await page.evaluate(() => location.assign("/blog/zzz"));
  await page.waitForURL(`${inject("siteUrl")}/blog`);
  await page.getByRole("heading", { level: 1, name: "Blog Ariane" }).waitFor();

  await page.goBack();
  await page.waitForURL(`${inject("siteUrl")}/`);
});

fullTest("Articles come with their page: nothing is asked for afterwards", async () => {
  const page = await newVisitor();
  const asked: string[] = [];
  page.on("request", (request) => {
    if (["fetch", "xhr"].includes(request.resourceType())) asked.push(request.url());
  });
  await page.goto("/blog", { waitUntil: "networkidle" });
  await page.goto(oneWithATable, { waitUntil: "networkidle" });

  expect(asked).toEqual([]);
});

test("The feed is RSS, with every article", async () => {
  const answer = await fetch(`${inject("siteUrl")}/blog/rss.xml`);

  expect(answer.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  expect((await answer.text()).match(/<item>/g)).toHaveLength(20);
});

function readMeta(page: Page, property: string): Promise<string | null> {
  return page.locator(`meta[property="${property}"]`).getAttribute("content");
}

function countLines(text: Locator): Promise<number> {
  return text.evaluate((node) => Math.round(node.clientHeight / Number.parseFloat(getComputedStyle(node).lineHeight)));
}
