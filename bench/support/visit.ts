import type { Browser, Page } from "playwright-core";

export type Download = { url: string; kind: string; bytes: number; encoding: string; startedAtMs: number };
export type Visit = { downloads: Download[]; firstPaintMs: number };

/** Opens the page on a telephone with nothing stored, touches nothing, and waits until it asks for nothing more. */
export async function visit(browser: Browser, url: string): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const answers: Promise<Omit<Download, "startedAtMs">>[] = [];
  page.on("response", (response) => {
    answers.push(
      response.allHeaders().then((headers) => ({
        url: response.url(),
        kind: response.request().resourceType(),
        bytes: Number(headers["content-length"] ?? NaN),
        encoding: headers["content-encoding"] ?? "none",
      })),
    );
  });
  await page.goto(url, { waitUntil: "networkidle" });
  const { starts, firstPaintMs } = await readTimings(page);
  const downloads = await Promise.all(answers);
  await context.close();
  return { downloads: downloads.map((each) => ({ ...each, startedAtMs: starts[each.url] ?? 0 })), firstPaintMs };
}

function readTimings(page: Page): Promise<{ starts: Record<string, number>; firstPaintMs: number }> {
  return page.evaluate(() => ({
    starts: Object.fromEntries(
      performance.getEntriesByType("resource").map(({ name, startTime }) => [name, startTime]),
    ),
    firstPaintMs: performance.getEntriesByName("first-paint")[0]?.startTime ?? Infinity,
  }));
}

/** Kinds that Brotli does nothing for. */
const compressedKinds = ["font", "image", "media"];

/** Of all files, or those of one kind. @throws when one that should have come in Brotli did not */
export function sumBytes(downloads: Download[], kind?: string): number {
  const counted = downloads.filter((download) => kind === undefined || download.kind === kind);
  const plain = counted.find(({ encoding, kind: type }) => encoding !== "br" && !compressedKinds.includes(type));
  if (plain) throw new Error(`${plain.url} did not come in Brotli but ${plain.encoding}.`);
  return counted.reduce((total, { bytes }) => total + bytes, 0);
}

/** 1000 bytes, as networks count. */
export function kilobytes(bytes: number): number {
  return bytes / 1000;
}
