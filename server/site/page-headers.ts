import { createHash } from "node:crypto";
import type { OutgoingHttpHeaders } from "node:http";

import { pageTransition } from "#domain/site/page-transition.ts";
import type { Tracker } from "#domain/site/site-settings.ts";
import type { Settings } from "#server/settings/settings.ts";

/** Takes what browsers say of a page by themselves: see server/functions/report.ts. */
const reportAddress = "/functions/v1/report";

/** Files of the site, and the one rule that stands in the page itself. */
export const pageStyles = `style-src 'self' 'sha256-${createHash("sha256").update(pageTransition).digest("base64")}'`;

/** Sent with every page. Other hosts appear only where they are configured. */
export function pageHeaders({ site, supabaseUrl }: Pick<Settings, "site" | "supabaseUrl">): OutgoingHttpHeaders {
  const dataHosts = supabaseUrl === undefined ? [] : [new URL(supabaseUrl).origin];
  const { marketing, analytics } = site.consent.trackers;
  const hasTls = site.origin.startsWith("https:");

  return {
    "content-security-policy": [
      "default-src 'none'",
      "script-src 'self'",
      pageStyles,
      ["img-src 'self' data:", ...outsideHostOf(marketing, site.origin)].join(" "),
      "font-src 'self'",
      "media-src 'self'",
      ["connect-src 'self'", ...dataHosts, ...outsideHostOf(analytics, site.origin)].join(" "),
      "manifest-src 'self'",
      "base-uri 'none'",
      "form-action 'self'",
      "frame-ancestors 'none'",
      "require-trusted-types-for 'script'",
      `report-uri ${reportAddress}`,
      // A browser that knows `report-to` ignores `report-uri`, and sends no report at all without TLS.
      ...(hasTls ? ["report-to csp"] : []),
    ].join("; "),
    "reporting-endpoints": `csp="${reportAddress}"`,
    "referrer-policy": "strict-origin-when-cross-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    ...(hasTls ? { "strict-transport-security": "max-age=31536000" } : {}),
  };
}

/** A tracker of this very site, as in a demonstration, is allowed already. */
function outsideHostOf(tracker: Tracker | undefined, siteOrigin: string): string[] {
  const { origin } = new URL(tracker?.url ?? "", siteOrigin);
  return origin === siteOrigin ? [] : [origin];
}

/** May be kept, but is asked for again: a page changes with settings and days. */
export const sharedPage = { "cache-control": "public, max-age=0, must-revalidate" };
/** Screens of the admin: no cache may store them. */
export const privatePage = { "cache-control": "no-store" };
/** File names contain a hash of their content, so they never change. */
export const hashedFile = {
  "cache-control": "public, max-age=31536000, immutable",
  "cross-origin-resource-policy": "same-origin",
  "x-content-type-options": "nosniff",
};
