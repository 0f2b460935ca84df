import type { Server } from "node:http";
import type { Socket } from "node:net";

import { visitorOf } from "#server/limits/rate-limits.ts";
import { findClientAddress, isTrusted } from "#server/network/client-address.ts";

/** How many connections may be open: in all, and of one visitor (one IPv4 address, one IPv6 network of 64 bits). */
export type ConnectionLimits = { inAll: number; ofOneVisitor: number };

type Log = { warn(fields: object, message: string): void };

/** Who is told of refusals: the log now and then, the measures each time. */
type Watchers = { log?: Log | undefined; measures?: { noteClosedConnection(limit: string): void } | undefined };

const logEveryMs = 60_000;

/**
 * Closes at once, unanswered, every connection beyond the limits; the log says how many, at most once a minute.
 *
 * Trusted proxies and the machine itself are not counted as visitors: all others come through them, and whoever is on
 * the machine needs no connections to harm it.
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
  const release = (visitor: string) => {
    const left = (held.get(visitor) ?? 0) - 1;
    if (left > 0) held.set(visitor, left);
    else held.delete(visitor);
  };

  server.maxConnections = limits.inAll;
  server.on("drop", () => noteRefusal("inAll"));
  // Before whoever would answer.
  server.prependListener("connection", (socket: Socket) => {
    const visitor = findVisitor(socket, trustedProxies);
    if (visitor === undefined) return;
    const count = held.get(visitor) ?? 0;
    if (count >= limits.ofOneVisitor) {
      socket.destroy();
      return noteRefusal("ofOneVisitor");
    }
    held.set(visitor, count + 1);
    socket.once("close", () => release(visitor));
  });
}

/** @returns undefined for those who are not counted */
function findVisitor({ remoteAddress, localAddress }: Socket, trustedProxies: string[]): string | undefined {
  if (remoteAddress === localAddress) return undefined;
  const address = findClientAddress(remoteAddress, undefined, []);
  return isTrusted(address, trustedProxies) ? undefined : visitorOf(address);
}

/** Files this process may have open, connections among them. Unlimited where the system names no limit. */
export function countOpenableFiles(): number {
  const { userLimits } = process.report.getReport() as { userLimits?: { open_files?: { soft: number | "unlimited" } } };
  const limit = userLimits?.open_files?.soft;
  return typeof limit === "number" ? limit : Infinity;
}
