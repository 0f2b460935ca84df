import ipaddr from "ipaddr.js";

/**
 * The address a request is counted under.
 *
 * `X-Forwarded-For` is believed only as far as trusted proxies wrote it: read from the right, it is the first address
 * that is not one of theirs. Whatever else the header says changes nothing.
 *
 * @param trustedProxies addresses or CIDR ranges
 */
export function findClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  trustedProxies: string[],
): string {
  let address = normalise(peer ?? "") ?? "unknown";
  const hops = forwardedFor === undefined ? [] : forwardedFor.split(",").map((hop) => hop.trim());

  while (hops.length > 0 && isTrusted(address, trustedProxies)) {
    const hop = normalise(hops.pop() ?? "");
    if (!hop) break;
    address = hop;
  }
  return address;
}

export function isLoopback(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === "loopback";
}

function normalise(text: string): string | undefined {
  return ipaddr.isValid(text) ? ipaddr.process(text).toString() : undefined;
}

function isTrusted(address: string, trustedProxies: string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return trustedProxies.some((proxy) => {
    const [network, bits] = proxy.includes("/") ? ipaddr.parseCIDR(proxy) : [ipaddr.process(proxy), undefined];
    if (network.kind() !== parsed.kind()) return false;
    return parsed.match(network, bits ?? (network.kind() === "ipv4" ? 32 : 128));
  });
}
