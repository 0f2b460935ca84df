import { isIP } from "node:net";

import { isLoopback } from "#engine/network/client-address.ts";

const wayOut = "set NODE_ENV=production for a real site, or DEMO_IN_PUBLIC=yes if everybody may be its administrator.";

/**
 * Why a demonstration may not start: every visitor can sign in as its administrator, with one click on the stand-in
 * provider. So it answers this machine alone, unless its owner says `DEMO_IN_PUBLIC=yes`.
 *
 * @param origin that of `SITE_URL`; when that is no address, it has a sentence of its own
 * @returns one sentence each
 */
export function publicDemoProblems(host: string, origin: string, permission: string | undefined): string[] {
  if (permission === "yes") return [];
  const isHere = {
    HOST: isThisMachine(host),
    SITE_URL: !URL.canParse(origin) || isThisMachine(new URL(origin).hostname),
  };
  return [
    ...(permission === undefined ? [] : [`DEMO_IN_PUBLIC is "${permission}": it may be "yes", or not set.`]),
    ...(isHere.HOST ? [] : [`HOST is ${host}, and a demonstration is for this machine alone: ${wayOut}`]),
    ...(isHere.SITE_URL ? [] : [`SITE_URL is ${origin}, and a demonstration is for this machine alone: ${wayOut}`]),
  ];
}

/**
 * Whether a request was meant for this site, by its `Host`: a name of this machine's own, that of `SITE_URL`, or an
 * address. Any other name may be one that its owner points at this machine once a page of theirs is open (DNS
 * rebinding): that page would read the demonstration's mails as the site's own pages do.
 *
 * @param host with or without a port; HTTP/1.0 has none, and what is no host is refused as such
 */
export function isOwnHost(host: string | undefined, origin: string): boolean {
  const url = URL.parse(`http://${host}`);
  if (!host || url?.href !== `http://${url?.host}/`) return true;
  const name = host.replace(/:\d*$/, "").toLowerCase();
  return isThisMachine(name) || isIP(withoutBrackets(name)) > 0 || name === new URL(origin).hostname;
}

const withoutBrackets = (name: string) => name.replace(/^\[(.*)\]$/, "$1");

/** A name that never leaves this machine (RFC 6761), or an address of its loopback. */
export function isThisMachine(host: string): boolean {
  const name = withoutBrackets(host.toLowerCase());
  return name === "localhost" || name.endsWith(".localhost") || isLoopback(name);
}
