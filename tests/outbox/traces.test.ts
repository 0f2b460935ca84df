import pino from "pino";
import { expect, onTestFinished, test } from "vitest";

import type { ServerContext } from "#server/context/context.ts";
import { openTraces } from "#engine/traces/open-traces.ts";
import { newKey, secretariat } from "#tests/leads/sending.ts";
import { createTestContext } from "#tests/support/context.ts";
import { type HttpServer, startHttpServer } from "#tests/support/http-server.ts";
import { send } from "#tests/support/http-client.ts";

import { type SentSpan, startCollector } from "./collector.ts";
import { openOutboxForFile, startTestOutbox } from "./outbox-support.ts";
import { newSecret } from "#tests/support/webhook-secret.ts";
import { receiversOf } from "#tests/support/receivers.ts";

const { db, receiver } = await openOutboxForFile();

const visitorsTrace = "4bf92f3577b34da6a3ce929d0e0e4736";

type Site = { server: HttpServer; submit(): Promise<number>; deliver(): Promise<void> };

async function startSite(tracesUrl: string | undefined, log: ServerContext["log"]): Promise<Site> {
  const { settings } = createTestContext({ db });
  const traces = await openTraces({ ...settings, tracesUrl }, log);
  const server = await startHttpServer({ db, traces });
  onTestFinished(() => server.close());
  return {
    server,
    async submit() {
      const headers = {
        apikey: settings.publishableKey,
        traceparent: `00-${visitorsTrace}-00f067aa0ba902b7-01`,
      };
      const body = { ...secretariat, idempotency_key_param: newKey() };
      return (await send(server.port, "POST", "/rest/v1/rpc/create_lead_without_auth", { headers, body })).status;
    },
    async deliver() {
      const webhooks = { receivers: receiversOf({ leadUrls: [receiver.url()] }), secrets: [newSecret()] };
      const outbox = await startTestOutbox({ ...server.context, settings: { ...settings, webhooks } });
      await receiver.until(() => receiver.received.length === 1);
      await outbox.drain();
      await outbox.stop();
      await traces.close();
    },
  };
}

/** Receivers are there before the lead, as after a first start. */
async function configureReceiver(): Promise<void> {
  await db.inspect("insert into private.receivers (topic, url) values ('lead', $1)", [receiver.url()]);
}

const quiet = pino({ level: "silent" });

test("One trace leads from the form through its statement to the webhook, which carries it on", async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  await configureReceiver();
  const site = await startSite(collector.url, quiet);
  expect(await site.submit()).toBe(200);
  await site.deliver();

  const spans = collector.spans();
  const find = (name: string) => {
    const found = spans.filter((span) => span.name === name);
    expect(found.map(({ traceId }) => traceId)).toHaveLength(1);
    return found[0] as SentSpan;
  };
  const request = find("POST /rest/v1/rpc/:name");
  const transaction = find("transaction as anon");
  const statement = find("select public.create_lead_without_auth");
  const delivery = find("deliver webhook");
  expect(request.parentSpanId).toBeUndefined();
  expect(transaction.parentSpanId).toBe(request.spanId);
  expect(statement.parentSpanId).toBe(transaction.spanId);
  expect(delivery.parentSpanId).toBe(transaction.spanId);
  expect(new Set([request, transaction, statement, delivery].map(({ traceId }) => traceId)).size).toBe(1);
  expect(receiver.received[0]?.headers.traceparent).toBe(`00-${request.traceId}-${delivery.spanId}-01`);
  expect(delivery.attributes).toContainEqual({ key: "http.response.status_code", value: { intValue: 200 } });
});

test("A trace holds no personal data, and a trace id sent by a visitor is ignored", async () => {
  const collector = await startCollector();
  onTestFinished(() => collector.close());
  await configureReceiver();
  const site = await startSite(collector.url, quiet);
  await site.submit();
  const headers = { apikey: site.server.context.settings.publishableKey };
  await send(site.server.port, "GET", "/rest/v1/leads?email=eq.claire@exemple.example&select=id", { headers });
  await send(site.server.port, "GET", "/rest/v1/claire%40exemple.example", { headers });
  await send(site.server.port, "POST", "/auth/v1/token?grant_type=password", {
    headers,
    body: { email: "claire@exemple.example", password: "un-mauvais-mot-de-passe" },
  });
  await send(site.server.port, "GET", "/auth/v1/verify?token=0123456789abcdef&type=recovery", { headers });
  await site.deliver();

  const text = collector.text();
  const names = collector.spans().map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(["GET /rest/v1/:relation", "POST /auth/v1/token", "GET /auth/v1/verify"]),
  );
  const typed = Object.values(secretariat).filter((value) => typeof value === "string" && value.length > 6);
  expect(typed.length).toBeGreaterThan(8);
  expect(typed.filter((value) => text.includes(value as string))).toEqual([]);
  expect(text).not.toMatch(/claire|mot-de-passe|0123456789abcdef|127\.0\.0\.1|grant_type|Hélène|eyJ/);
  expect(text).not.toContain(visitorsTrace);
});

test("Without an address nothing is traced, and no receiver is told of a trace", async () => {
  await configureReceiver();
  const site = await startSite(undefined, quiet);
  expect(await site.submit()).toBe(200);
  await site.deliver();
  expect(receiver.received[0]?.headers.traceparent).toBeUndefined();
  const { rows } = await db.inspect("select distinct traceparent from private.deliveries");
  expect(rows).toEqual([{ traceparent: null }]);
});

test("A collector that is away delays no answer and no delivery, and the log says it once", async () => {
  const lines: string[] = [];
  await configureReceiver();
  const site = await startSite("http://127.0.0.1:9", pino({ level: "warn" }, { write: (line) => lines.push(line) }));
  expect(await site.submit()).toBe(200);
  await site.deliver();
  expect(receiver.received).toHaveLength(1);
  expect(lines.filter((line) => line.includes("traces could not be sent"))).toHaveLength(1);
});

test("A delivery queued outside of a trace belongs to none, with any setting", async () => {
  await db.asServer(async (tx) => {
    await tx.query("select set_config('request.traceparent', $1, true)", ["'; drop table leads; --"]);
    await tx.query("insert into private.deliveries (kind, event, body) values ('mail', 'mail.recovery', '{}')");
  });
  const { rows } = await db.inspect("select traceparent from private.deliveries");
  expect(rows).toEqual([{ traceparent: null }]);
});
