import { askedPurposes } from "#domain/site/cookie-consent.ts";
import type { SiteSettings } from "#domain/site/site-settings.ts";

/**
 * What a site asks its visitors to allow: nothing, then it has no cookie banner and its texts say so; our own measure of
 * where visits come from; or partners' too.
 */
export function measuresOf({ consent }: Pick<SiteSettings, "consent">): "none" | "own" | "partners" {
  if (askedPurposes(consent).length === 0) return "none";
  return Object.keys(consent.trackers).length === 0 ? "own" : "partners";
}
