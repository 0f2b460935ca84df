import * as z from "zod/mini";

const configSchema = z.object({
  brand: z.string(),
  apiUrl: z.string(),
  publishableKey: z.string(),
  offers: z.object({ phoneFactors: z.boolean(), passkeys: z.boolean() }),
});

/** What the server tells the application, as JSON in `data-config` of its root element. */
export type AdminConfig = z.infer<typeof configSchema>;

/** @throws when the page was not made by our server: nothing can work then. */
export function readAdminConfig(root: HTMLElement): AdminConfig {
  return configSchema.parse(JSON.parse(root.dataset["config"] ?? "null"));
}
