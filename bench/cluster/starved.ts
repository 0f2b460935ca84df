import { spawn } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";

import { atDepth } from "#tests/support/depth.ts";

import { type Bench, makeFolder } from "../benchmark.ts";
import { endProcess } from "../support/processes.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { storedEmails } from "./full-disk.ts";
import { type Product, secretKey, startProduct } from "./product.ts";
import { countAnswers, emailOf, startVisitors } from "./visitors.ts";

/** Of one processor: what is left of it is the machine's. */
const share = 0.07;
const periodMs = 200;
const starvedSeconds = atDepth(60, 600);
const perSecond = 0.5;
const busyPrograms = atDepth(4, 20);

/**
 * The embedded engine on a machine that has next to no processor for it: stopped and continued, so that it runs for a
 * fifteenth of the time, and started among programs that leave nothing idle.
 */
export async function proveStarved(bench: Bench): Promise<ProofResult> {
  const environment = { DATA_DIR: makeFolder(bench), LOG_LEVEL: "warn" };
  const product = await startProduct(bench, { environment });
  const visitors = startVisitors({ url: product.url, perSecond, longestWaitMs: 5000 });
  const starving = starve(bench, product);
  await wait(starvedSeconds * 1000);
  await starving.end();
  await visitors.finish();
  const restarts = await countRestarts(product);
  await product.stop();

  const busy = Array.from({ length: busyPrograms }, () => spawn(process.execPath, ["-e", "while (true);"]));
  for (const program of busy) bench.atEnd(() => endProcess(program, "SIGKILL"));
  const startedAt = performance.now();
  const again = await startProduct(bench, { environment });
  const readyMs = Math.round(performance.now() - startedAt);
  const restartsOfStart = await countRestarts(again);
  await Promise.all(busy.map((program) => endProcess(program, "SIGKILL")));

  const stored = await storedEmails(again);
  const lost = visitors.sent.filter((key) => !stored.has(emailOf(key))).length;
  const refused = visitors.tries.filter(({ status }) => status !== 200);
  return {
    figures: [
      `${Math.round(share * 100)} % of a processor for ${starvedSeconds} s: ${restarts} restarts`,
      `${lost} of ${visitors.sent.length} leads lost (${countAnswers(refused)} before they were taken)`,
      `started among ${busyPrograms} busy programs: ready after ${readyMs} ms, ${restartsOfStart} restarts`,
    ].join(", "),
    faults: [restarts + restartsOfStart > 0 && "the engine was opened again", lost > 0 && "leads are lost"].filter(
      (fault) => fault !== false,
    ),
  };
}

/** Lets a process run for its share of each period, with all its threads. */
function starve(bench: Bench, { pid }: Product): { end(): Promise<void> } {
  let isOver = false;
  const running = (async () => {
    while (!isOver) {
      process.kill(pid, "SIGCONT");
      await wait(periodMs * share);
      process.kill(pid, "SIGSTOP");
      await wait(periodMs * (1 - share));
    }
  })().finally(() => process.kill(pid, "SIGCONT"));
  const end = () => {
    isOver = true;
    return running;
  };
  bench.atEnd(() => end().catch(() => undefined)); // it may have ended
  return { end };
}

async function countRestarts({ url }: Product): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${secretKey}` } });
  return Number(/^site_embedded_engine_restarts_total (\S+)/m.exec(await answer.text())?.[1]);
}
