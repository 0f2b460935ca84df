import * as z from "zod/mini";

import { pricedThings, type Prices } from "#domain/site/prices.ts";
import { civilDate } from "#kit/civil-date.ts";
import { pricesOn } from "#subjects/offers/rules/prices.ts";

const day = z.pipe(z.string(), z.transform(civilDate));

const configSchema = z.object({
  brand: z.string(),
  apiUrl: z.string(),
  publishableKey: z.string(),
  offers: z.object({ phoneFactors: z.boolean(), keyFactors: z.boolean(), passkeys: z.boolean() }),
  /** The server's day, and the days of the secretariat's promotion: what a lead pays when follows from them. */
  today: day,
  promotion: z.optional(z.object({ from: day, to: day })),
  /** Those that began, above the first ones. */
  prices: z.exactOptional(
    z.array(z.object({ from: day, of: z.enum(pricedThings), volume: z.exactOptional(z.number()), price: z.number() })),
  ),
});

/** What the server tells the application, as JSON in `data-config` of its root element. */
export type AdminConfig = z.infer<typeof configSchema>;

/** What everything costs on the server's day. */
export function pricesNow(config: AdminConfig): Prices {
  return pricesOn(config, config.today);
}

/** @throws when the page was not made by our server: nothing can work then. */
export function readAdminConfig(root: HTMLElement): AdminConfig {
  return configSchema.parse(JSON.parse(root.dataset["config"] ?? "null"));
}
