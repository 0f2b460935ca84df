import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import { Hono } from "hono";
import { Webhook } from "standardwebhooks";

import type { ReceivedWebhook } from "#domain/site/demo-page.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { readBytes, readJsonBody } from "#engine/http/json-body.ts";

import type { DemoState } from "./demo-state.ts";

const slowAnswerMs = 14_000;

/**
 * Stands in for the automation service: checks the signature as a real receiver does, then answers as the switch says.
 */
export function createWebhookReceiver(context: ServerContext, state: DemoState): Hono<AppEnv> {
  const receiver = new Hono<AppEnv>();

  receiver.post("/:topic{lead|sign-in}", async (c) => {
    const bytes = await readBytes(c.req.raw);
    if (!bytes.ok) return c.json({ error: bytes.problem.code }, bytes.problem.status);
    const { url, headers: sent } = c.req.raw;
    const body = await readJsonBody(new Request(url, { method: "POST", headers: sent, body: bytes.value }));
    if (!body.ok) return c.json({ error: body.problem.code }, body.problem.status);

    const headers = Object.fromEntries(c.req.raw.headers);
    const text = new TextDecoder().decode(bytes.value);
    const isSignatureValid = isSigned(context.settings.webhooks.secrets, text, headers);
    const status = isSignatureValid ? answerStatus(state) : 401;

    const entry: ReceivedWebhook = {
      id: randomUUID(),
      receivedAt: context.now().toISOString(),
      topic: c.req.param("topic") === "lead" ? "lead" : "sign-in",
      webhookId: c.req.header("webhook-id") ?? "",
      isSignatureValid,
      status,
      body: body.value,
    };
    state.webhooks.add(entry);

    if (state.switches.webhooks === "slow") await wait(slowAnswerMs);
    return c.json({ received: status === 200 }, status as 200);
  });

  return receiver;
}

function answerStatus({ switches }: DemoState): number {
  if (switches.webhooks === "500") return 500;
  if (switches.webhooks === "410") return 410;
  if (switches.webhooks === "down") return 503;
  return 200;
}

/** Whether one of the secrets signed a body. */
export function isSigned(secrets: string[], body: string, headers: Record<string, string>): boolean {
  return secrets.some((secret) => {
    try {
      new Webhook(secret).verify(body, headers);
      return true;
    } catch {
      // The library throws for a bad signature, which is an answer here, not a breakdown.
      return false;
    }
  });
}
