import { setTimeout as wait } from "node:timers/promises";

/** A page's first reader gets a quick copy: reads each one until it comes as later visitors get it. */
export async function awaitBestCopies(urls: string[]): Promise<void> {
  await Promise.all(urls.map(awaitBestCopy));
}

async function awaitBestCopy(url: string): Promise<void> {
  for (;;) {
    const { headers, body } = await fetch(url, { headers: { "accept-encoding": "gzip" } });
    await body?.cancel();
    // The last one that is made: see encodingsByPreference.
    if (headers.get("content-encoding") === "gzip") return;
    await wait(100);
  }
}
