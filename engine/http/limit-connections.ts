import type { Server } from "node:http";
import type { Socket } from "node:net";

import { networkOf, visitorOf, visitorsOfNetwork } from "#engine/limits/rate-limits.ts";
import { findClientAddress, isTrusted } from "#engine/network/client-address.ts";

/**
 * How many connections may be open: in all, and of one visitor (one IPv4 address, one IPv6 network of 64 bits). A
 * network of 48 bits may have those of eight visitors.
 */
export type ConnectionLimits = { inAll: number; ofOneVisitor: number };

type Log = { warn(fields: object, message: string): void };

/** Who is told of refusals: the log now and then, the measures each time. */
type Watchers = { log?: Log | undefined; measures?: { noteClosedConnection(limit: string): void } | undefined };

const logEveryMs = 60_000;

/**
 * Closes at once, unanswered, every connection beyond the limits; the log says how many, at most once a minute.
 *
 * Trusted proxies and the loopback address have no limit of one visitor: all visitors come through a proxy, and a local
 * process has other ways to do harm.
 *
 * @param trustedProxies addresses or CIDR ranges
 */
export function limitConnections(
  server: Server,
  limits: ConnectionLimits,
  trustedProxies: string[],
  { log, measures }: Watchers = {},
): void {
  const held = new Map<string, number>();
  const refused = { inAll: 0, ofOneVisitor: 0 };
  let loggedAtMs = -Infinity;

  const noteRefusal = (limit: keyof ConnectionLimits) => {
    refused[limit] += 1;
    measures?.noteClosedConnection(limit === "inAll" ? "in_all" : "of_one_visitor");
    if (performance.now() - loggedAtMs < logEveryMs) return;
    loggedAtMs = performance.now();
    log?.warn({ refused: { ...refused }, limits }, "connections over the limits were closed");
    refused.inAll = refused.ofOneVisitor = 0;
  };
  const release = (holder: string) => {
    const left = (held.get(holder) ?? 0) - 1;
    if (left > 0) held.set(holder, left);
    else held.delete(holder);
  };

  server.maxConnections = limits.inAll;
  server.on("drop", () => noteRefusal("inAll"));
  // Prepended: runs before the listener that answers.
  server.prependListener("connection", (socket: Socket) => {
    const holders = findHolders(socket, trustedProxies);
    if (holders.some(({ name, visitors }) => (held.get(name) ?? 0) >= visitors * limits.ofOneVisitor)) {
      socket.destroy();
      return noteRefusal("ofOneVisitor");
    }
    for (const { name } of holders) {
      held.set(name, (held.get(name) ?? 0) + 1);
      socket.once("close", () => release(name));
    }
  });
}

/** Whose connections one more adds to, and for how many visitors each stands; empty for those who are not counted. */
function findHolders({ remoteAddress, localAddress }: Socket, trustedProxies: string[]) {
  if (remoteAddress === localAddress) return [];
  const address = findClientAddress(remoteAddress, undefined, []);
  if (isTrusted(address, trustedProxies)) return [];
  const visitor = { name: visitorOf(address), visitors: 1 };
  const network = networkOf(address);
  return network === undefined ? [visitor] : [visitor, { name: `network ${network}`, visitors: visitorsOfNetwork }];
}

/** Files this process may have open, connections among them. Unlimited where the system names no limit. */
export function countOpenableFiles(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === "number" ? limit : Infinity;
}
