import type { SiteConfig } from "#domain/site/site-config.ts";
import { failed, ok, type Result } from "#kit/result.ts";

/**
 * Where to report a vulnerability (RFC 9116), as an address with its scheme: `security.contact`, else the site's
 * contact address; undefined where neither is set.
 */
export function readSecurityContact({ security, contact }: SiteConfig): Result<string | undefined, string[]> {
  const written = (security?.contact || contact.email).trim();
  if (written === "") return ok(undefined);
  const address = written.includes(":") ? written : `mailto:${written}`;
  if (/^(mailto:[^\s@]+@[^\s@]+|https:\/\/[^\s/]\S*|tel:[+\d-]+)$/i.test(address)) return ok(address);
  return failed([`security.contact is no address: an e-mail address, or one that begins with https: or tel:.`]);
}
