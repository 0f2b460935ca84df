import type { Browser } from "playwright-core";

import { launchBrowser } from "#e2e/support/browser.ts";
import { startSite } from "#e2e/support/site.ts";

import { findLayoutFaults } from "./layout-faults.ts";
import { listAddresses, type Scene } from "./scenes.ts";
import { openVisit } from "./shoot.ts";

const widths = Array.from({ length: (1920 - 320) / 8 + 1 }, (_, step) => 320 + step * 8);

/** @returns the exit code: 1 when anything was found, which is said as it is found */
export async function tryEveryWidth(isWanted: (scene: Scene) => boolean): Promise<number> {
  const site = await startSite();
  const browser = await launchBrowser();
  let faultCount = 0;
  try {
    const scenes = (await listAddresses(site.url)).filter(isWanted);
    for (const scene of scenes) {
      const faults = await tryScene(scene, browser, site.url);
      faultCount += faults.length;
      for (const fault of faults) console.log(fault);
    }
    console.log(`${scenes.length} addresses at ${widths.length} widths, ${faultCount} faults.`);
    return faultCount === 0 && scenes.length > 0 ? 0 : 1;
  } finally {
    await browser.close();
    await site.stop();
  }
}

/** Each fault of a scene once, with the widths at which it is met. */
async function tryScene(scene: Scene, browser: Browser, siteUrl: string): Promise<string[]> {
  const page = await openVisit(browser, siteUrl, widths[0] ?? 320);
  const met = new Map<string, number[]>();
  try {
    await scene.play(page, async () => {
      for (const width of widths) {
        await page.setViewportSize({ width, height: width < 1000 ? 844 : 900 });
        for (const fault of await findLayoutFaults(page)) met.set(fault, [...(met.get(fault) ?? []), width]);
      }
    });
  } finally {
    await page.context().close();
  }
  return [...met].map(([fault, at]) => `${scene.name}: ${fault} (${tellRanges(at)})`);
}

/** « 320–384, 768 » */
function tellRanges(at: number[]): string {
  const ranges: [from: number, to: number][] = [];
  for (const width of at) {
    const last = ranges.at(-1);
    if (last && width - last[1] === 8) last[1] = width;
    else ranges.push([width, width]);
  }
  return ranges.map(([from, to]) => (from === to ? from : `${from}–${to}`)).join(", ");
}
