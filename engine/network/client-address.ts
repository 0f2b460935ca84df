import { isIP, isIPv4 } from "node:net";

import ipaddr from "ipaddr.js";

/**
 * The address a request is counted under.
 *
 * `X-Forwarded-For` is believed only as far as trusted proxies wrote it: read from the right, it is the first address
 * that is not one of theirs. Whatever else the header says changes nothing.
 *
 * @param trustedProxies addresses or CIDR ranges, as `isAddressOrRange` accepts them
 */
export function findClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: string[],
): string {
  let address = normalise(peer ?? "") ?? "unknown";
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(",").map((hop) => hop.trim());

  while (hops.length > 0 && isTrusted(address, trustedProxies)) {
    const hop = normalise(withoutPort(hops.pop() ?? ""));
    if (!hop) break;
    address = hop;
  }
  return address;
}

export function isLoopback(address: string): boolean {
  return isIP(address) > 0 && ipaddr.process(address).range() === "loopback";
}

/**
 * `192.0.2.7`, `2001:db8::/32`: four whole numbers or an IPv6 address, and a length that fits. No name, no short form.
 */
export function isAddressOrRange(text: string): boolean {
  const [address = "", length, ...rest] = text.split("/");
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  if (bits === 0 || rest.length > 0) return false;
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) <= bits);
}

/** As some proxies write a hop: `203.0.113.7:4711`, `[2001:db8::1]:4711`. Brackets alone are no part of the address. */
function withoutPort(hop: string): string {
  const [, address] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d{1,5})?$/.exec(hop)?.filter((part) => part !== undefined) ?? [];
  return address ?? hop;
}

/** Without the zone of a link-local address, which is this machine's name for a network card. */
function normalise(text: string): string | undefined {
  if (isIPv4(text)) return text; // written in one way only
  return isIP(text) > 0 ? ipaddr.process(text.replace(/%.*$/, "")).toString() : undefined;
}

/** Whether this address is one of the proxies, or in one of their ranges. */
export function isTrusted(address: string, trustedProxies: string[]): boolean {
  if (isIP(address) === 0) return false;
  if (trustedProxies.includes(address)) return true;
  const parsed = ipaddr.process(address);
  return trustedProxies.some((proxy) => {
    const [network, bits] = proxy.includes("/") ? ipaddr.parseCIDR(proxy) : [ipaddr.process(proxy), undefined];
    if (network.kind() !== parsed.kind()) return false;
    return parsed.match(network, bits ?? (network.kind() === "ipv4" ? 32 : 128));
  });
}
