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
const limits = {
  firstRowsMs: 200,
  /** 60 images a second: the browser tells instants to a tenth of a millisecond. */
  imageMs: 16.7,
  scriptKilobytes: 250,
};

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
  const listBytes = await countScriptBytes(page);
  const frames = await scroll(page, bench.isQuick ? 2000 : 10_000);
  const [usual, slow] = [median(frames.intervalsMs), quantile(frames.intervalsMs, 0.99)];
  await page.goto("/admin");
  await page.getByRole("heading", { level: 1, name: "Aujourd’hui" }).waitFor();
  const firstBytes = await countScriptBytes(page);

  return [
    limitFigure(
      `screen ${of}, first rows after navigation, p95`,
      "ms",
      quantile(firstRowsMs, 0.95),
      limits.firstRowsMs,
      0,
    ),
    {
      ...limitFigure("first screen of the desk, scripts", "KB", kilobytes(firstBytes), limits.scriptKilobytes),
      notes: [`The list has ${kilobytes(listBytes).toFixed(1)} KB of scripts.`],
    },
    {
      ...limitFigure(`screen ${of}, median image while scrolling`, "ms", usual, limits.imageMs),
      notes: [
        `Scrolling ${frames.rowCount} rows by: ${(1000 / usual).toFixed(0)} images/s, ` +
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

/** As they came, of files in a cache too, within two seconds: a stream lets the network never be idle. */
async function countScriptBytes(page: Page): Promise<number> {
  await page.waitForTimeout(2000);
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
