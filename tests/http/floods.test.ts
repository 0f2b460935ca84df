import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";

import { expect, test, vi } from "vitest";

import { secretariat } from "#tests/leads/sending.ts";
import { atDepth } from "#tests/support/depth.ts";
import { send, visitorAddress } from "#tests/support/http-client.ts";
import { serveTests } from "#tests/support/http-server.ts";

vi.setConfig({ testTimeout: 180_000 });

/** How many visitors are timed without, then with the flood. */
const visitors = atDepth(10, 100);
/** Source: promise R-14. Only `npm run prove` judges: on a busy machine a wait tells little. */
const mostRatio = atDepth(50, 2);
const flooder = "127.0.0.252";

const { server } = await serveTests();

async function submitFrom(from: string, apikey = server.context.settings.publishableKey) {
  const startedAt = performance.now();
  const { status } = await send(server.port, "POST", "/rest/v1/rpc/create_lead_without_auth", {
    from,
    headers: { apikey },
    body: { ...secretariat, email_param: `${randomUUID()}@exemple.example` },
  });
  return { status, tookMs: performance.now() - startedAt };
}

/** Visitors one after the other: the half of them waited no longer than this. */
async function halfWaitMs(): Promise<number> {
  const waits: number[] = [];
  for (let number = 0; number < visitors; number += 1) {
    const { status, tookMs } = await submitFrom(visitorAddress(number));
    expect(status).toBe(200);
    waits.push(tookMs);
  }
  return waits.toSorted((a, b) => a - b)[Math.floor(visitors / 2)] ?? 0;
}

test("A flood from one refused address refuses no other address, and writes nothing", async () => {
  await halfWaitMs(); // what the first request reads is read once
  const quietMs = await halfWaitMs();

  const workerData = {
    port: server.port,
    from: flooder,
    apikey: server.context.settings.publishableKey,
    connections: 64,
  };
  const flood = new Worker(new URL("./flooding-client.ts", import.meta.url), { workerData });
  await vi.waitFor(async () => expect((await submitFrom(flooder)).status).toBe(429), { interval: 50 });
  const floodedMs = await halfWaitMs();
  expect((await submitFrom(flooder)).status).toBe(429);
  expect((await submitFrom(flooder, server.context.settings.secretKey)).status).toBe(200);
  await flood.terminate();

  const ratio = floodedMs / quietMs;
  // Server, load and clock share the machine's processors, and one process but for the load.
  console.log(
    `R-14: half wait ${quietMs.toFixed(0)} ms, in a flood ${floodedMs.toFixed(0)} ms, ratio ${ratio.toFixed(2)}`,
  );
  expect(server.failures).toEqual([]);
  expect(ratio).toBeLessThanOrEqual(mostRatio);
});
