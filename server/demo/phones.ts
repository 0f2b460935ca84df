import { Hono } from "hono";
import * as z from "zod";

import { codeMessage } from "#subjects/account/words/account-notices.ts";
import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";
import { readBytes, readJsonBody } from "#engine/http/json-body.ts";
import { webhookSecret } from "#engine/outbox/webhook-secret.ts";

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
    const { headers } = c.req.raw;
    const text = new TextDecoder().decode(bytes.value);
    const secrets = (context.settings.auth.sendSms?.secrets ?? []).map(webhookSecret);
    if (!isSigned(secrets, text, Object.fromEntries(headers))) return c.json({ error: "signature" }, 401);
    if (state.switches.sms === "down") return c.json({ error: "down" }, 503);

    const body = await readJsonBody(new Request(c.req.url, { method: "POST", headers, body: bytes.value }));
    const asked = body.ok ? hookBody.safeParse(body.value) : undefined;
    if (!asked?.success) return c.json({ error: "unreadable" }, 400);
    const { user, sms } = asked.data;
    const said = codeMessage(sms.otp, context.settings.site.brand);
    state.texts.add({ to: sms.phone ?? user.phone, body: said, otp: sms.otp, at: context.now().toISOString() });
    return c.json({});
  });
  return phones;
}
