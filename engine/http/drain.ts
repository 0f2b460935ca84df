import type { Server } from "node:http";

/**
 * From here on each answer closes its connection, so that a proxy that keeps connections alive sends no request on one
 * that is about to close. What answers beside the server's own listener follows the event `draining`.
 */
export function drain(server: Server): void {
  server.prependListener("request", (_, response) => void (response.shouldKeepAlive = false));
  server.emit("draining");
}
