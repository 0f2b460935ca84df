import { expect, inject, test } from "vitest";

import { sampleOf } from "#tests/support/depth.ts";

import { desktop, expectAccessible, expectNoOverflow, expectProblem, newVisitor } from "./support/pages.ts";

// The pages of the site map have their own stories: see every-page.story.ts.
test.each(["/admin", "/demo"])("%s is accessible and never scrolls sideways, from 320 to 1440 px", async (route) => {
  const page = await newVisitor();
  await page.goto(route);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await expectAccessible(page);
  for (const width of [320, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoOverflow(page);
  }
});

test.each(["/nimporte-quoi", "/a/b/c", "/index.html", "/..%2f..%2fetc/passwd"])(
  "%s is not found: 404",
  async (path) => {
    const answer = await fetch(inject("siteUrl") + path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).toContain("ou a été déplacée.");
  },
);

test("A page that is not found says so, and shows a way home", async () => {
  const page = await newVisitor();
  expectProblem(/status of 404/);
  await page.goto("/nimporte-quoi");
  await page.getByRole("heading", { name: "Oups, quelque chose s'est mal passé..." }).waitFor();
  await page.getByText("La page que vous recherchez n'existe pas ou a été déplacée.").waitFor();
  await page.getByRole("main").getByRole("link").first().click();
  await page.waitForURL(`${inject("siteUrl")}/`);
});

test("The chooser names the three offers and the booking page", async () => {
  const page = await newVisitor();
  await page.goto("/inscription");
  await page.getByRole("heading", { name: "Quel est votre besoin avec Ariane ?" }).waitFor();
  for (const path of ["/inscription-secretariat", "/inscription-suiviclient", "/inscription-marketing"]) {
    expect(await page.locator(`a[href="${path}"]`).count()).toBeGreaterThan(0);
  }
  const booking = page.getByRole("link", { name: /Je ne sais pas \? Aidez-moi à choisir !/ });
  expect(await booking.getAttribute("href")).toMatch(/^https:\/\/rendez-vous\.example\//);
});

test("The mobile menu covers the screen at the first tap, and closes on an entry", async () => {
  const page = await newVisitor();
  await page.goto("/");
  await page.getByRole("button", { name: /menu/i }).click();
  const entry = page.getByRole("link", { name: "Tarifs" }).and(page.locator(":visible")).first();
  await entry.waitFor();
  await expectAccessible(page);
  await entry.click();
  await expect
    .poll(() =>
      page
        .locator("#tarifs")
        .boundingBox()
        .then((box) => box && box.y < 400),
    )
    .toBe(true);
});

test.each(sampleOf(["/tarifs", "/contact", "/faq", "/#temoignages"], 2))(
  "%s opens at its section, under the header",
  async (path) => {
    for (const viewport of [{ width: 390, height: 844 }, desktop.viewport]) {
      const page = await newVisitor({ viewport });
      await page.goto(path);
      await page.locator("html[data-painted]").waitFor();
      // What is above the section takes its height after the first paint; and the page scrolls there gently.
      const top = () => page.locator(":target").evaluate((section) => section.getBoundingClientRect().top);
      await expect.poll(async () => Math.abs((await top()) - 68) < 20).toBe(true);
    }
  },
);

/** Their addresses, until the page asks for nothing more. */
async function scriptsOf(path: string): Promise<string[]> {
  const page = await newVisitor();
  const scripts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "script") scripts.push(request.url());
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return scripts;
}

test("A funnel asks for no script of the landing pages' carousels, films and sliders", async () => {
  const scripts = await scriptsOf("/inscription-secretariat");
  expect(scripts.some((url) => url.includes("/secretariat-funnel-"))).toBe(true);
  expect(scripts.filter((url) => url.includes("/islands-"))).toEqual([]);
});

/** Decision 0055: a fourth file, or a heavier font, costs the first words a round trip of a slow network. */
test.each(["/", "/secretariat", "/blog"])(
  "%s asks for three files before the first paint, its font of two windows",
  async (path) => {
    const page = await newVisitor();
    await page.goto(path, { waitUntil: "networkidle" });
    const files = await page.evaluate(() => {
      const paintedAt = performance.getEntriesByName("first-paint")[0]?.startTime ?? 0;
      const resources = performance.getEntriesByType("resource") as PerformanceResourceTiming[];
      return resources
        .filter(({ name, startTime }) => startTime < paintedAt && !name.startsWith("data:"))
        .map(({ name, encodedBodySize }) => ({ kind: name.split(".").at(-1), bytes: encodedBodySize }));
    });
    expect(files.map(({ kind }) => String(kind)).toSorted()).toEqual(["css", "js", "woff2"]);
    expect(files.find(({ kind }) => kind === "woff2")?.bytes).toBeLessThanOrEqual(28_860);
  },
);
