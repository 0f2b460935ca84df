import { mkdirSync, writeFileSync } from "node:fs";

import type { Page } from "playwright-core";

import { launchBrowser } from "#e2e/support/browser.ts";
import { startSite } from "#e2e/support/site.ts";

import { readmeScenes } from "./scenes.ts";
import { openVisit } from "./shoot.ts";

const folder = "docs/pictures";
const largestBytes = 80_000;

/** The first views of the home page and of the desk, as a demonstration shows them. */
export async function writeReadmePictures(): Promise<void> {
  const site = await startSite();
  const browser = await launchBrowser();
  mkdirSync(folder, { recursive: true });
  try {
    for (const scene of readmeScenes) {
      const page = await openVisit(browser, site.url, 1440);
      await scene.play(page, async () => {
        const picture = await shootSmall(page);
        const file = `${folder}/${scene.name}.webp`;
        writeFileSync(file, picture);
        console.log(`${file}: ${picture.length} bytes`);
      });
    }
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** As fine as its weight allows. */
async function shootSmall(page: Page): Promise<Buffer> {
  await page.evaluate(async () => void (await document.fonts.ready));
  const session = await page.context().newCDPSession(page);
  for (let quality = 90; quality > 0; quality -= 10) {
    const { data } = await session.send("Page.captureScreenshot", { format: "webp", quality });
    const picture = Buffer.from(data, "base64");
    if (picture.length <= largestBytes) return picture;
  }
  throw new Error(`No picture of ${page.url()} is light enough.`);
}
