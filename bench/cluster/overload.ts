import { setTimeout as wait } from "node:timers/promises";

import { atDepth } from "#tests/support/depth.ts";

import type { Bench } from "../benchmark.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { startDatabase } from "./postgres-pair.ts";
import { type Product, startProduct } from "./product.ts";
import { ask, countAnswers, openConnections, sendLead, startVisitors, timeOf, type Try } from "./visitors.ts";

const capacitySeconds = atDepth(6, 20);
const overloadSeconds = atDepth(15, 60);
/** As many as keep one process busy without making anybody wait. */
const usualAtOnce = 8;
const limits = { postgres: 600, embedded: 800 };

/** Four times what one process holds, from as many visitors as it takes. Source: promise R-14. */
export async function proveOverload(bench: Bench, engine: keyof typeof limits): Promise<ProofResult> {
  const product = await startProduct(bench, { environment: await prepareEngine(bench, engine) });
  await measureCapacity(product, 2); // warm
  const usual = await measureCapacity(product, capacitySeconds);
  const usualPages = await viewPages(product, capacitySeconds);

  const perSecond = Math.round(usual.perSecond * 4);
  const visitors = startVisitors({ url: product.url, perSecond, triesAgain: false });
  const memories: number[] = [];
  const watching = setInterval(
    () =>
      void product
        .memory()
        .then((mb) => memories.push(mb))
        .catch(() => 0),
    1000,
  );
  await wait(2000); // to find its pace
  const [settledAt, pages] = [performance.now(), await viewPages(product, overloadSeconds)];
  clearInterval(watching);
  await visitors.finish();
  const during = visitors.tries.filter(({ at }) => at >= settledAt);
  const accepted = during.filter(({ status }) => status === 200);
  const refused = during.filter(({ status }) => status !== 200);
  const recoveryMs = await timeRecovery(product, p95(usual.tries) * 2 + 50);

  const wrong = refused.filter(({ status, retryAfter }) => (status !== 503 && status !== 429) || !retryAfter);
  const memory = Math.max(...memories);
  return {
    figures: [
      `${engine}: ${Math.round(usual.perSecond)} leads/s held, ${perSecond}/s sent for ${overloadSeconds} s`,
      `${Math.round((accepted.length / during.length) * 100)} % accepted, p95 ${p95(accepted)} ms (usually ${p95(usual.tries)})`,
      `refused (${countAnswers(refused)}) in p50 ${p50(refused)} ms, p95 ${p95(refused)} ms`,
      `pages p95 ${p95(pages)} ms (with ${usualAtOnce} at once ${p95(usualPages)})`,
      `${Math.round(memory)} MB, usual again after ${Math.round(recoveryMs)} ms`,
    ].join(", "),
    faults: [
      p95(accepted) > 1000 && "what is accepted takes longer than a second",
      wrong.length > 0 && `refusals that are not 503 or 429 with Retry-After: ${countAnswers(wrong)}`,
      memory > limits[engine] && `more than ${limits[engine]} MB`,
      recoveryMs > 5000 && "not as usual after five seconds",
    ].filter((fault) => fault !== false),
  };
}

async function prepareEngine(bench: Bench, engine: keyof typeof limits): Promise<Record<string, string>> {
  // no receiver listens: one would be part of what is measured
  const environment = { LOG_LEVEL: "fatal", WEBHOOK_LEAD_URL: "http://127.0.0.1:9/", WEBHOOK_SECRET: secret };
  if (engine === "embedded") return environment;
  return { ...environment, DATABASE_URL: (await startDatabase(bench)).url("site") };
}

const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;

/** Visitors who come one behind the other, a few at once. */
async function measureCapacity({ url }: Product, seconds: number): Promise<{ perSecond: number; tries: Try[] }> {
  const agent = openConnections();
  const tries: Try[] = [];
  const endsAt = performance.now() + seconds * 1000;
  const come = async () => {
    while (performance.now() < endsAt) {
      tries.push(await sendLead(agent, url, 1_000_000 + tries.length, crypto.randomUUID()));
    }
  };
  await Promise.all(Array.from({ length: usualAtOnce }, come));
  agent.destroy();
  const failed = tries.filter(({ status }) => status !== 200);
  if (failed.length > 0) throw new Error(`The usual load was refused: ${countAnswers(failed)}.`);
  return { perSecond: tries.length / seconds, tries };
}

async function viewPages({ url }: Product, seconds: number): Promise<Pick<Try, "tookMs">[]> {
  const agent = openConnections();
  const views: Pick<Try, "tookMs">[] = [];
  const endsAt = performance.now() + seconds * 1000;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    const { status } = await ask(agent, `${url}/secretariat`);
    if (status !== 200) throw new Error(`A page is answered ${status}.`);
    views.push({ tookMs: performance.now() - startedAt });
    await wait(20);
  }
  agent.destroy();
  return views;
}

/** Until twenty in a row are answered as before. */
async function timeRecovery({ url }: Product, usualMs: number): Promise<number> {
  const agent = openConnections();
  const startedAt = performance.now();
  let inARow = 0;
  for (let number = 2_000_000; inARow < 20; number += 1) {
    const { status, tookMs } = await sendLead(agent, url, number, crypto.randomUUID());
    inARow = status === 200 && tookMs <= usualMs ? inARow + 1 : 0;
    if (performance.now() - startedAt > 30_000) break;
  }
  agent.destroy();
  return performance.now() - startedAt;
}

const p50 = (tries: Pick<Try, "tookMs">[]) => timeOf(tries, 0.5);
const p95 = (tries: Pick<Try, "tookMs">[]) => timeOf(tries, 0.95);
