import { expect, inject, test } from "vitest";

import { fullTest } from "#tests/support/full-test.ts";

import { newVisitor } from "./support/pages.ts";

const siteUrl = inject("siteUrl");

async function readSiteMap(): Promise<string[]> {
  const xml = await (await fetch(`${siteUrl}/sitemap.xml`)).text();
  return [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, address = ""]) => address);
}

test("Every address of the site map answers, names itself, and has a picture of 1200 by 630", async () => {
  const addresses = await readSiteMap();
  expect(addresses.length).toBeGreaterThan(20);

  for (const address of addresses) {
    const page = await fetch(address);
    const html = await page.text();
    expect([address, page.status, page.redirected]).toEqual([address, 200, false]);
    expect(html).toContain(`<link rel="canonical" href="${address}"/>`);

    const [, picture = ""] = /<meta property="og:image" content="([^"]*)"/.exec(html) ?? [];
    const answer = await fetch(picture);
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect([picture, answer.status, answer.headers.get("content-type")]).toEqual([picture, 200, "image/png"]);
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  }
});

test.each([
  ["/robots.txt", /^text\/plain/],
  ["/llms.txt", /^text\/plain/],
  ["/site.webmanifest", /^application\/manifest\+json/],
  ["/sitemap.xml", /^application\/xml/],
])("%s is answered with its type, and with 304 to a client that has it", async (path, type) => {
  const answer = await fetch(siteUrl + path);
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-type")).toMatch(type);

  const again = await fetch(siteUrl + path, { headers: { "if-none-match": answer.headers.get("etag") ?? "" } });
  expect(again.status).toBe(304);
});

test("The content policy has nothing against blocks of data, nor against the manifest", async () => {
  const page = await newVisitor();
  for (const path of ["/", "/secretariat", "/conferences", "/blog/whatsapp-ia-conversationnelle-duo-gagnant"]) {
    await page.goto(path);
    const types = await page.evaluate(() => {
      const block = document.querySelector('script[type="application/ld+json"]')?.textContent ?? "{}";
      return JSON.parse(block)["@graph"].map((thing: { "@type": string }) => thing["@type"]);
    });
    expect(types).toContain("Organization");
    await page.locator('link[rel=manifest][href="/site.webmanifest"]').waitFor({ state: "attached" });
  }
});

fullTest("The film is a picture until it is clicked, then plays from this very site, with captions", async () => {
  const page = await newVisitor();
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/");
  const facade = page.getByRole("button", { name: /Lire la vidéo de présentation/ });
  await facade.scrollIntoViewIfNeeded();
  await facade.locator("img").evaluate((picture: HTMLImageElement) => picture.decode());
  expect(await page.locator("video, iframe").count()).toBe(0);
  expect(asked.filter((url) => /\.(webm|mp4|vtt|mp3|ogg)$/.test(url))).toEqual([]);

  await facade.click();

  const player = page.locator("video");
  await player.waitFor();
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime > 0)).toBe(true);
  expect(await player.evaluate((video) => document.activeElement === video)).toBe(true);
  expect(await player.locator('track[kind="captions"]').getAttribute("srclang")).toBe("fr");
  expect(asked.every((url) => url.startsWith(siteUrl))).toBe(true);
});
