import { Hono } from "hono";

import type { AppEnv } from "#engine/context.ts";
import type { ServerContext } from "#server/context/context.ts";

/** How long it may be believed: RFC 9116 wants less than a year, and each reading says it anew. */
const goodForDays = 180;
const dayMs = 86_400_000;

/** `/.well-known/security.txt`: where to report a vulnerability (RFC 9116). */
export function createSecurityText({ settings, now }: ServerContext): Hono<AppEnv> {
  return new Hono<AppEnv>().get("/", (c) => {
    const { securityContact, site } = settings;
    if (securityContact === undefined) return c.notFound();
    // By whole days: the same text all day long.
    const expires = new Date((Math.floor(now().getTime() / dayMs) + goodForDays) * dayMs);
    const lines = [
      `Contact: ${securityContact}`,
      `Expires: ${expires.toISOString()}`,
      "Preferred-Languages: fr",
      `Canonical: ${site.origin}${securityTextPath}`,
    ];
    return c.text(`${lines.join("\n")}\n`, 200, { "cache-control": "public, max-age=86400" });
  });
}

export const securityTextPath = "/.well-known/security.txt";
