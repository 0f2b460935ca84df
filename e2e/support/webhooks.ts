import { inject } from "vitest";

import type { ReceivedWebhook } from "#domain/site/demo-page.ts";

export type Webhook = Omit<ReceivedWebhook, "body"> & { body: Record<string, unknown> };

/** What the demonstration's receiver was sent about this address: other visitors' are not in it. */
export async function webhooksAbout(email: string, siteUrl = inject("siteUrl")): Promise<Webhook[]> {
  const all = (await (await fetch(`${siteUrl}/demo/webhooks.json`)).json()) as Webhook[];
  return all.filter((webhook) => webhook.body.email === email);
}
