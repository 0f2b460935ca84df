import { randomUUID } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { secretariat } from "#tests/leads/sending.ts";
import { findFreePort } from "#tests/support/free-port.ts";
import { send } from "#tests/support/http-client.ts";
import { createTestInstance, type TestInstance } from "#tests/support/test-instance.ts";

import { type SiteProcess, startSite } from "./site-process.ts";

const publishableKey = "sb_publishable_of_the_drain";

let instance: TestInstance;
let site: SiteProcess;

beforeAll(async () => {
  instance = await createTestInstance();
  site = await startSite(instance, {
    PORT: String(await findFreePort()),
    LOG_LEVEL: "error",
    PUBLISHABLE_KEY: publishableKey,
    DRAIN_SECONDS: "2",
  });
});
afterAll(async () => {
  await site?.kill();
  await instance?.remove();
});

test("A stop behind a proxy first says that it is not ready, and answers until the proxy has noticed", async () => {
  expect((await send(site.port, "GET", "/readyz")).body).toMatchObject({ status: "ready" });

  site.terminate();
  await expect
    .poll(async () => (await send(site.port, "GET", "/readyz")).body, { interval: 5 })
    .toMatchObject({ status: "stopping", database: "reachable" });
  const late = await send(site.port, "POST", "/rest/v1/rpc/create_lead_without_auth", {
    headers: { apikey: publishableKey, connection: "keep-alive" },
    body: { ...secretariat, email_param: "tard@exemple.example", idempotency_key_param: randomUUID() },
  });

  expect([late.status, late.headers.get("connection")]).toEqual([200, "close"]);
  expect(await site.ended).toBe(0);
});
