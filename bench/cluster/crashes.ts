import { setTimeout as wait } from "node:timers/promises";

import { atDepth } from "#tests/support/depth.ts";

import type { Bench } from "../benchmark.ts";
import type { ProofResult } from "./cluster-proof.ts";
import { prepareForPooler } from "./pooler.ts";
import { startPrimary, superuser, waitUntil } from "./postgres-pair.ts";
import { startProduct } from "./product.ts";
import { findStored } from "./stored-leads.ts";
import { countAnswers, startVisitors } from "./visitors.ts";

const stopCount = atDepth(3, 5);
const secondsEach = atDepth(6, 12);
const perSecond = atDepth(10, 50);
const awayMs = 2000;

/** PostgreSQL is stopped as by a power cut, again and again, while visitors submit. Source: promise R-03. */
export async function proveCrashes(bench: Bench): Promise<ProofResult> {
  const server = await startPrimary(bench);
  await prepareForPooler((database, text) => server.query(database, text));
  const url = `postgres://${superuser.name}:${superuser.password}@127.0.0.1:${server.port}/site`;
  const environment = {
    DATABASE_URL: url,
    WEBHOOK_LEAD_URL: "http://127.0.0.1:9/",
    WEBHOOK_SECRET: `whsec_${Buffer.alloc(24, 7).toString("base64")}`,
  };
  const product = await startProduct(bench, { environment });
  const visitors = startVisitors({ url: product.url, perSecond });
  await waitUntil(() => visitors.acknowledged.size >= perSecond);

  const firstYes: number[] = [];
  for (let stop = 1; stop <= stopCount; stop += 1) {
    const began = performance.now();
    await server.stopImmediately();
    await wait(awayMs);
    await server.start();
    const backAt = performance.now();
    await waitUntil(() => visitors.tries.some(({ at, tookMs, status }) => status === 200 && at + tookMs > backAt));
    firstYes.push(performance.now() - backAt);
    await wait(Math.max(0, secondsEach * 1000 - (performance.now() - began)));
  }
  await visitors.finish();

  const stored = await findStored(server, visitors.acknowledged);
  const failed = visitors.tries.filter(({ status }) => status !== 200);
  const longestMs = Math.max(...visitors.tries.map(({ tookMs }) => tookMs));
  const wrong = failed.filter(({ status, retryAfter }) => status !== 503 || !retryAfter);
  return {
    figures: [
      `${stopCount} stops in ${stopCount * secondsEach} s at ${perSecond}/s`,
      `${stored.lost} of ${visitors.acknowledged.size} acknowledged lost, ${stored.doubled} twice`,
      `${failed.length} tries refused (${countAnswers(failed)})`,
      `first yes ${Math.round(Math.max(...firstYes))} ms after the database was back, longest answer ${Math.round(longestMs)} ms`,
    ].join(", "),
    faults: [
      stored.lost + stored.doubled + stored.withoutEvent > 0 && "leads are lost, doubled or without event",
      wrong.length > 0 && `refusals that are not 503 with Retry-After: ${countAnswers(wrong)}`,
      longestMs > 5000 && "an answer took longer than five seconds",
      Math.max(...firstYes) > 3000 && "more than three seconds to the first yes",
    ].filter((fault) => fault !== false),
  };
}
