import { Hono } from "hono";
import * as z from "zod";

import { codeMessage } from "#content/account-notices.ts";
import type { AppEnv, ServerContext } from "#server/context.ts";
import { readBytes } from "#server/http/json-body.ts";
import { webhookSecret } from "#server/outbox/webhook-secret.ts";

import type { DemoState } from "./demo-state.ts";
import { isSigned } from "./webhook-receiver.ts";

const hookBody = z.object({
  user: z.object({ phone: z.string() }),
  sms: z.object({ otp: z.string(), phone: z.string().optional() }),
});

/** Stands in for the send-SMS hook and for every phone: believes what is signed, as the switch says. */
export function createPhones(context: ServerContext, state: DemoState): Hono<AppEnv> {
  const phones = new Hono<AppEnv>();
  phones.post("/", async (c) => {
    const bytes = await readBytes(c.req.raw);
    if (!bytes.ok) return c.json({ error: bytes.problem.code }, bytes.problem.status);
    const text = new TextDecoder().decode(bytes.value);
    const secrets = (context.settings.auth.sendSms?.secrets ?? []).map(webhookSecret);
    if (!isSigned(secrets, text, Object.fromEntries(c.req.raw.headers))) return c.json({ error: "signature" }, 401);
    if (state.switches.sms === "down") return c.json({ error: "down" }, 503);

    const { user, sms } = hookBody.parse(JSON.parse(text));
    const body = codeMessage(sms.otp, context.settings.site.brand);
    state.texts.add({ to: sms.phone ?? user.phone, body, otp: sms.otp, at: context.now().toISOString() });
    return c.json({});
  });
  return phones;
}
