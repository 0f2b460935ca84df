import { once } from "node:events";
import { Worker } from "node:worker_threads";

import type { ComparedSite, DayCompared } from "#domain/site/page-renderer.ts";

/** In a thread of its own, which ends with it. @param root folder that contains `dist/` */
export async function compareApart(root: string, compared: ComparedSite): Promise<DayCompared[]> {
  const worker = new Worker(new URL("./compare-worker.ts", import.meta.url), { workerData: { root, ...compared } });
  try {
    // An error of the thread is thrown here.
    const [days] = await once(worker, "message");
    return days;
  } finally {
    await worker.terminate();
  }
}
