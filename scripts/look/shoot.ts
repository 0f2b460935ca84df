import type { Browser, Page } from "playwright-core";

/** The same for both sides and every scene, whatever the day. */
const now = new Date();
let visitorCount = 0;

/** A page in a browser of its own, at rest: nothing moves by itself, and the clock stands still. */
export async function openVisit(browser: Browser, siteUrl: string, width: number): Promise<Page> {
  visitorCount += 1;
  const context = await browser.newContext({
    baseURL: siteUrl,
    locale: "fr-FR",
    timezoneId: "Europe/Paris",
    viewport: { width, height: width < 1000 ? 844 : 900 },
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": `10.1.${Math.floor(visitorCount / 250)}.${(visitorCount % 250) + 1}` },
  });
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  await page.clock.setFixedTime(now);
  return page;
}

/** The whole page from its top, with the pictures that come when they are scrolled to. */
export async function shoot(page: Page, isPointed = false): Promise<Buffer> {
  if (!isPointed) await page.mouse.move(0, 0);
  await page.evaluate(async () => {
    for (const image of document.images) image.loading = "eager";
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
    scrollTo({ top: 0, behavior: "instant" });
    // Legal texts name the site's address, whose port is not that of the other side.
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { data } = texts.currentNode as Text;
      if (data.includes(location.host))
        (texts.currentNode as Text).data = data.replaceAll(location.host, "site.example");
    }
  });
  // The back office keeps a stream open, so that its network is never idle.
  await page.waitForLoadState("networkidle", { timeout: 5000 }).catch(() => undefined);
  return page.screenshot({ fullPage: true, animations: "disabled" });
}
