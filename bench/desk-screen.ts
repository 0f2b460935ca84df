import type { Page } from "playwright-core";

import { launchBrowser } from "#e2e/support/browser.ts";

import type { Bench } from "./benchmark.ts";
import type { Leads } from "./desk-list.ts";
import { type Figure, limitFigure } from "./figures.ts";
import { median, quantile } from "./support/alternate.ts";
import type { BenchSite } from "./support/bench-site.ts";
import { enterDesk } from "./support/enter-desk.ts";
import { kilobytes } from "./support/visit.ts";

/** Source: issue of the lead desk. */
const limits = { firstRowsMs: 1000, framesPerSecond: 60, scriptKilobytes: 250 };

/** The list in a browser: until its first rows are there, how smoothly it scrolls, and what it loads. */
export async function measureScreen(bench: Bench, site: BenchSite, leads: Leads): Promise<Figure[]> {
  const browser = await launchBrowser();
  bench.atEnd(() => browser.close());
  const page = await enterDesk(browser, site);
  const of = `of ${leads.name}`;

  const firstRowsMs: number[] = [];
  for (let turn = 0; turn < 20; turn += 1) {
    await page.reload({ waitUntil: "commit" });
    firstRowsMs.push(await awaitFirstRows(page));
  }
  // The network is never idle: a stream tells what changes.
  await page.waitForTimeout(2000);
  const scriptBytes = await countScriptBytes(page);
  const frames = await scroll(page, bench.isQuick ? 2000 : 10_000);
  const [rate, slow] = [1000 / median(frames.intervalsMs), quantile(frames.intervalsMs, 0.99)];

  return [
    limitFigure(
      `screen ${of}, first rows after navigation, p95`,
      "ms",
      quantile(firstRowsMs, 0.95),
      limits.firstRowsMs,
      0,
    ),
    limitFigure(`screen ${of}, scripts`, "KB", kilobytes(scriptBytes), limits.scriptKilobytes),
    {
      ...limitFigure(`screen ${of}, median image while scrolling`, "ms", 1000 / rate, 1000 / limits.framesPerSecond),
      notes: [
        `Scrolling ${frames.rowCount} rows by: ${rate.toFixed(0)} images/s, ` +
          `one in a hundred after ${slow.toFixed(0)} ms or more.`,
      ],
    },
  ];
}

/** Milliseconds from the start of the navigation to the image that holds a row. */
function awaitFirstRows(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector("tr[data-index] button")) resolve(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

/** As they came: of files in a cache too. */
function countScriptBytes(page: Page): Promise<number> {
  return page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => new URL(name).pathname.endsWith(".js"))
      .reduce((total, entry) => total + (entry as PerformanceResourceTiming).encodedBodySize, 0),
  );
}

/** Down, 2400 px a second as a hand turns a wheel, with more rows fetched on the way. */
function scroll(page: Page, durationMs: number): Promise<{ intervalsMs: number[]; rowCount: number }> {
  return page.evaluate(
    (wantedMs) =>
      new Promise<{ intervalsMs: number[]; rowCount: number }>((resolve) => {
        const intervalsMs: number[] = [];
        const startedAt = performance.now();
        let last = startedAt;
        const next = (now: number) => {
          if (now > startedAt) intervalsMs.push(now - last);
          scrollBy({ top: (2400 * (now - last)) / 1000, behavior: "instant" });
          last = now;
          if (now - startedAt < wantedMs) requestAnimationFrame(next);
          else
            resolve({
              intervalsMs,
              rowCount: Number([...document.querySelectorAll("tr[data-index]")].at(-1)?.ariaRowIndex),
            });
        };
        requestAnimationFrame(next);
      }),
    durationMs,
  );
}
