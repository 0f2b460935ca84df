import * as z from "zod/mini";

import { civilDate } from "#kit/civil-date.ts";

const day = z.pipe(z.string(), z.transform(civilDate));

const configSchema = z.object({
  brand: z.string(),
  apiUrl: z.string(),
  publishableKey: z.string(),
  offers: z.object({ phoneFactors: z.boolean(), keyFactors: z.boolean(), passkeys: z.boolean() }),
  /** The server's day, and the days of the secretariat's promotion: what a lead pays when follows from them. */
  today: day,
  promotion: z.optional(z.object({ from: day, to: day })),
});

/** What the server tells the application, as JSON in `data-config` of its root element. */
export type AdminConfig = z.infer<typeof configSchema>;

/** @throws when the page was not made by our server: nothing can work then. */
export function readAdminConfig(root: HTMLElement): AdminConfig {
  return configSchema.parse(JSON.parse(root.dataset["config"] ?? "null"));
}
