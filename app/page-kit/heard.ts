import type { SiteSettings } from "#domain/contracts/site-settings.ts";

/** Whether a customer's words may be shown: something supports them, or they are a demonstration's, which says so. */
export function isHeard({ demo, testimonials }: SiteSettings, id: string): boolean {
  return demo !== undefined || id in testimonials;
}
