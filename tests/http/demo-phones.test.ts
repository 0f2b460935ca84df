import { afterAll, beforeAll, expect, test } from "vitest";
import { Webhook } from "standardwebhooks";

import { drawLetter } from "#app/mail/draw-letter.tsx";
import { createMailComposer } from "#server/mail/mail-composer.ts";
import { startOutbox, type Outbox } from "#engine/outbox/outbox.ts";
import { webhookSecret } from "#engine/outbox/webhook-secret.ts";
import { send } from "#tests/support/http-client.ts";
import { serveTests } from "#tests/support/http-server.ts";

const { server } = await serveTests();
const { context } = server;
const phone = "33639984107";
let outbox: Outbox;

beforeAll(async () => {
  const { auth } = context.settings;
  const sendSms = { uri: `http://127.0.0.1:${server.port}/demo/sms`, secrets: auth.sendSms?.secrets ?? [] };
  outbox = await startOutbox(
    { ...context, settings: { ...context.settings, auth: { ...auth, sendSms } } },
    { composeMail: createMailComposer(context, drawLetter) },
  );
});
afterAll(() => outbox.stop());

const ask = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  send(server.port, method, path, { body, headers: { apikey: context.settings.publishableKey, ...headers } });
const texts = async () => (await ask("GET", "/demo/sms.json")).body as { to: string; body: string; otp: string }[];

test("The demonstration's phones show what the hook was given, and their code signs in", async () => {
  expect((await ask("POST", "/auth/v1/otp", { phone: `+${phone}` })).status).toBe(200);
  await expect.poll(texts).toHaveLength(1);
  const [text] = await texts();
  expect(text).toEqual({
    to: phone,
    otp: expect.stringMatching(/^\d{6}$/),
    body: `${text?.otp} est votre code ${context.settings.site.brand}. Ne le donnez à personne.`,
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
  });
  const verified = await ask("POST", "/auth/v1/verify", { type: "sms", phone, token: text?.otp });
  expect(verified).toMatchObject({ status: 200, body: { user: { phone } } });
  expect((await ask("DELETE", "/demo/sms.json")).status).toBe(204);
  expect(await texts()).toEqual([]);
});

test("Cut off, they take the code once they are back; no caller waits for them meanwhile", async () => {
  await ask("PUT", "/demo/switches.json", { sms: "down" });
  expect((await ask("POST", "/auth/v1/otp", { phone })).status).toBe(200);
  expect(await texts()).toEqual([]);
  await ask("PUT", "/demo/switches.json", { sms: "ok" });
  await expect.poll(texts).toHaveLength(1);
});

test("They believe nothing that was not signed for them, and fail at nothing", async () => {
  const before = await texts();
  const body = JSON.stringify({ user: { phone }, sms: { otp: "123456" } });
  expect((await ask("POST", "/demo/sms", { user: { phone }, sms: { otp: "123456" } })).status).toBe(401);
  const now = new Date();
  const signed = (text: string, secret: string) => ({
    "webhook-id": "x",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("x", now, text),
  });
  const other = signed(body, context.settings.webhooks.secrets[0] ?? "");
  expect((await ask("POST", "/demo/sms", JSON.parse(body), other)).status).toBe(401);
  const own = webhookSecret(context.settings.auth.sendSms?.secrets[0] ?? "");
  expect((await ask("POST", "/demo/sms", { nothing: 1 }, signed('{"nothing":1}', own))).status).toBe(400);
  expect(await texts()).toEqual(before);
});
